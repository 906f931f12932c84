import { docs, tokens, vendor, vendorPost, type AdsOperation, type AdsOperations } from "./operation.ts";

// Version 3 of the API has nine resources with the same four operations.
// https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi

const page = docs("sponsored-products/3-0/openapi/prod");

/** The path of each filter in the request body, by the connector's param. */
const filters = {
  states: "stateFilter.include",
  campaignIds: "campaignIdFilter.include",
  adGroupIds: "adGroupIdFilter.include",
  portfolioIds: "portfolioIdFilter.include",
  names: "nameFilter.include",
  nameMatch: "nameFilter.queryTermMatchType",
  asins: "asinFilter.include",
  matchTypes: "matchTypeFilter",
  expressionTypes: "expressionTypeFilter.include",
  targetingType: "campaignTargetingTypeFilter",
  extended: "includeExtendedDataFields",
};

interface Resource {
  type: string;
  key: string;
  /** The key of an item's record in the response to a batch. */
  record: string;
  /** The keys of the resource's id. A record uses the first key. The response to a batch can use another key. */
  ids: readonly string[];
  /** The connector's param that filters by the resource's id, and Amazon's name for this filter. */
  filter: readonly [param: string, filter: string];
  /** Amazon's name for the filter by keyword text. */
  text?: string;
}

const resources: Readonly<Record<string, Resource>> = {
  campaigns: {
    type: "spCampaign.v3",
    key: "campaigns",
    record: "campaign",
    ids: ["campaignId"],
    filter: ["campaignIds", "campaignIdFilter"],
  },
  adGroups: {
    type: "spAdGroup.v3",
    key: "adGroups",
    record: "adGroup",
    ids: ["adGroupId"],
    filter: ["adGroupIds", "adGroupIdFilter"],
  },
  keywords: {
    type: "spKeyword.v3",
    key: "keywords",
    record: "keyword",
    ids: ["keywordId"],
    filter: ["keywordIds", "keywordIdFilter"],
    text: "keywordTextFilter",
  },
  productAds: {
    type: "spProductAd.v3",
    key: "productAds",
    record: "productAd",
    ids: ["adId"],
    filter: ["adIds", "adIdFilter"],
  },
  targets: {
    type: "spTargetingClause.v3",
    key: "targetingClauses",
    record: "targetingClause",
    ids: ["targetId"],
    filter: ["targetIds", "targetIdFilter"],
  },
  negativeKeywords: {
    type: "spNegativeKeyword.v3",
    key: "negativeKeywords",
    record: "negativeKeyword",
    ids: ["keywordId", "negativeKeywordId"],
    filter: ["keywordIds", "negativeKeywordIdFilter"],
    text: "negativeKeywordTextFilter",
  },
  negativeTargets: {
    type: "spNegativeTargetingClause.v3",
    key: "negativeTargetingClauses",
    record: "negativeTargetingClause",
    ids: ["targetId"],
    filter: ["targetIds", "negativeTargetIdFilter"],
  },
  campaignNegativeKeywords: {
    type: "spCampaignNegativeKeyword.v3",
    key: "campaignNegativeKeywords",
    record: "campaignNegativeKeyword",
    ids: ["keywordId", "campaignNegativeKeywordId"],
    filter: ["keywordIds", "campaignNegativeKeywordIdFilter"],
    text: "campaignNegativeKeywordTextFilter",
  },
  campaignNegativeTargets: {
    type: "spCampaignNegativeTargetingClause.v3",
    key: "campaignNegativeTargetingClauses",
    // For this resource, Amazon uses the plural even as the key of a single record.
    record: "campaignNegativeTargetingClauses",
    ids: ["targetId", "campaignNegativeTargetingClauseId"],
    filter: ["targetIds", "campaignNegativeTargetIdFilter"],
  },
};

function verbs(name: string, { type, key, record, ids, filter, text }: Resource): [string, AdsOperation][] {
  const shared = { contentType: vendor(type), accept: vendor(type), needsProfile: true, docs: page };
  const [param, amazonFilter] = filter;
  const batch = { key, record, ids };
  const path = `/sp/${name}`;
  const words =
    text === undefined ? {} : { keywordTexts: `${text}.include`, textMatch: `${text}.queryTermMatchType` };
  return [
    [
      `sp.${name}.list`,
      {
        ...shared,
        method: "POST",
        path: `${path}/list`,
        paging: tokens(100, 1000),
        arguments: { ...filters, ...words, [param]: `${amazonFilter}.include` },
      },
    ],
    [`sp.${name}.create`, { ...shared, method: "POST", path, prefer: true, batch }],
    [`sp.${name}.update`, { ...shared, method: "PUT", path, prefer: true, batch }],
    [
      `sp.${name}.archive`,
      {
        ...shared,
        method: "POST",
        path: `${path}/delete`,
        batch,
        arguments: { [param]: `${amazonFilter}.include` },
      },
    ],
  ];
}

const post = vendorPost(page);

export const sponsoredProducts: AdsOperations = {
  ...Object.fromEntries(Object.entries(resources).flatMap(([name, resource]) => verbs(name, resource))),
  "sp.campaigns.budget_usage": post("/sp/campaigns/budget/usage", "spcampaignbudgetusage.v1"),
  "sp.campaigns.budget_recommendations": post(
    "/sp/campaigns/budgetRecommendations",
    "budgetrecommendation.v3",
  ),
  "sp.campaigns.initial_budget_recommendation": post(
    "/sp/campaigns/initialBudgetRecommendation",
    "spinitialbudgetrecommendation.v3.4",
  ),
  "sp.campaigns.recommendations": {
    ...post("/sp/campaign/recommendations", "spgetcampaignrecommendationsrequest.v2"),
    accept: vendor("spgetcampaignrecommendationsresponse.v2"),
    paging: tokens(5, 5),
  },
  "sp.targets.bid_recommendations": post(
    "/sp/targets/bid/recommendations",
    "spthemebasedbidrecommendation.v5",
  ),
  "sp.keywords.keyword_recommendations": post(
    "/sp/targets/keywords/recommendations",
    "spkeywordsrecommendation.v5",
  ),
};
