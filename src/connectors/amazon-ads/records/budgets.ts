import type { Zod } from "../../../core/contract/action.ts";
import { number, shopperCohort, text } from "./common-fields.ts";

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

const budgetAdvice = (z: Zod) =>
  z
    .array(
      z.object({
        campaignId: text(z),
        index: number(z),
        suggestedBudget: number(z),
        budgetRuleRecommendation: z
          .object({ ruleId: text(z), ruleName: text(z), suggestedBudgetIncreasePercent: number(z) })
          .nullish(),
        sevenDaysMissedOpportunities: z
          .object({
            startDate: text(z),
            endDate: text(z),
            percentTimeInBudget: number(z),
            estimatedMissedSalesLower: number(z),
            estimatedMissedSalesUpper: number(z),
            estimatedMissedClicksLower: number(z),
            estimatedMissedClicksUpper: number(z),
            estimatedMissedImpressionsLower: number(z),
            estimatedMissedImpressionsUpper: number(z),
            estimatedMissedViewableImpressionsLower: number(z),
            estimatedMissedViewableImpressionsUpper: number(z),
          })
          .nullish(),
      }),
    )
    .nullish();

const fault = (z: Zod) => ({ code: text(z), details: text(z) });
const budgetFaults = (z: Zod) =>
  z
    .array(
      z.object({
        campaignId: text(z),
        index: number(z),
        ...fault(z),
        Error: z.object(fault(z)).nullish(),
      }),
    )
    .nullish();

export const BudgetRecommendation = (z: Zod) =>
  z.object({
    budgetRecommendationsSuccessResults: budgetAdvice(z),
    budgetRecommendationsErrorResults: budgetFaults(z),
    success: budgetAdvice(z),
    error: budgetFaults(z),
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
    recommendationDetails: z
      .object({
        budgetRecommendation: z.object({ action: text(z), suggestedBudget: number(z) }).nullish(),
        biddingStrategyRecommendation: z
          .object({ action: text(z), suggestedBiddingStrategy: text(z) })
          .nullish(),
        placementBiddingRecommendations: z
          .array(
            z.object({
              action: text(z),
              placementType: text(z),
              suggestedBidAdjustment: number(z),
              incrementalImpressionsLowerPercent: number(z),
              incrementalImpressionsUpperPercent: number(z),
            }),
          )
          .nullish(),
        keywordTargetingRecommendations: z
          .array(
            z.object({
              action: text(z),
              adGroupId: text(z),
              keywordId: text(z),
              keywordText: text(z),
              matchType: text(z),
              suggestedBid: number(z),
            }),
          )
          .nullish(),
        targetingGroupBidRecommendations: z
          .array(
            z.object({
              action: text(z),
              adGroupId: text(z),
              targetId: text(z),
              targetingGroupExpression: text(z),
              suggestedBid: number(z),
            }),
          )
          .nullish(),
        shopperCohortBiddingRecommendation: shopperCohort(z)
          .extend({ action: text(z) })
          .nullish(),
      })
      .nullish(),
    /** The additional clicks, orders and costs that Amazon expects. */
    forecastEstimates: z
      .object({
        startDate: text(z),
        endDate: text(z),
        estimatedAdSpendLower: number(z),
        estimatedAdSpendUpper: number(z),
        estimatedIncrementalClicksLower: number(z),
        estimatedIncrementalClicksUpper: number(z),
        estimatedIncrementalConversionsLower: number(z),
        estimatedIncrementalConversionsUpper: number(z),
        estimatedIncrementalImpressionsLower: number(z),
        estimatedIncrementalImpressionsUpper: number(z),
        estimatedIncrementalSalesLower: number(z),
        estimatedIncrementalSalesUpper: number(z),
      })
      .nullish(),
  });

const amounts = (z: Zod) => ({
  spentToday: number(z),
  /** An estimate from the spending per hour so far, up to the daily budget. */
  forecastToday: number(z),
  /** The cost of this month, including today. Absent while the report is running. */
  spentMonth: number(z),
  /** An estimate: the average of the last seven days, for the days that are left. */
  forecastMonth: number(z),
});

/** The spending of campaigns, in the profile's currency. Days and times are in the profile's time zone. */
export const Pacing = (z: Zod) =>
  z.object({
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
  });
