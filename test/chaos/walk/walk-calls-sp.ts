import type { Fields } from "../../../sandbox/amazon-ads/types.ts";
import {
  type RandomCall,
  type RandomCalls,
  type Standing,
  bid,
  byPercent,
  create,
  dateOrNone,
  defaultBid,
  name,
  newState,
  one,
  parentsOf,
  portfolioId,
  update,
  upperState,
} from "./walk-call.ts";
import { anyDate, changedBidding, money, near, someDays, someWindow } from "./walk-values.ts";
import { skus } from "./walk-world.ts";

const asin = [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }];
const negativeText = ({ unique }: Standing) => ({
  keywordText: `free ${unique}`,
  matchType: "NEGATIVE_EXACT",
});

/** Returns the ad group only if its campaign has this type. */
const ofType = (type: string, { entities }: Standing, group: Fields): Fields | undefined =>
  entities["sp/campaigns"].some((each) => each.campaignId === group.campaignId && each.targetingType === type)
    ? group
    : undefined;

const inManual = (itemsParam: string, fieldsOf: (standing: Standing) => Fields): RandomCall =>
  create("sp/adGroups", itemsParam, (standing, group) => {
    const within = ofType("MANUAL", standing, group);
    return within && { ...parentsOf(within), ...fieldsOf(standing), state: newState(standing) };
  });

const states = { state: upperState };

export const productsCalls: RandomCalls = {
  "sponsored_product_campaigns.create": create("portfolios", "campaigns", (standing, portfolio) => ({
    name: `New ${standing.unique}`,
    targetingType: standing.random.pick(["MANUAL", "AUTO"]),
    budget: { budget: standing.random.pick([5, 50]) },
    dynamicBidding: { strategy: "AUTO_FOR_SALES" },
    portfolioId: portfolio.portfolioId,
    state: newState(standing),
  })),
  "sponsored_product_campaigns.update": update("sp/campaigns", ["campaigns", "campaignId"], {
    name,
    state: upperState,
    budget: ({ random }, record) => ({ budget: near(random, (record.budget as Fields).budget) }),
    startDate: ({ random }) => anyDate(random),
    endDate: dateOrNone,
    portfolioId,
    dynamicBidding: ({ random }, record) => changedBidding(random, "sp", record),
  }),
  "sponsored_product_campaigns.change_by_percent": byPercent("sp/campaigns", "campaignId"),
  "sponsored_product_ad_groups.create": create("sp/campaigns", "adGroups", (standing, { campaignId }) => ({
    campaignId,
    name: `New ${standing.unique}`,
    defaultBid: money(standing.random),
    state: newState(standing),
  })),
  "sponsored_product_ad_groups.update": update("sp/adGroups", ["adGroups", "adGroupId"], { name, state: upperState, defaultBid }), // prettier-ignore
  "sponsored_product_ad_groups.change_by_percent": byPercent("sp/adGroups", "adGroupId"),
  "sponsored_product_keywords.create": inManual("keywords", ({ unique, random }) => ({ keywordText: `pole ${unique}`, matchType: "BROAD", bid: money(random) })), // prettier-ignore
  "sponsored_product_keywords.update": update("sp/keywords", ["keywords", "keywordId"], { bid, state: upperState }), // prettier-ignore
  "sponsored_product_keywords.change_by_percent": byPercent("sp/keywords", "keywordId"),
  "sponsored_product_targets.create": inManual("targetingClauses", ({ random }) => ({ expression: [{ type: "ASIN_CATEGORY_SAME_AS", value: "3401161" }], bid: money(random) })), // prettier-ignore
  "sponsored_product_targets.update": update("sp/targets", ["targetingClauses", "targetId"], { bid, state: upperState }), // prettier-ignore
  "sponsored_product_targets.change_by_percent": byPercent("sp/campaigns", "campaignId"),
  "sponsored_product_product_ads.create": create("sp/adGroups", "productAds", (standing, group) => ({
    ...parentsOf(group),
    sku: standing.random.pick(skus),
    state: newState(standing),
  })),
  "sponsored_product_product_ads.update": update("sp/productAds", ["productAds", "adId"], states), // prettier-ignore
  "sponsored_product_negative_keywords.create": create("sp/adGroups", "negativeKeywords", (standing, group) => ({ ...parentsOf(group), ...negativeText(standing) })), // prettier-ignore
  "sponsored_product_negative_targets.create": create("sp/adGroups", "negativeTargetingClauses", (_, group) => ({ ...parentsOf(group), expression: asin })), // prettier-ignore
  "sponsored_product_campaign_negative_keywords.create": create("sp/campaigns", "campaignNegativeKeywords", (standing, { campaignId }) => ({ campaignId, ...negativeText(standing) })), // prettier-ignore
  "sponsored_product_campaign_negative_targets.create": create("sp/campaigns", "campaignNegativeTargetingClauses", (_, { campaignId }) => ({ campaignId, expression: asin })), // prettier-ignore
  "sponsored_product_negative_keywords.update": update("sp/negativeKeywords", ["negativeKeywords", "keywordId"], states), // prettier-ignore
  "sponsored_product_negative_targets.update": update("sp/negativeTargets", ["negativeTargetingClauses", "targetId"], states), // prettier-ignore
  "sponsored_product_campaign_negative_keywords.update": update("sp/campaignNegativeKeywords", ["campaignNegativeKeywords", "keywordId"], states), // prettier-ignore
  "sponsored_product_campaign_negative_targets.update": update("sp/campaignNegativeTargets", ["campaignNegativeTargetingClauses", "targetId"], states), // prettier-ignore
  "target_promotion_groups.create": (standing) => {
    const groups = standing.entities["sp/adGroups"];
    const source = groups.find((group) => ofType("AUTO", standing, group));
    const manual = groups.find((group) => ofType("MANUAL", standing, group));
    return source && manual && { name: `New ${standing.unique}`, adGroupId: source.adGroupId, destinationAdGroupIds: [manual.adGroupId] }; // prettier-ignore
  },
  "bid_rules.create": ({ random, unique }) => ({ rules: [{ name: `New ${unique}`, increasePercent: 10, startDate: "2026-03-16", ...someWindow(random) }] }), // prettier-ignore
  "bid_rules.update": update("sp/optimizationRules", ["rules", "ruleId", "optimizationRuleId"], {
    name,
    state: upperState,
    increasePercent: ({ random }) => random.pick([5, 10, 20, 50]),
    endDate: ({ random }) => anyDate(random),
    daysOfWeek: ({ random }) => someDays(random),
    startTime: ({ random }) => someWindow(random).startTime,
  }),
  "bid_rules.associate": (standing) => {
    const [campaign, rule] = [one(standing, "sp/campaigns"), one(standing, "sp/optimizationRules")];
    return campaign && rule && { campaignId: campaign.campaignId, ruleIds: [rule.optimizationRuleId] };
  },
};
