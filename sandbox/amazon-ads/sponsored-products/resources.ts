import {
  campaignNegativeKeywords,
  campaignNegativeTargets,
  negativeKeywords,
  negativeTargets,
} from "./negative-resources.ts";
import type { Resource } from "./resource.ts";
import {
  TARGET_TYPES,
  adGroupId,
  bid,
  byAdGroup,
  byCampaign,
  campaignId,
  expression,
  keywordText,
  media,
  native,
  state,
} from "./common-fields.ts";

const campaigns: Resource = {
  collection: "sp/campaigns",
  path: "/sp/campaigns",
  key: "campaigns",
  entityKey: "campaign",
  idFilter: "campaignIdFilter",
  filters: {
    portfolioIdFilter: { ids: "portfolioId", max: 100 },
    nameFilter: { text: "name" },
    marketplaceBudgetAllocationFilter: { oneOf: "marketplaceBudgetAllocation", values: ["AUTO", "MANUAL"] },
  },
  media: media("Campaign"),
  maxItems: 1000,
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
    endDate: { is: "date", nullable: true },
    portfolioId: { is: "text", nullable: true },
    autoManageCampaign: { is: "boolean", createOnly: true },
    offAmazonSettings: { is: "object" },
    siteRestrictions: { is: "list", oneOf: ["AMAZON_BUSINESS", "AMAZON_HAUL"] },
    tags: { is: "object" },
  },
};

const adGroups: Resource = {
  collection: "sp/adGroups",
  path: "/sp/adGroups",
  key: "adGroups",
  entityKey: "adGroup",
  fieldsInResult: ["adGroupId", "name"],
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
  maxItems: 1000,
  fields: {
    campaignId,
    name: { is: "text", required: true },
    defaultBid: { is: "number", required: true },
    state,
  },
};

const keywords: Resource = {
  collection: "sp/keywords",
  path: "/sp/keywords",
  key: "keywords",
  entityKey: "keyword",
  idFilter: "keywordIdFilter",
  filters: {
    ...byAdGroup,
    keywordTextFilter: { text: "keywordText" },
    matchTypeFilter: { oneOf: "matchType", values: ["BROAD", "EXACT", "PHRASE", "OTHER"], bare: "list" },
  },
  media: media("Keyword"),
  maxItems: 1000,
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

const productAds: Resource = {
  collection: "sp/productAds",
  path: "/sp/productAds",
  key: "productAds",
  entityKey: "productAd",
  idFilter: "adIdFilter",
  filters: byAdGroup,
  media: media("ProductAd"),
  maxItems: 1000,
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

const targets: Resource = {
  collection: "sp/targets",
  path: "/sp/targets",
  key: "targetingClauses",
  entityKey: "targetingClause",
  idFilter: "targetIdFilter",
  filters: {
    ...byAdGroup,
    asinFilter: { asin: true },
    expressionTypeFilter: { oneOf: "expressionType", values: ["AUTO", "MANUAL", "OTHER"] },
  },
  media: media("TargetingClause"),
  maxItems: 1000,
  fields: {
    campaignId,
    adGroupId,
    expression: expression(TARGET_TYPES),
    expressionType: { is: "text", oneOf: ["MANUAL", "AUTO"], required: true, createOnly: true },
    bid,
    state,
  },
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
