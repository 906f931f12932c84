// The table `fieldJudgements` says how each field of a write can raise spending. A test compares the table with the
// params of all actions, so no field is missing.

/**
 * How a field can raise spending:
 * - `none`: the field cannot raise spending, or has only one possible value.
 * - `id`: the field selects the record or the record's parent.
 * - `new record`: the field describes a new record. Only the state of the record decides whether the record can spend.
 * - `state`: the value ENABLED starts the record.
 * - `blocking state`: the field is the state of a record that stops ads, such as a negative keyword. Every value other
 *   than ENABLED lets more ads show.
 * - `daily budget`, `bid`, `portfolio amount`: a higher amount can raise spending.
 * - `start date`, `end date`: a longer period can raise spending.
 * - `portfolio`: a campaign can move to a portfolio without a cap or with another cap.
 * - `bidding`: another strategy or another placement adjustment can raise bids.
 * - `bid goal`: another goal buys other clicks or views, which can cost more.
 * - `portfolio policy`, `portfolio start`, `portfolio end`: after a change, the budget can be spent more often or for a
 *   longer time.
 * - `portfolio currency`: the value must be the currency of the profile.
 */
export type FieldJudgement =
  | "none"
  | "id"
  | "new record"
  | "state"
  | "blocking state"
  | "daily budget"
  | "bid"
  | "portfolio amount"
  | "start date"
  | "end date"
  | "portfolio"
  | "bidding"
  | "bid goal"
  | "portfolio policy"
  | "portfolio start"
  | "portfolio end"
  | "portfolio currency";

type Fields = Readonly<Record<string, FieldJudgement>>;

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
  "portfolios.create": { ...portfolio, state: "none" },
  "portfolios.update": { ...portfolio, portfolioId: "id" },
  "sponsored_brands_campaigns.update": { ...sdCampaign, campaignId: "id" },
  "sponsored_brands_ad_groups.update": { adGroupId: "id", name: "none", state: "state" },
  "sponsored_brands_ads.update": { adId: "id", name: "none", state: "state" },
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
} as const satisfies Readonly<Record<string, Fields>>;

/** Returns the judgements of the fields of an action, such as `sponsored_product_campaigns.update`. */
export const judgementsOf = (action: string): Fields =>
  (fieldJudgements as Readonly<Record<string, Fields>>)[action] ?? {};
