import type { DayTotals, SpendStore } from "../core/contract/spend-store.ts";

/** Creates a store that keeps the totals in memory. The totals are lost when the process ends. */
export function memorySpendStore(): SpendStore {
  let kept: Readonly<Record<string, DayTotals>> = {};
  return {
    async update(id, change) {
      const { totals, result } = change(totalsOf(kept, id));
      kept = withTotals(kept, id, totals);
      return result;
    },
  };
}

export const totalsOf = (kept: Readonly<Record<string, DayTotals>>, id: string): DayTotals =>
  Object.hasOwn(kept, id) ? kept[id]! : { amounts: {}, reserved: {} };

/** Time zones differ by up to 26 hours, so three dates can be current at the same time. */
const keptDays = 3;

/** Adds the totals, and drops the totals of old days. */
export function withTotals(
  kept: Readonly<Record<string, DayTotals>>,
  id: string,
  totals: DayTotals,
): Record<string, DayTotals> {
  const oldest = dateOf(id) - keptDays * 86_400_000;
  const recent = Object.entries(kept).filter(([other]) => dateOf(other) >= oldest);
  return { ...Object.fromEntries(recent), [id]: totals };
}

const dateOf = (id: string): number => Date.parse(id.slice(-10));
