import {
  type Change,
  type RandomCalls,
  bid,
  budget,
  byPercent,
  create,
  defaultBid,
  lowerState,
  name,
  newState,
  parentsOf,
  portfolioId,
  update,
} from "./walk-call.ts";
import { anyDate, money } from "./walk-values.ts";
import { skus } from "./walk-world.ts";

const date: Change = ({ random }) => anyDate(random).replaceAll("-", "");
const properties: Change = ({ unique }) => ({ headline: `Sleep outdoors ${unique}` });
const expression = [{ type: "asinSameAs", value: "B07R7V6KS8" }];

export const displayCalls: RandomCalls = {
  "sd_campaigns.create": create("portfolios", "campaigns", (standing, portfolio) => ({
    name: `New ${standing.unique}`,
    tactic: "T00020",
    budget: standing.random.pick([5, 50]),
    startDate: "20260316",
    portfolioId: portfolio.portfolioId,
    state: newState(standing),
  })),
  "sd_campaigns.update": update("sd/campaigns", ["campaigns", "campaignId"], { name, state: lowerState, budget, startDate: date, endDate: date, portfolioId }), // prettier-ignore
  "sd_campaigns.change_by_percent": byPercent("sd/campaigns", "campaignId"),
  "sd_ad_groups.create": create("sd/campaigns", "adGroups", (standing, { campaignId }) => ({
    campaignId,
    name: `New ${standing.unique}`,
    defaultBid: money(standing.random),
    state: newState(standing),
  })),
  "sd_ad_groups.update": update("sd/adGroups", ["adGroups", "adGroupId"], { name, state: lowerState, defaultBid, bidOptimization: ({ random }) => random.pick(["clicks", "conversions"]) }), // prettier-ignore
  "sd_ad_groups.change_by_percent": byPercent("sd/adGroups", "adGroupId"),
  "sd_product_ads.create": create("sd/adGroups", "productAds", (standing, group) => ({
    ...parentsOf(group),
    sku: standing.random.pick(skus),
    state: newState(standing),
  })),
  "sd_product_ads.update": update("sd/productAds", ["productAds", "adId"], { state: lowerState }),
  "sd_targets.create": create("sd/adGroups", "targets", (standing, { adGroupId }) => ({
    adGroupId,
    expression: [{ type: "asinCategorySameAs", value: "3401161" }],
    bid: money(standing.random),
    state: newState(standing),
  })),
  "sd_targets.update": update("sd/targets", ["targets", "targetId"], { bid, state: lowerState }),
  "sd_targets.change_by_percent": byPercent("sd/campaigns", "campaignId"),
  "sd_negative_targets.create": create("sd/adGroups", "negativeTargets", (standing, { adGroupId }) => ({
    adGroupId,
    expression,
    state: lowerState(standing, {}),
  })),
  "sd_negative_targets.update": update("sd/negativeTargets", ["negativeTargets", "targetId"], { state: lowerState }), // prettier-ignore
  "sd_creatives.create": create("sd/adGroups", "creatives", (standing, { adGroupId, creativeType }) =>
    creativeType === "VIDEO"
      ? { adGroupId, creativeType, properties: { video: { assetId: "amzn1.assetlibrary.asset1.fernhill-boots", assetVersion: "version_v1" } } } // prettier-ignore
      : { adGroupId, properties: properties(standing, {}) },
  ),
  "sd_creatives.update": update("sd/creatives", ["creatives", "creativeId"], { properties }),
};
