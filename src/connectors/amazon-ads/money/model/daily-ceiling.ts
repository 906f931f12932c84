import type { Dict } from "../../../../core/ground/json.ts";
import { budgetOf, dayOf, isEnabled } from "../ground/record-fields.ts";

/**
 * A campaign can spend twice its daily budget on one day, because the daily budget is an average over a month.
 * https://advertising.amazon.com/API/docs/en-us/guides/campaigns/average-daily-budget
 */
export const averageFactor = 2;

/** The factor for a profile that has opted out of the higher daily spending (see the page above). */
export const optedOutFactor = 1.25;

/** The rates that turn a campaign's budget into the most that it can spend on one day. */
export interface DayRates {
  /** The most that a campaign can spend on one day, as a multiple of its daily budget. */
  dayFactor: number;
  /** The highest percentage that the budget rules of the campaign can add to its budget. */
  percent: number;
}

/**
 * Returns a campaign's ceiling: the most that the campaign can spend on one day, today or later. Returns 0 if the
 * campaign cannot run, and Infinity if its budget is unknown. `today` has the format `20260312`.
 */
export function dailyCeiling(campaign: Dict, today: string, rates: DayRates): number {
  const end = dayOf(campaign.endDate);
  const canRun = isEnabled(campaign) && (end === undefined || end >= today);
  return canRun ? ceilingOfBudget(campaign, rates) : 0;
}

/** Returns the ceiling that a campaign has while it can run. */
export function ceilingOfBudget(campaign: Dict, { dayFactor, percent }: DayRates): number {
  const budget = (budgetOf(campaign) ?? Infinity) * (1 + percent / 100);
  // A campaign can spend its whole lifetime budget on one day.
  return isDaily(campaign) ? budget * dayFactor : budget;
}

/** Says to a person why a campaign can spend more than its daily budget on one day. */
export function whyMore({ dayFactor, percent }: DayRates): string {
  const times = dayFactor === averageFactor ? "twice" : `${dayFactor} times`;
  const rules = percent === 0 ? "" : `, and budget rules can raise the budget by ${percent} percent`;
  return `Amazon can spend up to ${times} a daily budget on one day${rules}`;
}

/** Returns whether a campaign has a daily budget, and not one for its lifetime. */
const isDaily = (campaign: Dict): boolean => String(campaign.budgetType).toUpperCase() !== "LIFETIME";

/** Returns whether a day of one of these campaigns can cost more than a budget. */
export const canExceed = (
  campaigns: readonly (Dict | undefined)[],
  today: string,
  rates: DayRates,
): boolean =>
  campaigns.some((campaign) => campaign && isDaily(campaign) && dailyCeiling(campaign, today, rates) > 0);

/** Returns the key of a campaign's ceiling. Ceilings with different rates cannot be compared, so their keys differ. */
export function ceilingKey(campaignId: string, { dayFactor, percent }: DayRates): string {
  const rules = percent === 0 ? "" : ` with rules of ${percent} percent`;
  return `campaign ${campaignId} ceiling${dayFactor === averageFactor ? "" : ` ${dayFactor}`}${rules}`;
}
