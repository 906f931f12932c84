import type { Zod } from "../../../core/contract/action.ts";
import { text } from "./common-fields.ts";

export const PromotionGroup = (z: Zod) =>
  z.object({
    targetPromotionGroupId: z.string(),
    targetPromotionGroupName: text(z),
    state: text(z),
    /** The ad group in which search terms and products are found. */
    sourceAdGroupId: text(z),
    sourceCampaignId: text(z),
    adIds: z.array(z.string()).nullish(),
    /** The manual ad groups that get the new keywords and targets. */
    destinationAdGroups: z.array(z.object({ adGroupId: text(z) })).nullish(),
  });

export const PromotedTarget = (z: Zod) =>
  z.object({
    targetPromotionGroupId: text(z),
    destinationAdGroupId: text(z),
    /** Present only for keywords. */
    keywordId: text(z),
    keywordText: text(z),
    matchType: text(z),
    /** Present only for products. `target` is the ASIN. */
    targetId: text(z),
    target: text(z),
    expressionType: text(z),
  });

export const TargetToPromote = (z: Zod) =>
  z.object({
    /** A keyword or an ASIN. */
    recommendedTarget: text(z),
    targetType: text(z),
    campaignId: text(z),
    adGroupId: text(z),
    adId: text(z),
    adAsin: text(z),
    recommendationReasons: z.array(z.object({ reason: text(z), data: text(z) })).nullish(),
  });
