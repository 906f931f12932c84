import { docs, tokens, vendor, vendorPost, type AdsOperation, type AdsOperations } from "./operation.ts";

// Campaigns, ad groups and ads of Sponsored Brands, version 4 of the API.

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
    ...(name === "ads"
      ? []
      : [[`sb.${name}.create`, { ...shared, method: "POST", path, batch }] as [string, AdsOperation]]),
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

/** The path of each ad format, because each format has its own creative. */
const formats = {
  video: "video",
  brand_video: "brandVideo",
  product_collection: "productCollection",
  product_collection_extended: "productCollectionExtended",
  manual_collection: "manualCollection",
  auto_collection: "autoCollection",
  store_spotlight: "storeSpotlight",
};

export const sponsoredBrands: AdsOperations = {
  ...Object.fromEntries([
    ...verbs("campaigns", "sbcampaignresource.v4", "campaign", "campaignId", "campaignIds"),
    ...verbs("adGroups", "sbadgroupresource.v4", "adGroup", "adGroupId", "adGroupIds"),
    ...verbs("ads", "sbadresource.v4", "ad", "adId", "adIds"),
    ...Object.entries(formats).map(([format, path]): [string, AdsOperation] => [
      `sb.ads.create_${format}`,
      {
        ...post(`/sb/v4/ads/${path}`, "sbadresource.v4"),
        batch: { key: "ads", record: "ad", ids: ["adId"] },
      },
    ]),
  ]),
  // Each request makes a new version of the creative of an ad.
  ...Object.fromEntries(
    Object.entries(formats).map(([format, path]): [string, AdsOperation] => [
      `sb.creatives.update_${format}`,
      format.endsWith("_collection") && format !== "product_collection"
        ? {
            ...post(`/sb/ads/creatives/${path}`, "sbadresource.v4"),
            batch: { key: "creatives", param: "ads", record: "creative", ids: ["adId"] },
          }
        : post(`/sb/ads/creatives/${path}`, "sbAdCreativeResource.v4"),
    ]),
  ),
  "sb.creatives.list": {
    ...post("/sb/ads/creatives/list", "sbAdCreativeResource.v4"),
    paging: tokens(100, 100),
    arguments: { statuses: "creativeStatusFilter" },
  },
  "sb.campaigns.budget_usage": post("/sb/campaigns/budget/usage", "sbcampaignbudgetusage.v1"),
  "sb.campaigns.budget_recommendations": post(
    "/sb/campaigns/budgetRecommendations",
    "sbbudgetrecommendation.v4",
  ),
  "sb.brands.list": {
    method: "GET",
    path: "/brands",
    accept: vendor("brand.v3"),
    needsProfile: true,
    docs: page,
  },
};
