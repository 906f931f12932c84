import type { SpendRaise } from "../../../../core/contract/judgement.ts";
import { readBudgetPercentages } from "./campaign-rules.ts";
import { ceilingKey, dailyCeiling } from "../model/daily-ceiling.ts";
import type { JudgedItem } from "../judge/judge-items.ts";
import { idOf } from "../ground/record-fields.ts";
import type { RecordReader } from "./record-reader.ts";
import { sources } from "../ground/sources.ts";
import type { Product, SpendingEntity } from "../ground/spending-entity.ts";

interface PortfolioContext {
  entity: SpendingEntity;
  items: readonly JudgedItem[];
  reader: RecordReader;
  /** Today in the time zone of the profile, such as `2026-03-12`. */
  day: string;
  dayFactor: number;
}

/**
 * Limits what a raised portfolio adds to the sum of the day to the sum of its campaigns' ceilings, because a portfolio
 * cannot spend more. The whole raise counts until then, because the old budget may be used up already. Paused campaigns
 * are included, because those that ran earlier on this day can be enabled again. If a portfolio runs again, counts the
 * campaigns that can run.
 */
export async function withinCampaigns(
  raises: readonly SpendRaise[],
  { entity, items, reader, day, dayFactor }: PortfolioContext,
): Promise<SpendRaise[]> {
  const portfolioOf = (item: number | undefined) => idOf(items[item ?? -1]?.before?.[entity.idField]);
  const ids = raises.flatMap(({ perDay, item }) => (perDay ? (portfolioOf(item) ?? []) : []));
  const ceilings = new Map<string, Record<string, number>>();
  const counts = new Map<string, number>();
  for (const [product, { campaign }] of Object.entries(sources)) {
    const campaigns = await reader.inPortfolios(campaign!, ids);
    const campaignIds = campaigns.map(({ campaignId }) => String(campaignId));
    const percentages = await readBudgetPercentages(reader, product as Product, campaignIds, day);
    for (const one of campaigns) {
      const id = String(one.portfolioId);
      const campaignId = String(one.campaignId);
      const rates = { dayFactor, percent: percentages.get(campaignId) ?? 0 };
      const ceiling = dailyCeiling(one, day.replaceAll("-", ""), rates);
      ceilings.set(id, { ...ceilings.get(id), [ceilingKey(campaignId, rates)]: ceiling });
      counts.set(id, (counts.get(id) ?? 0) + (ceiling > 0 ? 1 : 0));
    }
  }
  return raises.flatMap((raise) => {
    const id = raise.perDay ? portfolioOf(raise.item) : undefined;
    if (id === undefined) return raise;
    if (raise.cap === "max_new_campaigns") {
      const count = counts.get(id) ?? 0;
      return count > 0 ? { ...raise, to: count } : [];
    }
    // A store of JSON cannot keep Infinity.
    return { ...raise, to: Math.min(raise.to, Number.MAX_VALUE), within: ceilings.get(id) ?? {} };
  });
}
