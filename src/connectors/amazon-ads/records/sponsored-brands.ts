import type { Z } from "../../../core/contract/action.ts";
import { extendedData, flag, number, tags, text, things } from "./common-fields.ts";

export const BrandsCampaign = (z: Z) =>
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

export const BrandsAdGroup = (z: Z) =>
  z.object({
    adGroupId: z.string(),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    extendedData: extendedData(z),
  });

export const BrandsAd = (z: Z) =>
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

export const BrandsKeyword = (z: Z) =>
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

export const BrandsTarget = (z: Z) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expressions: things(z),
    resolvedExpressions: things(z),
    bid: number(z),
    state: text(z),
  });
