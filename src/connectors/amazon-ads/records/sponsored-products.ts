import type { Zod } from "../../../core/contract/action.ts";
import { call, expression, extendedData, flag, number, shopperCohorts, tags, text } from "./common-fields.ts";

export const Campaign = (z: Zod) =>
  z.object({
    campaignId: z.string(),
    name: text(z),
    state: text(z),
    targetingType: text(z),
    budget: z.object({ budget: number(z), budgetType: text(z), effectiveBudget: number(z) }).nullish(),
    dynamicBidding: z
      .object({
        strategy: text(z),
        placementBidding: z.array(z.object({ placement: text(z), percentage: number(z) })).nullish(),
        shopperCohortBidding: shopperCohorts(z),
      })
      .nullish(),
    startDate: text(z),
    endDate: text(z),
    portfolioId: text(z),
    premiumBidAdjustment: flag(z),
    siteRestrictions: z.array(z.string()).nullish(),
    offAmazonSettings: z.object({ offAmazonBudgetControlStrategy: text(z) }).nullish(),
    tags: tags(z),
    extendedData: extendedData(z),
  });

/** `created`: the ids of the new records by kind, such as `keywords`. */
export const CampaignCopy = (z: Zod) =>
  z.object({
    campaignId: z.string(),
    created: z.record(z.string(), z.array(z.string())),
    failed: z.array(z.object({ kind: z.string(), record: z.string(), reason: z.string(), message: text(z) })),
    notCopied: z.array(z.object({ kind: z.string(), record: z.string(), reason: z.string() })),
    next: call(z),
  });

export const AdGroup = (z: Zod) =>
  z.object({
    adGroupId: z.string(),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    defaultBid: number(z),
    extendedData: extendedData(z),
  });

export const Keyword = (z: Zod) =>
  z.object({
    keywordId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    keywordText: text(z),
    matchType: text(z),
    bid: number(z),
    state: text(z),
    nativeLanguageKeyword: text(z),
    nativeLanguageLocale: text(z),
    extendedData: extendedData(z),
  });

export const NegativeKeyword = (z: Zod) =>
  z.object({
    keywordId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    keywordText: text(z),
    matchType: text(z),
    state: text(z),
    nativeLanguageKeyword: text(z),
    nativeLanguageLocale: text(z),
    extendedData: extendedData(z),
  });

export const ProductAd = (z: Zod) =>
  z.object({
    adId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    asin: text(z),
    sku: text(z),
    state: text(z),
    customText: text(z),
    extendedData: extendedData(z),
  });

export const Target = (z: Zod) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expressionType: text(z),
    expression: expression(z),
    resolvedExpression: expression(z),
    bid: number(z),
    state: text(z),
    extendedData: extendedData(z),
  });

export const NegativeTarget = (z: Zod) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expression: expression(z),
    resolvedExpression: expression(z),
    expressionType: text(z),
    state: text(z),
    extendedData: extendedData(z),
  });

const forecast = (z: Zod) =>
  z.object({ values: z.array(z.object({ lower: number(z), upper: number(z) })).nullish() }).nullish();
const impactMetrics = (z: Zod) => z.object({ clicks: forecast(z), orders: forecast(z) });

/** The suggested bids are in minor units of the currency, such as cents. */
export const KeywordRecommendation = (z: Zod) =>
  z.object({
    keywordTargetList: z
      .array(
        z.object({
          keyword: text(z),
          recId: text(z),
          translation: text(z),
          userSelectedKeyword: flag(z),
          searchTermImpressionRank: number(z),
          searchTermImpressionShare: number(z),
          bidInfo: z
            .array(
              z.object({
                matchType: text(z),
                rank: number(z),
                theme: text(z),
                bid: number(z),
                suggestedBid: z
                  .object({
                    rangeStart: number(z),
                    rangeMedian: number(z),
                    suggested: number(z),
                    rangeEnd: number(z),
                  })
                  .nullish(),
              }),
            )
            .nullish(),
        }),
      )
      .nullish(),
    impactMetrics: z.array(impactMetrics(z)).nullish(),
  });

const targetingExpression = (z: Zod) => z.object({ type: text(z), value: text(z) }).nullish();

export const BidRecommendation = (z: Zod) =>
  z.object({
    bidRecommendations: z
      .array(
        z.object({
          theme: text(z),
          impactMetrics: impactMetrics(z).nullish(),
          bidRecommendationsForTargetingExpressions: z
            .array(
              z.object({
                targetingExpression: targetingExpression(z),
                bidValues: z.array(z.object({ suggestedBid: number(z) })).nullish(),
                suggestedBidImpactMetrics: z
                  .object({ estimatedImpressionLower: number(z), estimatedImpressionUpper: number(z) })
                  .nullish(),
              }),
            )
            .nullish(),
          bidAnalysesForTargetingExpressions: z
            .array(
              z.object({
                targetingExpression: targetingExpression(z),
                /** By placement. `ALL` stands for all placements. */
                bidAnalyses: z
                  .record(
                    z.string(),
                    z.array(
                      z.object({
                        type: text(z),
                        bid: number(z),
                        impactMetrics: z
                          .object({
                            estimatedImpressionLower: number(z),
                            estimatedImpressionAvg: number(z),
                            estimatedImpressionUpper: number(z),
                          })
                          .nullish(),
                      }),
                    ),
                  )
                  .nullish(),
              }),
            )
            .nullish(),
        }),
      )
      .nullish(),
  });
