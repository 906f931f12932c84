import type { Zod } from "../../../core/contract/action.ts";
import { number, text, things } from "./common-fields.ts";

export const DisplayCampaign = (z: Zod) =>
  z.object({
    campaignId: z.string(),
    name: text(z),
    state: text(z),
    tactic: text(z),
    costType: text(z),
    budget: number(z),
    budgetType: text(z),
    startDate: text(z),
    endDate: text(z),
    portfolioId: text(z),
    deliveryProfile: text(z),
  });

export const DisplayAdGroup = (z: Zod) =>
  z.object({
    adGroupId: z.string(),
    campaignId: text(z),
    name: text(z),
    state: text(z),
    defaultBid: number(z),
    bidOptimization: text(z),
    tactic: text(z),
    creativeType: text(z),
  });

export const DisplayAd = (z: Zod) =>
  z.object({
    adId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    asin: text(z),
    sku: text(z),
    adName: text(z),
    state: text(z),
    landingPageURL: text(z),
    landingPageType: text(z),
  });

export const DisplayNegativeTarget = (z: Zod) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    expressionType: text(z),
    expression: things(z),
    resolvedExpression: things(z),
    state: text(z),
    servingStatus: text(z),
  });

export const DisplayTarget = (z: Zod) =>
  z.object({
    targetId: z.string(),
    adGroupId: text(z),
    campaignId: text(z),
    expressionType: text(z),
    expression: things(z),
    resolvedExpression: things(z),
    bid: number(z),
    state: text(z),
  });

export const DisplayCreative = (z: Zod) =>
  z.object({
    creativeId: z.string(),
    adGroupId: text(z),
    creativeType: text(z),
    moderationStatus: text(z),
    properties: z.record(z.string(), z.unknown()).nullish(),
  });

export const DisplayModeration = (z: Zod) =>
  z.object({
    creativeId: z.string(),
    creativeType: text(z),
    moderationStatus: text(z),
    etaForModeration: text(z),
    policyViolations: things(z),
  });

/** The suggested bids in the order of the expressions. An item whose `code` is not 200 has no bid. */
export const DisplayBids = (z: Zod) =>
  z.object({
    bidRecommendations: z.array(
      z.object({
        code: text(z),
        rangeLower: number(z),
        recommended: number(z),
        rangeUpper: number(z),
        details: text(z),
      }),
    ),
  });

export const DisplayTargetAdvice = (z: Zod) =>
  z.object({
    products: z.array(z.object({ asin: text(z), rank: number(z) })).nullish(),
    categories: things(z),
  });

export const Preview = (z: Zod) => z.object({ previewHtml: text(z) });
