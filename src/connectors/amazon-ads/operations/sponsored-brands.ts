import {
  docs,
  json,
  tokens,
  vendor,
  vendorPost,
  type AdsOperation,
  type AdsOperations,
} from "./operation.ts";

// The operations of Sponsored Brands. An operation uses version 4 of the API, or version 3 if version 4 has no such
// operation.

const page = docs("sponsored-brands/3-0/openapi/prod");

const filters = {
  states: "stateFilter.include",
  campaignIds: "campaignIdFilter.include",
  adGroupIds: "adGroupIdFilter.include",
  adIds: "adIdFilter.include",
  portfolioIds: "portfolioIdFilter.include",
  names: "nameFilter.include",
  nameMatch: "nameFilter.queryTermMatchType",
  extended: "includeExtendedDataFields",
};

function verbs(
  name: string,
  type: string,
  record: string,
  id: string,
  param: string,
): [string, AdsOperation][] {
  const shared = { contentType: vendor(type), accept: vendor(type), needsProfile: true, docs: page };
  const batch = { key: name, record, ids: [id] };
  const path = `/sb/v4/${name}`;
  return [
    [
      `sb.${name}.list`,
      { ...shared, method: "POST", path: `${path}/list`, paging: tokens(100, 100), arguments: filters },
    ],
    [`sb.${name}.update`, { ...shared, method: "PUT", path, batch }],
    [
      `sb.${name}.archive`,
      {
        ...shared,
        method: "POST",
        path: `${path}/delete`,
        batch,
        arguments: { [param]: filters[param as keyof typeof filters] },
      },
    ],
  ];
}

const post = vendorPost(page);

export const sponsoredBrands: AdsOperations = {
  ...Object.fromEntries([
    ...verbs("campaigns", "sbcampaignresource.v4", "campaign", "campaignId", "campaignIds"),
    ...verbs("adGroups", "sbadgroupresource.v4", "adGroup", "adGroupId", "adGroupIds"),
    ...verbs("ads", "sbadresource.v4", "ad", "adId", "adIds"),
  ]),
  "sb.campaigns.budget_usage": post("/sb/campaigns/budget/usage", "sbcampaignbudgetusage.v1"),
  "sb.campaigns.budget_recommendations": post(
    "/sb/campaigns/budgetRecommendations",
    "sbbudgetrecommendation.v4",
  ),
  "sb.keywords.list": {
    method: "GET",
    path: "/sb/keywords",
    accept: vendor("sbkeyword.v3.2"),
    needsProfile: true,
    paging: { kind: "offset", limit: "count", cursor: "startIndex", default: 100, max: 5000 },
    arguments: {
      states: "stateFilter",
      campaignIds: "campaignIdFilter",
      adGroupIds: "adGroupIdFilter",
      keywordIds: "keywordIdFilter",
      matchTypes: "matchTypeFilter",
    },
    docs: page,
  },
  "sb.targets.list": {
    method: "POST",
    path: "/sb/targets/list",
    // This operation refuses the content type `application/vnd...` with the status 415, unlike the other operations.
    contentType: json,
    accept: vendor("sblisttargetsresponse.v3.2"),
    needsProfile: true,
    numericIds: true,
    paging: tokens(100, 5000),
    docs: page,
  },
  "sb.brands.list": {
    method: "GET",
    path: "/brands",
    accept: vendor("brand.v3"),
    needsProfile: true,
    docs: page,
  },
};
