import type { Collection } from "./types.ts";

/** The name of the id field in each collection. */
export const idFields = {
  portfolios: "portfolioId",
  "sp/campaigns": "campaignId",
  "sp/adGroups": "adGroupId",
  "sp/keywords": "keywordId",
  "sp/productAds": "adId",
  "sp/targets": "targetId",
  "sp/negativeKeywords": "keywordId",
  "sp/negativeTargets": "targetId",
  "sp/campaignNegativeKeywords": "keywordId",
  "sp/campaignNegativeTargets": "targetId",
  "sb/campaigns": "campaignId",
  "sb/adGroups": "adGroupId",
  "sb/ads": "adId",
  "sb/keywords": "keywordId",
  "sb/negativeKeywords": "keywordId",
  "sb/targets": "targetId",
  "sb/negativeTargets": "targetId",
  "sb/themes": "themeId",
  "sd/campaigns": "campaignId",
  "sd/adGroups": "adGroupId",
  "sd/productAds": "adId",
  "sd/targets": "targetId",
  "sd/negativeTargets": "targetId",
  "sd/creatives": "creativeId",
} as const satisfies Record<Collection, string>;
