import type { Resource } from "../sponsored-products/resource.ts";

const state = { is: "text", oneOf: ["ENABLED", "PAUSED"], required: true } as const;
const common = {
  maxItems: 10,
  maxPageSize: 100,
  maxIds: 10,
  acceptsJson: true,
  alwaysComplete: true,
  listStates: ["ENABLED", "PAUSED", "ARCHIVED"],
} as const;
const byCampaign = {
  campaignIdFilter: { ids: "campaignId", max: 10 },
  nameFilter: { text: "name" },
} as const;

// Version 4 of the API. The operations are like those of Sponsored Products, but a request can have fewer items.
export const campaigns: Resource = {
  ...common,
  collection: "sb/campaigns",
  path: "/sb/v4/campaigns",
  key: "campaigns",
  entityKey: "campaign",
  idFilter: "campaignIdFilter",
  filters: {
    portfolioIdFilter: { ids: "portfolioId", max: 10 },
    nameFilter: { text: "name" },
  },
  media: "application/vnd.sbcampaignresource.v4+json",
  totalKey: "totalCount",
  fields: {
    name: { is: "text", required: true },
    state,
    budget: { is: "number", required: true },
    budgetType: { is: "text", oneOf: ["DAILY", "LIFETIME"], required: true, createOnly: true },
    startDate: { is: "date" },
    endDate: { is: "date", nullable: true },
    brandEntityId: { is: "text", createOnly: true },
    portfolioId: { is: "text", nullable: true },
    bidding: { is: "object" },
    goal: { is: "text", createOnly: true },
    costType: { is: "text", createOnly: true },
    productLocation: {
      is: "text",
      oneOf: ["SOLD_ON_AMAZON", "NOT_SOLD_ON_AMAZON", "SOLD_ON_DTC"],
      createOnly: true,
    },
    siteRestrictions: { is: "list", oneOf: ["AMAZON_BUSINESS"], createOnly: true },
    smartDefault: { is: "list", createOnly: true },
    tags: { is: "object" },
  },
};

export const adGroups: Resource = {
  ...common,
  collection: "sb/adGroups",
  path: "/sb/v4/adGroups",
  key: "adGroups",
  entityKey: "adGroup",
  idFilter: "adGroupIdFilter",
  filters: byCampaign,
  media: "application/vnd.sbadgroupresource.v4+json",
  extended: "always",
  fields: {
    campaignId: { is: "text", required: true, createOnly: true },
    name: { is: "text", required: true },
    state,
  },
};

export const ads: Resource = {
  ...common,
  collection: "sb/ads",
  path: "/sb/v4/ads",
  key: "ads",
  entityKey: "ad",
  idFilter: "adIdFilter",
  filters: { ...byCampaign, adGroupIdFilter: { ids: "adGroupId", max: 10 } },
  media: "application/vnd.sbadresource.v4+json",
  extended: "always",
  fields: {
    adGroupId: { is: "text", required: true, createOnly: true },
    name: { is: "text", required: true },
    state,
    creative: { is: "object", required: true, createOnly: true },
    landingPage: { is: "object", createOnly: true },
  },
};
