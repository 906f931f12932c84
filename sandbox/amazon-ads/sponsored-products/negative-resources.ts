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
} from "./common-fields.ts";

export const negativeKeywords: Resource = {
  collection: "sp/negativeKeywords",
  path: "/sp/negativeKeywords",
  key: "negativeKeywords",
  entityKey: "negativeKeyword",
  successId: "negativeKeywordId",
  idFilter: "negativeKeywordIdFilter",
  filters: {
    ...byAdGroup,
    negativeKeywordTextFilter: { text: "keywordText" },
    matchTypeFilter: { oneOf: "matchType", values: [...negativeMatch, "OTHER"], bare: "list" },
  },
  media: media("NegativeKeyword"),
  maxItems: 1000,
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
  entityKey: "negativeTargetingClause",
  idFilter: "negativeTargetIdFilter",
  filters: { ...byAdGroup, asinFilter: { asin: true } },
  media: media("NegativeTargetingClause"),
  maxItems: 1000,
  fields: { campaignId, adGroupId, expression: expression(NEGATIVE_TYPES), state },
};

export const campaignNegativeKeywords: Resource = {
  collection: "sp/campaignNegativeKeywords",
  path: "/sp/campaignNegativeKeywords",
  key: "campaignNegativeKeywords",
  entityKey: "campaignNegativeKeyword",
  successId: "campaignNegativeKeywordId",
  idFilter: "campaignNegativeKeywordIdFilter",
  filters: {
    ...byCampaign,
    campaignNegativeKeywordTextFilter: { text: "keywordText" },
    matchTypeFilter: { oneOf: "matchType", values: [...negativeMatch, "OTHER"], bare: "list" },
  },
  media: media("CampaignNegativeKeyword"),
  maxItems: 1000,
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
  entityKey: "campaignNegativeTargetingClauses",
  successId: "campaignNegativeTargetingClauseId",
  idFilter: "campaignNegativeTargetIdFilter",
  filters: { ...byCampaign, asinFilter: { asin: true } },
  media: media("CampaignNegativeTargetingClause"),
  maxItems: 1000,
  fields: { campaignId, expression: expression(NEGATIVE_TYPES), state },
};
