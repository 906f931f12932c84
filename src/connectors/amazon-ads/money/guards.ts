import type { Effect } from "../../../core/contract/effect.ts";
import type { GuardRead, Judgement, Raise } from "../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, isDict } from "../../../core/ground/json.ts";

// What a write does to what is spent. Raising spends; lowering, pausing and renaming do not; archiving is for good and
// has an effect of its own. Judged item by item, beside the value that stands there now.

export const caps = ["max_daily_budget", "max_bid", "max_portfolio_budget"] as const;

type Cap = (typeof caps)[number];

/** How the records of one entity cost money. */
export interface Money {
  entity: string;
  /** The param that holds the batch, which is also the key of the items in messages. */
  key: string;
  id: string;
  /** The param of the entity's list that takes the ids. */
  filter: string;
  amounts?: readonly { path: string; cap: Cap }[];
  /** The state in which it runs: ENABLED without it. */
  on?: string;
  /** In which a record can be changed; none where the list takes neither states nor a limit. */
  states?: readonly string[];
  /** Ids that the filter of the list takes at once. */
  idsAtOnce?: number;
  /** What else costs more than before, as paths of the item. */
  raises?: (item: Dict, before: Dict) => string[];
  /** What an update takes of objects of which Amazon's records hold more. */
  takes?: Readonly<Record<string, readonly string[]>>;
  /** Keeps ads from being shown: taking it away spends, having it does not. */
  negative?: true;
}

type Judged = { effect: Effect; raises: Raise[] };

function judgeItem(money: Money, item: Dict, before: Dict | undefined, path: string): Judged {
  const { amounts = [], on = "ENABLED", negative } = money;
  if (negative) {
    const off = item.state !== undefined && item.state !== on && before?.state === on;
    return { effect: off ? "spend" : "write", raises: [] };
  }
  const raises: Raise[] = [];
  // What is turned on from now on costs whatever it is set to.
  const starts = item.state === on && before?.state !== on;
  for (const amount of amounts) {
    const asked = numberAt(item, amount.path);
    const stands = numberAt(before, amount.path);
    const to = asked ?? (starts ? stands : undefined);
    if (to === undefined) continue;
    if (starts) raises.push({ path: `${path}.${amount.path}`, cap: amount.cap, to });
    if (asked !== undefined && before && (stands === undefined || asked > stands))
      raises.push({ path: `${path}.${amount.path}`, cap: amount.cap, from: stands, to });
    // A new record that does not run yet: no money moves, but a cap that is set holds.
    if (!before && !starts) raises.push({ path: `${path}.${amount.path}`, cap: amount.cap, to });
  }
  const more = before ? (money.raises?.(item, before) ?? []) : [];
  const spends = starts || more.length > 0 || (before !== undefined && raises.length > 0);
  return { effect: spends ? "spend" : "write", raises };
}

function numberAt(item: Dict | undefined, path: string): number | undefined {
  const value = at(item, path);
  return typeof value === "number" ? value : undefined;
}

function judgeAll(
  money: Money,
  items: readonly Dict[],
  befores: readonly (Dict | undefined)[],
): { effect: Effect; raises: Raise[] } {
  const all = items.map((item, index) => judgeItem(money, item, befores[index], `${money.key}[${index}]`));
  return {
    effect: all.some(({ effect }) => effect === "spend") ? "spend" : "write",
    raises: all.flatMap(({ raises }) => raises),
  };
}

/** The effect of a create by its params alone: what is created paused costs nothing yet. */
export const createEffect = (money: Money) =>
  ({
    weakest: "write",
    strongest: "spend",
    of: (params: Dict): Effect => judgeAll(money, itemsOf(params, money), []).effect,
  }) as const;

/** The effect of an update is seen only beside the present values, which the guard reads. */
export const updateEffect = { weakest: "write", strongest: "spend", of: () => undefined } as const;

export const createGuard =
  (money: Money) =>
  async (params: Dict): Promise<Judgement> => {
    const items = itemsOf(params, money);
    return { ...judgeAll(money, items, []), after: items };
  };

export const updateGuard =
  (money: Money) =>
  async (params: Dict, read: GuardRead): Promise<Judgement> => {
    const items = itemsOf(params, money);
    const found = await readBefore(money, items, params.profileId, read);
    const befores = items.map((item) => found.get(String(item[money.id])));
    const missing = items
      .filter((_, index) => befores[index] === undefined)
      .map((item) => String(item[money.id]));
    if (missing.length > 0)
      throw new ConnectorError(
        "not_found",
        `${money.entity} has no ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? " and others" : ""} in this profile that could be changed.`,
        {
          path: `params.${money.key}`,
          hint: "Nothing was sent: what stands there now has to be seen first. Archived ones cannot be changed.",
        },
      );
    // Only what the call names: the rest stays as it is.
    const before = items.map((item, index) => pick(befores[index]!, item, money.id));
    return { ...judgeAll(money, items, befores), before, after: items };
  };

async function readBefore(money: Money, items: readonly Dict[], profileId: unknown, read: GuardRead) {
  const found = new Map<string, Dict>();
  const ids = [...new Set(items.map((item) => String(item[money.id])))];
  const { states = ["ENABLED", "PAUSED", "PROPOSED"], idsAtOnce = 100 } = money;
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const some = ids.slice(start, start + idsAtOnce);
    const { data } = await read(money.entity, "list", {
      [money.filter]: some,
      ...(states.length > 0 ? { states, limit: some.length } : {}),
      ...(profileId === undefined ? {} : { profileId }),
    });
    for (const record of Array.isArray(data) ? data : [])
      if (isDict(record)) found.set(String(record[money.id]), record);
  }
  return found;
}

const itemsOf = (params: Dict, { key }: Money): Dict[] =>
  Array.isArray(params[key]) ? params[key].filter(isDict) : [];

function pick(record: Dict, like: Dict, id: string): Dict {
  const out: Dict = { [id]: record[id] };
  for (const name of Object.keys(like)) if (Object.hasOwn(record, name)) out[name] = record[name];
  return out;
}
