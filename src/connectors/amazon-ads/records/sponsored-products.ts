import type { Zod } from "../../../core/contract/action.ts";
import { extendedData, flag, number, tags, text, things } from "./common-fields.ts";

const expression = (z: Zod) => z.array(z.object({ type: text(z), value: text(z) })).nullish();

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
        shopperCohortBidding: z.array(z.record(z.string(), z.unknown())).nullish(),
      })
      .nullish(),
    startDate: text(z),
    endDate: text(z),
    portfolioId: text(z),
    premiumBidAdjustment: flag(z),
    siteRestrictions: z.array(z.string()).nullish(),
    offAmazonSettings: z.record(z.string(), z.unknown()).nullish(),
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
    next: z
      .object({ entity: z.string(), action: z.string(), params: z.record(z.string(), z.unknown()) })
      .nullish(),
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

/** The suggested bids are in minor units of the currency, such as cents. */
export const KeywordRecommendation = (z: Zod) =>
  z.object({ keywordTargetList: things(z), impactMetrics: z.unknown() });

export const BidRecommendation = (z: Zod) => z.object({ bidRecommendations: things(z) });
