import type { Dict } from "../../../core/ground/json.ts";
import { budgetOf, dayOf, isEnabled, numberAt } from "./record-fields.ts";

/**
 * A campaign can spend twice its daily budget on one day, because the daily budget is an average over a month.
 * https://advertising.amazon.com/API/docs/en-us/guides/campaigns/average-daily-budget
 */
export const averageFactor = 2;

/** The factor for a profile that has opted out of the higher daily spending. The page above describes this setting. */
export const optedOutFactor = 1.25;

/**
 * Returns the most that a campaign can spend today, or 0 if the campaign cannot run today. `today` has the format
 * `20260312`. If the campaign has no readable budget, returns Infinity. Budget rules count only if the campaign is a
 * result of `withBudgetRules`.
 */
export function dailyCeiling(campaign: Dict, today: string, factor = averageFactor): number {
  if (!isEnabled(campaign)) return 0;
  const start = dayOf(campaign.startDate);
  const end = dayOf(campaign.endDate);
  if ((start !== undefined && start > today) || (end !== undefined && end < today)) return 0;
  return ceilingOfBudget(campaign, factor);
}

/** Returns the most that an enabled campaign can spend on one day between its start date and its end date. */
export function ceilingOfBudget(campaign: Dict, factor = averageFactor): number {
  const budget = budgetOf(campaign) ?? Infinity;
  // A lifetime budget is for all days together, but a campaign can spend the whole budget on one day.
  if (String(campaign.budgetType).toUpperCase() === "LIFETIME") return budget;
  return budget * factor;
}

/**
 * Returns the name of a campaign's ceiling in the totals of a day. Ceilings with different factors cannot be compared,
 * so they have different names.
 */
export const ceilingKey = (campaignId: string, factor = averageFactor): string =>
  `campaign ${campaignId} ceiling${factor === averageFactor ? "" : ` ${factor}`}`;

/**
 * Returns the campaign `after` with a budget that includes the raise by Amazon's budget rules. The rules raise the new
 * budget by the same percentage as the budget of `before`.
 */
export function withBudgetRules(after: Dict, before: Dict): Dict {
  const old = budgetOf(before);
  const effective = numberAt(before, "budget.effectiveBudget");
  const next = budgetOf(after);
  if (old === undefined || next === undefined || effective === undefined || effective <= old) return after;
  return { ...after, budget: { ...(after.budget as Dict), budget: (next * effective) / old } };
}
