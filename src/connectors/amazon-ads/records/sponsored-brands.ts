import type { Zod } from "../../../core/contract/action.ts";
import { extendedData, flag, number, tags, text, things } from "./common-fields.ts";

export const BrandsCampaign = (z: Zod) =>
  z.object({
    campaignId: z.string(),
    name: text(z),
    state: text(z),
    budget: number(z),
    budgetType: text(z),
    costType: text(z),
    goal: text(z),
    bidding: z.record(z.string(), z.unknown()).nullish(),
    brandEntityId: text(z),
    portfolioId: text(z),
    productLocation: text(z),
    startDate: text(z),
    endDate: text(z),
    isMultiAdGroupsEnabled: flag(z),
    smartDefault: z.array(z.string()).nullish(),
    ruleBasedBudget: z.unknown(),
    tags: tags(z),
    extendedData: extendedData(z),
  });

export const BrandsAdGroup = (z: Zod) =>
  z.object({
    adGroupId: z.string(),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    extendedData: extendedData(z),
  });

export const BrandsAd = (z: Zod) =>
  z.object({
    adId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    creative: z.record(z.string(), z.unknown()).nullish(),
    landingPage: z.record(z.string(), z.unknown()).nullish(),
    extendedData: extendedData(z),
  });

/** One version of the creative of an ad. Times are in milliseconds since the epoch. */
export const BrandsCreative = (z: Zod) =>
  z.object({
    adId: z.string(),
    creativeVersion: text(z),
    creativeType: text(z),
    creativeStatus: text(z),
    creativeProperties: z.record(z.string(), z.unknown()).nullish(),
    creationTime: number(z),
    lastUpdateTime: number(z),
  });

export const BrandsKeyword = (z: Zod) =>
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
  });

export const BrandsTarget = (z: Zod) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expressions: things(z),
    resolvedExpressions: things(z),
    bid: number(z),
    state: text(z),
  });

export const BrandsNegativeKeyword = (z: Zod) =>
  z.object({
    keywordId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    keywordText: text(z),
    matchType: text(z),
    state: text(z),
  });

export const BrandsNegativeTarget = (z: Zod) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expressions: things(z),
    resolvedExpressions: things(z),
    state: text(z),
  });

export const BrandsTheme = (z: Zod) =>
  z.object({
    themeId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    themeType: text(z),
    bid: number(z),
    state: text(z),
  });

export const BrandsKeywordIdea = (z: Zod) =>
  z.object({
    value: z.string(),
    matchType: text(z),
    translation: text(z),
    searchTermImpressionRank: number(z),
    searchTermImpressionShare: number(z),
  });

export const BrandsBidRecommendations = (z: Zod) => {
  const recommendedBid = z
    .object({ rangeStart: number(z), recommended: number(z), rangeEnd: number(z) })
    .nullish();
  return z.object({
    keywordsBidsRecommendationSuccessResults: z
      .array(
        z.object({
          keyword: z.object({ keywordText: text(z), matchType: text(z) }).nullish(),
          keywordIndex: number(z),
          recommendedBid,
        }),
      )
      .nullish(),
    keywordsBidsRecommendationErrorResults: things(z),
    targetsBidsRecommendationSuccessResults: z
      .array(z.object({ targets: things(z), targetsIndex: number(z), recommendedBid }))
      .nullish(),
    targetsBidsRecommendationErrorResults: things(z),
    themesRecommendationSuccessResults: z
      .array(z.object({ themeType: text(z), themeIndex: number(z), recommendedBid }))
      .nullish(),
    themesRecommendationErrorResults: things(z),
  });
};
