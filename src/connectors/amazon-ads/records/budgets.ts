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
