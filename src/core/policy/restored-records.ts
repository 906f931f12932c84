import type { Effect } from "../contract/effect.ts";
import type { PayingAccount, Judgement, SpendRaise, RecordChange } from "../contract/judgement.ts";
import type { DayTotals } from "../contract/day-totals.ts";
import { hashOf } from "../ground/hash.ts";
import { storeFailed } from "./store-failed.ts";
import { totalsOfToday, type TotalsContext } from "./account-totals.ts";

// The undo of a call that lowers an amount, such as a budget, raises the amount again. This undo does not count as
// spending if the record already had the restored state on the same day, and if nobody has changed the record since
// the call. It counts as spending if another call of the same store has raised amounts that depend on the record.

/** The maximum number of records of one account and day. The oldest records are dropped first. */
const maxRecords = 1000;

/** The maximum number of states of one record. */
const maxStates = 20;

/**
 * Removes the effect `spend` from each item (of a batch) whose records all return to an earlier state of this day. A
 * call without `items` is one item. `judged` is the result of the action's `guard`. Caps still apply to the raises of
 * such an item.
 */
export async function withoutRestores(judged: Judgement, context: TotalsContext): Promise<Judgement> {
  const { changes, effects, items = [effects] } = judged;
  if (!changes || !effects.includes("spend")) return judged;
  const itemOf = ({ item }: RecordChange) => (judged.items ? item : 0);
  const hashed = await Promise.all(changes.records.map(hashedChange));
  const states = await statesOf(changes.account, context);
  const restored = new Set(hashed.map(itemOf));
  for (const change of hashed) if (!isRestore(states, change)) restored.delete(itemOf(change));
  if (restored.size === 0) return judged;
  const others = items.map((own, index) => (restored.has(index) ? withoutSpend(own) : own));
  // Nobody can say which amounts the record had earlier, but the record had the same amounts.
  const isUnknown = ({ item = 0, from, to }: SpendRaise) =>
    restored.has(judged.items ? item : 0) && from === undefined && to === Infinity;
  const raises = judged.raises?.filter((raise) => !isUnknown(raise));
  return {
    ...judged,
    items: others,
    effects: [...new Set(others.flat())],
    ...(raises ? { raises } : {}),
  };
}

/**
 * Removes the states that could spend more after a call. Runs before the call is sent, so that an unknown outcome does
 * no harm.
 * @throws ConnectorError `storage_unavailable`
 */
export async function dropOutdated(judged: Judgement, context: TotalsContext): Promise<void> {
  const { changes, items = [], effects } = judged;
  const prefixes = (changes?.outdated ?? []).flatMap(({ item, prefix }) =>
    item === undefined || (items[item] ?? effects).includes("spend") ? [prefix] : [],
  );
  if (!changes || prefixes.length === 0) return;
  const isOutdated = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
  try {
    const change = await totalsOfToday(changes.account, context);
    await change((totals) => {
      const kept = Object.entries(totals.states ?? {}).filter(([key]) => !isOutdated(key));
      const states = totals.states && { states: Object.fromEntries(kept) };
      return { value: { ...totals, ...states }, result: undefined };
    });
  } catch {
    throw storeFailed();
  }
}

/**
 * Stores the states of the records that a call has changed without raising spending. Leaves out the items that the
 * result does not confirm. Never throws.
 */
export async function rememberStates(
  judged: Judgement,
  data: unknown,
  context: TotalsContext,
): Promise<void> {
  const { changes, items = [], effects } = judged;
  if (!changes) return;
  const succeeded = judged.succeeded?.(data);
  const created = changes.created?.(data) ?? [];
  const lowered = [...changes.records, ...created].filter(
    ({ item, before, after }) =>
      before !== after &&
      (!succeeded || succeeded.includes(item)) &&
      !(items[item] ?? effects).includes("spend"),
  );
  if (lowered.length === 0) return;
  const hashed = await Promise.all(lowered.map(hashedChange));
  try {
    const change = await totalsOfToday(changes.account, context);
    await change((totals) => ({
      value: { ...totals, states: withChanges(totals.states, hashed) },
      result: undefined,
    }));
  } catch {
    // Without the states, the undo counts as spending. The call itself can still be sent.
  }
}

const withoutSpend = (effects: readonly Effect[]): readonly Effect[] => {
  const rest = effects.filter((effect) => effect !== "spend");
  return rest.length > 0 ? rest : ["write"];
};

function isRestore(states: DayTotals["states"], { key, before, after }: RecordChange): boolean {
  if (!states || !Object.hasOwn(states, key)) return false;
  const known = states[key]!;
  return known.at(-1) === before && known.includes(after);
}

function withChanges(
  states: DayTotals["states"] = {},
  changes: readonly RecordChange[],
): Record<string, readonly string[]> {
  const all = new Map(Object.entries(states));
  for (const { key, before, after } of changes) {
    const known = all.get(key);
    all.delete(key);
    all.set(key, [...(known?.at(-1) === before ? known : [before]), after].slice(-maxStates));
  }
  return Object.fromEntries([...all].slice(-maxRecords));
}

async function statesOf(account: PayingAccount, context: TotalsContext): Promise<DayTotals["states"]> {
  try {
    const change = await totalsOfToday(account, context);
    return await change((totals) => ({ value: totals, result: totals.states }));
  } catch {
    return undefined;
  }
}

const hashedChange = async (change: RecordChange): Promise<RecordChange> => ({
  ...change,
  before: (await hashOf(change.before)).slice(0, 16),
  after: (await hashOf(change.after)).slice(0, 16),
});
