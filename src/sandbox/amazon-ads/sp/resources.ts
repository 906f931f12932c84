import type { Collection } from "../types.ts";
import type { FieldRules } from "./fields.ts";

/** One of the resources that share the verbs of Sponsored Products v3. */
export interface Resource {
  collection: Collection;
  /** The path behind the product's, such as `/sp/campaigns`. */
  path: string;
  /** The name of the list in bodies. */
  key: string;
  /** The name of the whole entity in `success[]`. */
  single: string;
  /** The name of the id in `success[]`, where it is not the entity's own. */
  successId?: string;
  /** Fields of the entity that `success[]` has without being asked for the whole. */
  brief?: readonly string[];
  /** The filter of its own ids, for lists and for archiving. */
  idFilter: string;
  /** The other filters of its lists, beside that of the state. */
  filters: Readonly<Record<string, FilterRule>>;
  media: string;
  fields: FieldRules;
  /** The most items of one request. */
  batch: number;
  /** The largest page; default 1000. */
  max?: number;
  /** The size of every page, where a request has no say in it. */
  page?: number;
  /** The most ids of its own filter; default 1000. */
  idMax?: number;
  /** The states that a list may ask for. */
  listStates?: readonly string[];
  /** The name of the count of everything found; default `totalResults`. */
  total?: "totalCount";
  /** Whether plain JSON is taken too. */
  takesJson?: boolean;
  /** Whether `success[]` has the whole entity without being asked. */
  always?: boolean;
  /** Extended data as Sponsored Brands writes them, with every entity. */
  extended?: "always";
}

/** How a filter of a list looks at an entity. */
export type FilterRule =
  | { ids: string; max?: number }
  | { text: string }
  | { oneOf: string; values: readonly string[]; bare?: "list" | "value"; parent?: "campaign" }
  | { asin: true };

const STATES = ["ENABLED", "PAUSED", "PROPOSED"] as const;
const state = { is: "text", oneOf: STATES, required: true } as const;
const campaignId = { is: "text", required: true, createOnly: true } as const;
const adGroupId = campaignId;
const bid = { is: "number" } as const;
const media = (name: string): string => `application/vnd.sp${name}.v3+json`;
const expression = (types: readonly string[]) =>
  ({
    is: "list",
    required: true,
    nested: { type: { is: "text", oneOf: types, required: true }, value: { is: "text" } },
  }) as const;

const NEGATIVE_TYPES = ["ASIN_BRAND_SAME_AS", "ASIN_SAME_AS"];
export const AUTO_TYPES = [
  "QUERY_HIGH_REL_MATCHES",
  "QUERY_BROAD_REL_MATCHES",
  "ASIN_SUBSTITUTE_RELATED",
  "ASIN_ACCESSORY_RELATED",
];
const TARGET_TYPES = [
  ...AUTO_TYPES,
  "ASIN_AGE_RANGE_SAME_AS",
  "ASIN_BRAND_SAME_AS",
  "ASIN_CATEGORY_SAME_AS",
  "ASIN_EXPANDED_FROM",
  "ASIN_GENRE_SAME_AS",
  "ASIN_IS_PRIME_SHIPPING_ELIGIBLE",
  "ASIN_PRICE_BETWEEN",
  "ASIN_PRICE_GREATER_THAN",
  "ASIN_PRICE_LESS_THAN",
  "ASIN_REVIEW_RATING_BETWEEN",
  "ASIN_REVIEW_RATING_GREATER_THAN",
  "ASIN_REVIEW_RATING_LESS_THAN",
  "ASIN_SAME_AS",
  "KEYWORD_GROUP_SAME_AS",
  "OTHER",
];

const byCampaign = { campaignIdFilter: { ids: "campaignId", max: 100 } } as const;
const byAdGroup = { ...byCampaign, adGroupIdFilter: { ids: "adGroupId", max: 100 } } as const;
const negativeMatch = ["NEGATIVE_BROAD", "NEGATIVE_EXACT", "NEGATIVE_PHRASE"];
const native = {
  nativeLanguageKeyword: { is: "text", createOnly: true },
  nativeLanguageLocale: { is: "text", createOnly: true },
} as const;
const keywordText = { is: "text", required: true, createOnly: true } as const;

export const campaigns: Resource = {
  collection: "sp/campaigns",
  path: "/sp/campaigns",
  key: "campaigns",
  single: "campaign",
  idFilter: "campaignIdFilter",
  filters: {
    portfolioIdFilter: { ids: "portfolioId", max: 100 },
    nameFilter: { text: "name" },
    marketplaceBudgetAllocationFilter: { oneOf: "marketplaceBudgetAllocation", values: ["AUTO", "MANUAL"] },
  },
  media: media("Campaign"),
  batch: 1000,
  fields: {
    name: { is: "text", required: true },
    state,
    targetingType: { is: "text", oneOf: ["AUTO", "MANUAL"], required: true },
    budget: {
      is: "object",
      required: true,
      nested: {
        budget: { is: "number", required: true },
        budgetType: { is: "text", oneOf: ["DAILY"], required: true },
      },
    },
    dynamicBidding: {
      is: "object",
      nested: {
        strategy: { is: "text", oneOf: ["AUTO_FOR_SALES", "LEGACY_FOR_SALES", "MANUAL", "RULE_BASED"] },
        placementBidding: {
          is: "list",
          nested: {
            placement: {
              is: "text",
              oneOf: [
                "PLACEMENT_TOP",
                "PLACEMENT_PRODUCT_PAGE",
                "PLACEMENT_REST_OF_SEARCH",
                "SITE_AMAZON_BUSINESS",
              ],
              required: true,
            },
            percentage: { is: "number", required: true },
          },
        },
        shopperCohortBidding: { is: "list" },
      },
    },
    startDate: { is: "date" },
    endDate: { is: "date" },
    portfolioId: { is: "text" },
    autoManageCampaign: { is: "boolean", createOnly: true },
    offAmazonSettings: { is: "object" },
    siteRestrictions: { is: "list", oneOf: ["AMAZON_BUSINESS", "AMAZON_HAUL"] },
    tags: { is: "object" },
  },
};

export const adGroups: Resource = {
  collection: "sp/adGroups",
  path: "/sp/adGroups",
  key: "adGroups",
  single: "adGroup",
  brief: ["adGroupId", "name"],
  idFilter: "adGroupIdFilter",
  filters: {
    ...byCampaign,
    nameFilter: { text: "name" },
    campaignTargetingTypeFilter: {
      oneOf: "targetingType",
      values: ["AUTO", "MANUAL"],
      bare: "value",
      parent: "campaign",
    },
  },
  media: media("AdGroup"),
  batch: 1000,
  fields: {
    campaignId,
    name: { is: "text", required: true },
    defaultBid: { is: "number", required: true },
    state,
  },
};

export const keywords: Resource = {
  collection: "sp/keywords",
  path: "/sp/keywords",
  key: "keywords",
  single: "keyword",
  idFilter: "keywordIdFilter",
  filters: {
    ...byAdGroup,
    keywordTextFilter: { text: "keywordText" },
    matchTypeFilter: { oneOf: "matchType", values: ["BROAD", "EXACT", "PHRASE", "OTHER"], bare: "list" },
  },
  media: media("Keyword"),
  batch: 1000,
  fields: {
    campaignId,
    adGroupId,
    keywordText,
    matchType: { is: "text", oneOf: ["BROAD", "EXACT", "PHRASE"], required: true, createOnly: true },
    bid,
    state,
    ...native,
  },
};

export const productAds: Resource = {
  collection: "sp/productAds",
  path: "/sp/productAds",
  key: "productAds",
  single: "productAd",
  idFilter: "adIdFilter",
  filters: byAdGroup,
  media: media("ProductAd"),
  batch: 1000,
  fields: {
    campaignId,
    adGroupId,
    asin: { is: "text", createOnly: true },
    sku: { is: "text", createOnly: true },
    customText: { is: "text", createOnly: true },
    globalStoreSetting: { is: "object", createOnly: true },
    state,
  },
};

export const targets: Resource = {
  collection: "sp/targets",
  path: "/sp/targets",
  key: "targetingClauses",
  single: "targetingClause",
  idFilter: "targetIdFilter",
  filters: {
    ...byAdGroup,
    asinFilter: { asin: true },
    expressionTypeFilter: { oneOf: "expressionType", values: ["AUTO", "MANUAL", "OTHER"] },
  },
  media: media("TargetingClause"),
  batch: 1000,
  fields: {
    campaignId,
    adGroupId,
    expression: expression(TARGET_TYPES),
    expressionType: { is: "text", oneOf: ["MANUAL", "AUTO"], required: true, createOnly: true },
    bid,
    state,
  },
};

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

export const resources: readonly Resource[] = [
  campaigns,
  adGroups,
  keywords,
  productAds,
  targets,
  negativeKeywords,
  negativeTargets,
  campaignNegativeKeywords,
  campaignNegativeTargets,
];
