import type { Zod } from "../../../core/contract/action.ts";
import {
  expression,
  extendedData,
  flag,
  number,
  shopperCohorts,
  tags,
  text,
  texts,
} from "./common-fields.ts";

export const BrandsCampaign = (z: Zod) =>
  z.object({
    campaignId: z.string(),
    name: text(z),
    state: text(z),
    budget: number(z),
    budgetType: text(z),
    costType: text(z),
    goal: text(z),
    bidding: z
      .object({
        bidOptimization: flag(z),
        bidOptimizationStrategy: text(z),
        bidAdjustmentsByPlacement: z.array(z.object({ placement: text(z), percentage: number(z) })).nullish(),
        shopperCohortBidAdjustments: shopperCohorts(z),
      })
      .nullish(),
    brandEntityId: text(z),
    portfolioId: text(z),
    productLocation: text(z),
    startDate: text(z),
    endDate: text(z),
    isMultiAdGroupsEnabled: flag(z),
    smartDefault: z.array(z.string()).nullish(),
    ruleBasedBudget: z
      .object({
        isProcessing: flag(z),
        applicableRuleId: text(z),
        applicableRuleName: text(z),
        value: number(z),
      })
      .nullish(),
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

const crop = (z: Zod) =>
  z.object({ top: number(z), left: number(z), width: number(z), height: number(z) }).nullish();

const creativeFields = (z: Zod) => ({
  headline: text(z),
  originalHeadline: text(z),
  brandName: text(z),
  brandLogoUrl: text(z),
  brandLogoCrop: crop(z),
  asins: texts(z),
  subpages: z.array(z.object({ pageTitle: text(z), asin: text(z), url: text(z) })).nullish(),
  customImageAssetId: text(z),
  customImageUrl: text(z),
  customImageCrop: crop(z),
  customImages: z.array(z.object({ assetId: text(z), url: text(z), crop: crop(z) })).nullish(),
  videoAssetIds: texts(z),
  originalVideoAssetIds: texts(z),
  consentToTranslate: flag(z),
  creativePropertiesToOptimize: texts(z),
});

export const BrandsAd = (z: Zod) =>
  z.object({
    adId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    creative: z
      .object({
        type: text(z),
        creativeStatus: text(z),
        creativeVersion: text(z),
        brandLogoAssetID: text(z),
        ...creativeFields(z),
      })
      .nullish(),
    landingPage: z.object({ pageType: text(z), url: text(z), asins: texts(z) }).nullish(),
    extendedData: extendedData(z),
  });

/** One version of the creative of an ad. Times are in milliseconds since the epoch. */
export const BrandsCreative = (z: Zod) =>
  z.object({
    adId: z.string(),
    creativeVersion: text(z),
    creativeType: text(z),
    creativeStatus: text(z),
    creativeProperties: z
      .object({
        brandLogoAssetId: text(z),
        ...creativeFields(z),
        landingPage: z.object({ type: text(z), value: text(z), asins: texts(z) }).nullish(),
      })
      .nullish(),
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
    expressions: expression(z),
    resolvedExpressions: expression(z),
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
    expressions: expression(z),
    resolvedExpressions: expression(z),
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
  const fault = { code: text(z), details: text(z) };
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
    keywordsBidsRecommendationErrorResults: z
      .array(
        z.object({
          ...fault,
          keyword: z.object({ type: text(z), value: text(z) }).nullish(),
          keywordIndex: number(z),
        }),
      )
      .nullish(),
    targetsBidsRecommendationSuccessResults: z
      .array(z.object({ targets: expression(z), targetsIndex: number(z), recommendedBid }))
      .nullish(),
    targetsBidsRecommendationErrorResults: z
      .array(z.object({ ...fault, targets: expression(z), targetsIndex: number(z) }))
      .nullish(),
    themesRecommendationSuccessResults: z
      .array(z.object({ themeType: text(z), themeIndex: number(z), recommendedBid }))
      .nullish(),
    themesRecommendationErrorResults: z
      .array(z.object({ ...fault, themeType: text(z), themeIndex: number(z) }))
      .nullish(),
  });
};
