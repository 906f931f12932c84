import type { Zod } from "../../../core/contract/action.ts";
import { number, text } from "./common-fields.ts";

export const BudgetUsage = (z: Zod) =>
  z.array(
    z.object({
      campaignId: text(z),
      portfolioId: text(z),
      name: text(z),
      budget: number(z),
      budgetUsagePercent: number(z),
      usageUpdatedTimestamp: text(z),
      index: number(z),
    }),
  );

export const BudgetRecommendation = (z: Zod) =>
  z.object({
    budgetRecommendationsSuccessResults: z.array(z.record(z.string(), z.unknown())).nullish(),
    budgetRecommendationsErrorResults: z.array(z.record(z.string(), z.unknown())).nullish(),
    success: z.array(z.record(z.string(), z.unknown())).nullish(),
    error: z.array(z.record(z.string(), z.unknown())).nullish(),
  });

const range = (z: Zod) => z.object({ lower: number(z), upper: number(z) }).nullish();
const benchmark = (z: Zod) =>
  z
    .object({
      benchmarkStatus: text(z),
      values: z.object({ impressions: range(z), clicks: range(z), conversions: range(z) }).nullish(),
    })
    .nullish();

export const InitialBudget = (z: Zod) =>
  z.object({
    /** The suggested daily budget, or -1 if Amazon has too little information. */
    dailyBudget: number(z),
    benchmark: benchmark(z),
    specialEvents: z
      .array(
        z.object({
          eventName: text(z),
          startDate: text(z),
          endDate: text(z),
          dailyBudget: number(z),
          benchmark: benchmark(z),
        }),
      )
      .nullish(),
  });

export const CampaignRecommendation = (z: Zod) =>
  z.object({
    campaignId: z.string(),
    recommendationType: text(z),
    /** The suggested budget, strategy, placements, keywords, targets or audiences. */
    recommendationDetails: z.record(z.string(), z.unknown()).nullish(),
    /** The additional clicks, orders and costs that Amazon expects. */
    forecastEstimates: z.record(z.string(), z.unknown()).nullish(),
  });

const amounts = (z: Zod) => ({
  spentToday: number(z),
  /** An estimate: the spending per hour so far, for the whole day, at most up to the daily budget. */
  forecastToday: number(z),
  /** The cost of this month, including today. Absent while the report is running. */
  spentMonth: number(z),
  /** An estimate: the average of the last seven days, for the days that are left. */
  forecastMonth: number(z),
});

/** The spending of campaigns, in the profile's currency. Days and times are in the profile's time zone. */
export const Pacing = (z: Zod) =>
  z.object({
    status: z.enum(["completed", "running"]),
    day: z.string(),
    timezone: z.string(),
    dayGonePercent: z.number(),
    daysLeftInMonth: z.number(),
    total: z.object({
      ...amounts(z),
      budgetPerDay: number(z),
      monthBudget: number(z),
      forecastPercentOfMonthBudget: number(z),
    }),
    campaigns: z.array(
      z.object({
        product: z.enum(["SP", "SB", "SD"]),
        campaignId: z.string(),
        name: text(z),
        state: text(z),
        budget: number(z),
        /** Present only if the budget is for the campaign's whole lifetime. */
        budgetType: text(z),
        budgetUsedPercent: number(z),
        /** The time for which Amazon has counted the usage. */
        usageTime: text(z),
        ...amounts(z),
        /** An estimate of the time at which today's budget will be used up. Absent if it will last. */
        runsOutAt: text(z),
        /** The times of this month without budget. A time without `until` has not ended. */
        outOfBudget: z.array(z.object({ from: z.string(), until: text(z) })).nullish(),
        daysAtBudget: z.array(z.string()).nullish(),
      }),
    ),
    next_poll_seconds: number(z),
    resume: z
      .object({ entity: z.string(), action: z.string(), params: z.record(z.string(), z.unknown()) })
      .nullish(),
  });
