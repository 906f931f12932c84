import { brandsJudgements } from "./brands-judgements.ts";
import { creativeJudgements } from "./creative-judgements.ts";
import type { FieldJudgements } from "../ground/judgement-kinds.ts";

// The tables say how each field of a write can raise spending. `judgedEntities` makes a missing field a compile error.

const spCampaign = {
  name: "none",
  tags: "none",
  state: "state",
  "budget.budget": "daily budget",
  "budget.budgetType": "none",
  startDate: "start date",
  endDate: "end date",
  portfolioId: "portfolio",
  "dynamicBidding.strategy": "bidding",
  "dynamicBidding.placementBidding": "bidding",
} as const;

const sdCampaign = {
  name: "none",
  state: "state",
  budget: "daily budget",
  startDate: "start date",
  endDate: "end date",
  portfolioId: "portfolio",
} as const;

const portfolio = {
  name: "none",
  "budget.amount": "portfolio amount",
  "budget.currencyCode": "portfolio currency",
  "budget.policy": "portfolio policy",
  "budget.startDate": "portfolio start",
  "budget.endDate": "portfolio end",
} as const;

const schedule = (kind: "new record" | "rule") =>
  ({
    increasePercent: kind,
    startDate: kind,
    endDate: kind,
    daysOfWeek: kind,
    startTime: kind,
    endTime: kind,
  }) as const;

const condition = (kind: "new record" | "rule") =>
  ({ eventId: kind, metric: kind, comparison: kind, threshold: kind }) as const;

const parents = { campaignId: "id", adGroupId: "id" } as const;

const negative = { create: { state: "blocking state" }, update: { state: "blocking state" } } as const;

export const fieldJudgements = {
  "sponsored_product_campaigns.create": { ...spCampaign, targetingType: "new record" },
  "sponsored_product_campaigns.update": { ...spCampaign, campaignId: "id" },
  "sponsored_product_ad_groups.create": { campaignId: "id", name: "none", defaultBid: "bid", state: "state" },
  "sponsored_product_ad_groups.update": { adGroupId: "id", name: "none", defaultBid: "bid", state: "state" },
  "sponsored_product_keywords.create": {
    ...parents,
    keywordText: "new record",
    matchType: "new record",
    bid: "bid",
    state: "state",
  },
  "sponsored_product_keywords.update": { keywordId: "id", bid: "bid", state: "state" },
  "sponsored_product_targets.create": {
    ...parents,
    expression: "new record",
    expressionType: "none",
    bid: "bid",
    state: "state",
  },
  "sponsored_product_targets.update": { targetId: "id", bid: "bid", state: "state" },
  "sponsored_product_product_ads.create": {
    ...parents,
    sku: "new record",
    asin: "new record",
    state: "state",
  },
  "sponsored_product_product_ads.update": { adId: "id", state: "state" },
  "sponsored_product_negative_keywords.create": {
    ...parents,
    ...negative.create,
    keywordText: "new record",
    matchType: "new record",
  },
  "sponsored_product_negative_keywords.update": { keywordId: "id", ...negative.update },
  "sponsored_product_negative_targets.create": { ...parents, ...negative.create, expression: "new record" },
  "sponsored_product_negative_targets.update": { targetId: "id", ...negative.update },
  "sponsored_product_campaign_negative_keywords.create": {
    campaignId: "id",
    ...negative.create,
    keywordText: "new record",
    matchType: "new record",
  },
  "sponsored_product_campaign_negative_keywords.update": { keywordId: "id", ...negative.update },
  "sponsored_product_campaign_negative_targets.create": {
    campaignId: "id",
    ...negative.create,
    expression: "new record",
  },
  "sponsored_product_campaign_negative_targets.update": { targetId: "id", ...negative.update },
  "target_promotion_groups.create_targets": {
    keyword: "new record",
    asin: "new record",
    matchType: "new record",
    bid: "bid",
  },
  "portfolios.create": { ...portfolio, state: "none" },
  "portfolios.update": { ...portfolio, portfolioId: "id" },
  ...brandsJudgements,
  ...creativeJudgements,
  "sd_campaigns.create": {
    ...sdCampaign,
    tactic: "new record",
    costType: "new record",
    budgetType: "none",
  },
  "sd_campaigns.update": { ...sdCampaign, campaignId: "id" },
  "sd_ad_groups.create": {
    campaignId: "id",
    name: "none",
    defaultBid: "bid",
    bidOptimization: "new record",
    creativeType: "new record",
    state: "state",
  },
  "sd_ad_groups.update": {
    adGroupId: "id",
    name: "none",
    state: "state",
    defaultBid: "bid",
    bidOptimization: "bid goal",
  },
  "sd_product_ads.create": { ...parents, sku: "new record", asin: "new record", state: "state" },
  "sd_product_ads.update": { adId: "id", state: "state" },
  "sd_targets.create": {
    adGroupId: "id",
    expression: "new record",
    expressionType: "new record",
    bid: "bid",
    state: "state",
  },
  "sd_targets.update": { targetId: "id", bid: "bid", state: "state" },
  "sd_negative_targets.create": {
    adGroupId: "id",
    expression: "new record",
    expressionType: "none",
    ...negative.create,
  },
  "sd_negative_targets.update": { targetId: "id", ...negative.update },
  "budget_rules.create": { name: "none", ...schedule("new record"), ...condition("new record") },
  "budget_rules.update": {
    ruleId: "id",
    name: "none",
    state: "rule",
    ...schedule("rule"),
    ...condition("rule"),
  },
  "bid_rules.create": { name: "none", ...schedule("new record") },
  "bid_rules.update": { ruleId: "id", name: "none", state: "rule", ...schedule("rule") },
} as const satisfies Readonly<Record<string, FieldJudgements>>;

/** Returns the judgements for an action, such as `sponsored_product_campaigns.update`. */
export const judgementsOf = (action: string): FieldJudgements =>
  (fieldJudgements as Readonly<Record<string, FieldJudgements>>)[action] ?? {};
