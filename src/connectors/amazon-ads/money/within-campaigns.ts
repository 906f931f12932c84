import type { Raise } from "../../../core/contract/judgement.ts";
import { dailyCeiling, withBudgetRules } from "./daily-ceiling.ts";
import type { JudgedItem } from "./judge-items.ts";
import { idOf } from "./record-fields.ts";
import type { RecordReader } from "./record-reader.ts";
import { sources } from "./sources.ts";
import type { SpendingEntity } from "./spending-entity.ts";

interface PortfolioContext {
  entity: SpendingEntity;
  items: readonly JudgedItem[];
  reader: RecordReader;
  /** Today in the time zone of the profile, such as `20260312`. */
  today: string;
  dayFactor: number;
}

/**
 * Lowers each raise of a portfolio for one day to the amount that the portfolio's campaigns can spend on this day. A
 * higher cap of a portfolio lets the campaigns spend more, but never more than their own budgets allow.
 */
export async function withinCampaigns(
  raises: readonly Raise[],
  { entity, items, reader, today, dayFactor }: PortfolioContext,
): Promise<Raise[]> {
  const portfolioOf = (item: number | undefined) => idOf(items[item ?? -1]?.before?.[entity.idField]);
  const ids = raises.flatMap(({ perDay, item }) => (perDay ? (portfolioOf(item) ?? []) : []));
  const sums = new Map<string, number>();
  for (const { campaign } of Object.values(sources))
    for (const one of await reader.enabledIn(campaign!, ids)) {
      const id = String(one.portfolioId);
      sums.set(id, (sums.get(id) ?? 0) + dailyCeiling(withBudgetRules(one, one), today, dayFactor));
    }
  return raises.flatMap((raise) => {
    const id = raise.perDay ? portfolioOf(raise.item) : undefined;
    if (id === undefined) return raise;
    const most = sums.get(id) ?? 0;
    const [from, to] = [Math.min(raise.from ?? 0, most), Math.min(raise.to, most)];
    return to > from ? { ...raise, from, to } : [];
  });
}
