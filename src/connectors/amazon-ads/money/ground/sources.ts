import type { Product } from "./spending-entity.ts";

/** The facts about an entity that are needed to list its records. */
export interface Source {
  entity: string;
  idField: string;
  /** The param with the ids of the records. */
  idsParam?: string;
  idsPerRead: number;
  /** The value of the param `limit`. 0 if the list action has no such param. */
  pageSize: number;
  /** The values of the param `states`: all states, and the state of records that run. */
  states?: { all: readonly string[]; enabled: readonly string[] };
}

type Kind = "campaign" | "adGroup" | "keyword" | "target" | "theme" | "ad";

const upper = { all: ["ENABLED", "PAUSED", "PROPOSED", "ARCHIVED"], enabled: ["ENABLED"] };
const lower = { all: ["enabled", "paused", "archived"], enabled: ["enabled"] };
const sp = { idsPerRead: 100, pageSize: 1000, states: upper };
const sb = {
  idsPerRead: 10,
  pageSize: 100,
  states: { all: ["ENABLED", "PAUSED", "ARCHIVED"], enabled: ["ENABLED"] },
};
const older = { idsPerRead: 100, pageSize: 5000, states: lower };

const campaign = { idField: "campaignId", idsParam: "campaignIds" };
const adGroup = { idField: "adGroupId", idsParam: "adGroupIds" };

export const sources: Readonly<Record<Product, Readonly<Partial<Record<Kind, Source>>>>> = {
  sp: {
    campaign: { ...sp, ...campaign, entity: "sponsored_product_campaigns" },
    adGroup: { ...sp, ...adGroup, entity: "sponsored_product_ad_groups" },
    keyword: { ...sp, entity: "sponsored_product_keywords", idField: "keywordId" },
    target: { ...sp, entity: "sponsored_product_targets", idField: "targetId" },
    ad: { ...sp, entity: "sponsored_product_product_ads", idField: "adId" },
  },
  sb: {
    campaign: { ...sb, ...campaign, entity: "sponsored_brands_campaigns" },
    adGroup: { ...sb, ...adGroup, entity: "sponsored_brands_ad_groups" },
    keyword: { ...older, entity: "sb_keywords", idField: "keywordId" },
    target: { ...older, entity: "sb_targets", idField: "targetId" },
    theme: { ...older, entity: "sb_themes", idField: "themeId" },
    ad: { ...sb, entity: "sponsored_brands_ads", idField: "adId" },
  },
  sd: {
    campaign: { ...older, ...campaign, entity: "sd_campaigns" },
    adGroup: { ...older, ...adGroup, entity: "sd_ad_groups" },
    target: { ...older, entity: "sd_targets", idField: "targetId" },
    ad: { ...older, entity: "sd_product_ads", idField: "adId" },
  },
};

export const portfolioSource: Source = {
  entity: "portfolios",
  idField: "portfolioId",
  idsParam: "portfolioIds",
  idsPerRead: 100,
  pageSize: 0,
};
