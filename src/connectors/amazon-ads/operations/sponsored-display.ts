import { docs, json, vendor, vendorPost, type AdsOperation, type AdsOperations } from "./operation.ts";

// In this API, bodies are arrays, ids are numbers, states are in lower case, and a page starts at an index.

const page = docs("sponsored-display/3-0/openapi");

const filters = {
  states: "stateFilter",
  campaignIds: "campaignIdFilter",
  adGroupIds: "adGroupIdFilter",
  adIds: "adIdFilter",
  targetIds: "targetIdFilter",
  portfolioIds: "portfolioIdFilter",
};

const shared = { accept: json, needsProfile: true, docs: page };

const list = {
  ...shared,
  method: "GET",
  stateSeparator: ", ",
  paging: {
    kind: "cursor",
    limit: "count",
    cursor: "startIndex",
    next: "next",
    default: 100,
    max: 5000,
  },
  arguments: filters,
} as const;

function writes(name: string, id: string): [string, AdsOperation][] {
  const write = {
    ...shared,
    path: `/sd/${name}`,
    contentType: json,
    body: { kind: "json", argument: name },
    numericIds: true,
    batch: { key: name, record: "", ids: [id] },
  } as const;
  return [
    [`sd.${name}.create`, { ...write, method: "POST" }],
    [`sd.${name}.update`, { ...write, method: "PUT" }],
  ];
}

const verbs = (name: string, id: string): [string, AdsOperation][] => [
  [`sd.${name}.list`, { ...list, path: `/sd/${name}` }],
  [`sd.${name}.get`, { ...shared, method: "GET", path: `/sd/${name}/{${id}}` }],
  ...writes(name, id),
];

const post = vendorPost(page);

const creatives = (path: string): AdsOperation => ({
  ...shared,
  method: "GET",
  path,
  paging: { kind: "offset", limit: "count", cursor: "startIndex", default: 100, max: 100 },
  arguments: { adGroupIds: "adGroupIdFilter", creativeIds: "creativeIdFilter" },
});

export const sponsoredDisplay: AdsOperations = {
  ...Object.fromEntries([
    ...verbs("campaigns", "campaignId"),
    ...verbs("adGroups", "adGroupId"),
    ...verbs("productAds", "adId"),
    ...verbs("targets", "targetId"),
    ...verbs("negativeTargets", "targetId"),
    ...writes("creatives", "creativeId"),
  ]),
  // Only this path filters by target ids.
  "sd.negativeTargets.list": { ...list, path: "/sd/negativeTargets/extended" },
  "sd.creatives.list": creatives("/sd/creatives"),
  "sd.creatives.moderation": creatives("/sd/moderation/creatives"),
  "sd.creatives.preview": {
    ...shared,
    method: "POST",
    path: "/sd/creatives/preview",
    contentType: json,
  },
  "sd.creatives.headlines": {
    ...shared,
    method: "POST",
    path: "/sd/recommendations/creative/headline",
    contentType: vendor("sdheadlinerecommendationrequest.v4.0"),
    accept: vendor("sdheadlinerecommendationresponse.v4.0"),
  },
  "sd.targets.bid_recommendations": {
    ...shared,
    method: "POST",
    path: "/sd/targets/bid/recommendations",
    contentType: vendor("sdtargetingrecommendations.v3.4"),
    accept: vendor("sdtargetingrecommendations.v3.3"),
  },
  "sd.targets.recommendations": post("/sd/targets/recommendations", "sdtargetingrecommendations.v3.5"),
  "sd.campaigns.budget_usage": post("/sd/campaigns/budget/usage", "sdcampaignbudgetusage.v1"),
  "sd.campaigns.budget_recommendations": post(
    "/sd/campaigns/budgetRecommendations",
    "sdbudgetrecommendations.v3",
  ),
};
