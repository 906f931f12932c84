import type { Resource } from "./resource.ts";
import {
  NEGATIVE_TYPES,
  adGroupId,
  byAdGroup,
  byCampaign,
  campaignId,
  expression,
  keywordText,
  media,
  native,
  negativeMatch,
  state,
} from "./shared.ts";

export const negativeKeywords: Resource = {
  collection: "sp/negativeKeywords",
  path: "/sp/negativeKeywords",
  key: "negativeKeywords",
  single: "negativeKeyword",
  successId: "negativeKeywordId",
  idFilter: "negativeKeywordIdFilter",
  filters: {
    ...byAdGroup,
    negativeKeywordTextFilter: { text: "keywordText" },
    matchTypeFilter: { oneOf: "matchType", values: [...negativeMatch, "OTHER"], bare: "list" },
  },
  media: media("NegativeKeyword"),
  batch: 1000,
  fields: {
    campaignId,
    adGroupId,
    keywordText,
    matchType: { is: "text", oneOf: negativeMatch, required: true, createOnly: true },
    state,
    ...native,
  },
};

export const negativeTargets: Resource = {
  collection: "sp/negativeTargets",
  path: "/sp/negativeTargets",
  key: "negativeTargetingClauses",
  single: "negativeTargetingClause",
  idFilter: "negativeTargetIdFilter",
  filters: { ...byAdGroup, asinFilter: { asin: true } },
  media: media("NegativeTargetingClause"),
  batch: 1000,
  fields: { campaignId, adGroupId, expression: expression(NEGATIVE_TYPES), state },
};

export const campaignNegativeKeywords: Resource = {
  collection: "sp/campaignNegativeKeywords",
  path: "/sp/campaignNegativeKeywords",
  key: "campaignNegativeKeywords",
  single: "campaignNegativeKeyword",
  successId: "campaignNegativeKeywordId",
  idFilter: "campaignNegativeKeywordIdFilter",
  filters: {
    ...byCampaign,
    campaignNegativeKeywordTextFilter: { text: "keywordText" },
    matchTypeFilter: { oneOf: "matchType", values: [...negativeMatch, "OTHER"], bare: "list" },
  },
  media: media("CampaignNegativeKeyword"),
  batch: 1000,
  fields: {
    campaignId,
    keywordText,
    matchType: { is: "text", oneOf: negativeMatch, required: true, createOnly: true },
    state,
    ...native,
  },
};

export const campaignNegativeTargets: Resource = {
  collection: "sp/campaignNegativeTargets",
  path: "/sp/campaignNegativeTargets",
  key: "campaignNegativeTargetingClauses",
  single: "campaignNegativeTargetingClauses",
  successId: "campaignNegativeTargetingClauseId",
  idFilter: "campaignNegativeTargetIdFilter",
  filters: { ...byCampaign, asinFilter: { asin: true } },
  media: media("CampaignNegativeTargetingClause"),
  batch: 1000,
  fields: { campaignId, expression: expression(NEGATIVE_TYPES), state },
};
