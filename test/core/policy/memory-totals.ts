import { totals } from "../../../src/core/store/kinds.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { recordsOf } from "../../../src/core/store/records.ts";
import { totalsOfToday, type TotalsContext } from "../../../src/core/policy/account-totals.ts";
import type { DayTotals } from "../../../src/core/contract/day-totals.ts";

export type Totals = TotalsContext["totals"];

export const memoryTotals = (clock?: { now(): number }): Totals => recordsOf(memoryStore(clock), totals);

/** Returns the totals of the account `1` on a day, after they are replaced by `next`. */
export async function totalsOn(
  day: string,
  totals: Totals,
  connector: string,
  next?: DayTotals,
): Promise<DayTotals> {
  const clock = { now: () => Date.parse(day) };
  const change = await totalsOfToday({ id: "1" }, { totals, clock, connector });
  return change((found) => ({ value: next ?? found, result: next ?? found }));
}
