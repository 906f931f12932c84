import type { RefusedCall } from "../contract/approval.ts";
import type { CompiledAction } from "../contract/compiled-action.ts";
import type { Policy } from "../contract/policy.ts";
import { systemClock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, isDict } from "../ground/json.ts";
import { enforceAllowList } from "../policy/allow-list.ts";
import { enforceCaps } from "../policy/enforce-caps.ts";
import { totals } from "../store/kinds.ts";
import { memoryStore } from "../store/memory-store.ts";
import { recordsOf } from "../store/records.ts";
import type { ActionChoice, ChoiceParts } from "../tool/offer/choose-actions.ts";
import type { OfferedActions } from "../tool/offer/offered-actions.ts";

/**
 * Returns a few calls that are refused, each for another reason. Every reason is the error that the call itself would get,
 * from the same code.
 */
export async function refusedExamples(
  { connector, lookup }: ChoiceParts,
  choice: ActionChoice,
  offered: OfferedActions | undefined,
): Promise<RefusedCall[]> {
  const names = lookup.names();
  const found = new Map<string, RefusedCall>();
  const add = (kind: string, call: string, reason: string | undefined) => {
    if (reason !== undefined && !found.has(kind)) found.set(kind, { call, reason });
  };
  if (offered)
    for (const [index, [entity, action]] of lookup.all.entries()) {
      const name = names[index]!;
      if (choice.offered.has(name) || found.size >= 3) continue;
      const reason = await refusalOf(() => void offered.find(entity, action, []));
      const kind =
        reason &&
        reason
          .slice(name.length)
          .replace(/its effect is \w+/, "effect")
          .slice(0, 40);
      if (kind !== undefined) add(kind, name, reason);
    }
  for (const [name, compiled] of choice.offered) {
    if (found.has("only")) break;
    const params = withOtherIds(choice, compiled);
    if (params)
      add(
        "only",
        `${name} ${JSON.stringify(params)}`,
        await refusalOf(() =>
          enforceAllowList(choice.limits, compiled, { given: params, params, content: false }),
        ),
      );
  }
  const spending = [...choice.offered].find(([, { definition }]) => definition.guard);
  const cap = spending && exceededCap(choice.policies);
  if (spending && cap) {
    const { name, currency, amount } = cap;
    const judged = {
      effects: ["spend"] as const,
      raises: [{ path: name.replace(/^max_/, ""), cap: name, to: amount }],
      account: async () => ({ id: "example", ...(currency === undefined ? {} : { currency }) }),
    };
    const context = {
      terms: connector,
      what: spending[0],
      dryRun: true,
      reservation: "example",
      clock: systemClock,
      connector: connector.name,
      totals: recordsOf(memoryStore(), totals),
    };
    add(
      "cap",
      `${spending[0]} with ${name.replace(/^max_/, "")} ${amount}${currency === undefined ? "" : ` ${currency}`}`,
      await refusalOf(() => enforceCaps(choice.policies, judged, context)),
    );
  }
  return [...found.values()];
}

/** Returns the message of the error of a call, or undefined if the call is allowed. */
async function refusalOf(call: () => unknown): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    return error.message;
  }
}

/** Returns the params of the action's example, whose ids are not on the allow-list. */
function withOtherIds({ limits }: ActionChoice, { definition }: CompiledAction): Dict | undefined {
  const example = isDict(definition.example) ? definition.example : {};
  const params = limits.flatMap(({ rules, allows }) =>
    rules.params.flatMap((name) => {
      const ids = [example[name] ?? []].flat();
      return ids.length > 0 && !ids.some(allows) ? [[name, example[name]]] : [];
    }),
  );
  return params.length > 0 ? Object.fromEntries(params) : undefined;
}

/** Returns an amount just above a cap, if there is a cap on an amount of money. */
function exceededCap(policies: readonly Policy[]) {
  for (const { caps = {} } of policies)
    for (const [name, amount] of Object.entries(caps)) {
      const [currency, limit] = isDict(amount)
        ? (Object.entries(amount).find(([, one]) => typeof one === "number") ?? [])
        : [undefined, amount];
      if (typeof limit === "number" && name !== "max_change_percent")
        return { name, currency, amount: limit + 1 };
    }
  return undefined;
}
