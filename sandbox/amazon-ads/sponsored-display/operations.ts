import type { Operations } from "../operation.ts";
import { extendedOperations, olderOperations } from "../older-api/operations.ts";
import { requiredText, parent, state, type OlderResource } from "../older-api/resource.ts";

const byParents = { campaignIdFilter: "campaignId", adGroupIdFilter: "adGroupId" };

export const campaigns: OlderResource = {
  collection: "sd/campaigns",
  path: "/sd/campaigns",
  idName: "campaignId",
  idFilters: { campaignIdFilter: "campaignId", portfolioIdFilter: "portfolioId" },
  filters: { name: "name" },
  defaults: { budgetType: "daily", costType: "cpc", deliveryProfile: "as_soon_as_possible" },
  fields: {
    name: requiredText,
    tactic: { is: "text", oneOf: ["T00020", "T00030"], required: true, createOnly: true },
    budget: { is: "amount", required: true },
    budgetType: { is: "text", oneOf: ["daily"] },
    costType: { is: "text", oneOf: ["cpc", "vcpm"] },
    startDate: { is: "date" },
    endDate: { is: "date" },
    portfolioId: { is: "id", nullable: true },
    state,
  },
};

export const adGroups: OlderResource = {
  collection: "sd/adGroups",
  path: "/sd/adGroups",
  idName: "adGroupId",
  idFilters: byParents,
  filters: { name: "name" },
  defaults: { bidOptimization: "clicks", creativeType: null },
  fields: {
    campaignId: parent,
    name: requiredText,
    defaultBid: { is: "amount", required: true },
    bidOptimization: { is: "text", oneOf: ["reach", "clicks", "conversions"] },
    creativeType: { is: "text", oneOf: ["IMAGE", "VIDEO"], createOnly: true },
    state,
  },
};

export const productAds: OlderResource = {
  collection: "sd/productAds",
  path: "/sd/productAds",
  idName: "adId",
  idFilters: { ...byParents, adIdFilter: "adId" },
  fields: {
    campaignId: parent,
    adGroupId: parent,
    asin: { is: "text", createOnly: true },
    sku: { is: "text", createOnly: true },
    adName: { is: "text", createOnly: true },
    landingPageURL: { is: "text", createOnly: true },
    landingPageType: { is: "text", oneOf: ["STORE", "MOMENT", "OFF_AMAZON_LINK"], createOnly: true },
    state,
  },
};

export const targets: OlderResource = {
  collection: "sd/targets",
  path: "/sd/targets",
  idName: "targetId",
  idFilters: { ...byParents, targetIdFilter: "targetId" },
  fields: {
    adGroupId: parent,
    expression: { is: "list", required: true, createOnly: true },
    expressionType: { is: "text", oneOf: ["manual", "auto"], required: true, createOnly: true },
    bid: { is: "amount" },
    state,
  },
};

export const negativeTargets: OlderResource = {
  collection: "sd/negativeTargets",
  path: "/sd/negativeTargets",
  idName: "negativeTargetId",
  // Filters by target ids exist only in the path `/sd/negativeTargets/extended`.
  idFilters: byParents,
  fields: {
    adGroupId: parent,
    expression: { is: "list", required: true, createOnly: true },
    expressionType: { is: "text", oneOf: ["manual", "auto"], required: true, createOnly: true },
    state,
  },
};

export const sponsoredDisplay: Operations = {
  ...Object.assign(
    {},
    ...[campaigns, adGroups, productAds, targets, negativeTargets].flatMap((resource) => [
      olderOperations(resource),
      extendedOperations(
        resource === negativeTargets
          ? { ...resource, idFilters: { ...byParents, targetIdFilter: "targetId" } }
          : resource,
      ),
    ]),
  ),
};
