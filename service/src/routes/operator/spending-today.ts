import { isDict, usedOf, type DayTotals } from "agent-connectors/toolkit";
import { openRecord } from "../../credentials/record-stores.ts";
import type { Context } from "../../http/context.ts";
import { recordsOfTotals } from "../../store/lists/overview.ts";
import { findPolicy } from "../../store/queries/policies.ts";

/** What calls have raised on the current day of an account. */
export interface RaisedToday {
  /** The title of the connector type. */
  title: string;
  /** The beginning of the hash of the account's id. The store does not have the id itself. */
  account: string;
  day: string;
  cap: string;
  raised: string;
  /** The cap in the policy of the organization. Undefined if it has none. */
  limit: string | undefined;
}

/** The day of an account is that of its time zone, so it can be the day before or after that of UTC. */
const dayMs = 86_400_000;

/** Returns what calls have raised on the last day of each account, for each cap on the raises of a day. */
export async function spendingToday(
  { store, sealer, types, clock }: Pick<Context, "store" | "sealer" | "types" | "clock">,
  organization: string,
): Promise<RaisedToday[]> {
  const yesterday = new Date(clock.now() - dayMs).toISOString().slice(0, 10);
  const last = new Map<string, { type: string; account: string; day: string; totals: DayTotals }>();
  // The keys are sorted, so the last day of an account comes last.
  for (const row of await recordsOfTotals(store, organization)) {
    const [, type = "", account = "", day = ""] = row.key.split("/");
    if (day < yesterday) continue;
    const { value } = JSON.parse(openRecord(sealer, row)) as { value: DayTotals };
    last.set(`${type}/${account}`, { type, account: account.slice(0, 8), day, totals: value });
  }
  const policies = new Map<string, unknown>();
  for (const type of new Set([...last.values()].map((one) => one.type))) {
    const target = { organization_id: organization, workspace_id: null, connector_id: null, type };
    const policy = await findPolicy(store.db, target);
    const { caps } = JSON.parse(policy?.policy ?? "{}") as { caps?: unknown };
    policies.set(type, caps);
  }
  return [...last.values()].flatMap(({ type, account, day, totals }) => {
    const caps = new Set(Object.values(totals.amounts).flatMap(({ cap }) => cap ?? []));
    return [...caps].map((cap) => ({
      title: types.shown(type).title,
      account,
      day,
      cap,
      raised: amount(usedOf(totals, cap)),
      limit: limitOf(policies.get(type), cap),
    }));
  });
}

const amount = (number: number): string => number.toLocaleString("en-US", { maximumFractionDigits: 2 });

/** Returns a text such as `200 USD or 180 EUR`. */
function limitOf(caps: unknown, cap: string): string | undefined {
  const limit = isDict(caps) && Object.hasOwn(caps, cap) ? caps[cap] : undefined;
  if (limit === undefined) return undefined;
  if (!isDict(limit)) return typeof limit === "number" ? amount(limit) : String(limit);
  return Object.entries(limit)
    .map(([currency, most]) => `${typeof most === "number" ? amount(most) : String(most)} ${currency}`)
    .join(" or ");
}
