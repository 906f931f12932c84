import type { Fields } from "../../../sandbox/amazon-ads/types.ts";
import {
  type RandomCall,
  type RandomCalls,
  type Standing,
  bid,
  budget,
  byPercent,
  create,
  date,
  dateOrNone,
  lowerState,
  name,
  newState,
  one,
  parentsOf,
  portfolioId,
  update,
  upperState,
} from "./walk-call.ts";
import { bidding, changedBidding } from "./walk-values.ts";

const asins = ["B0CK7R2M4Q", "B0CK7R9T1W", "B0BX3D8K2N"];
const brandLogoAssetID = "amzn1.assetlibrary.asset1.fernhill-logo";
const videoAssetIds = ["amzn1.assetlibrary.asset1.fernhill-boots"];
const brand = { brandName: "Fernhill", brandLogoAssetID };
const headline = "Made for long trails";
const url = "https://www.amazon.com/stores/page/5B1C7C1E-2F0A-4E43-9D55-FE9B0A7E11C2";
const landingPage = { pageType: "STORE", url };
const subpages = asins.map((asin, index) => ({ pageTitle: `Page ${index + 1}`, asin, url }));

const newAd = (format: Fields): RandomCall =>
  create("sb/adGroups", "ads", (standing, { adGroupId }) => ({
    adGroupId,
    name: `New ${standing.unique}`,
    state: newState(standing),
    ...format,
  }));

const newNegative = (itemsParam: string, fieldsOf: (standing: Standing) => Fields): RandomCall =>
  create("sb/adGroups", itemsParam, (standing, group) => ({ ...parentsOf(group), ...fieldsOf(standing) }));

export const brandsCalls: RandomCalls = {
  "sponsored_brands_campaigns.create": create("portfolios", "campaigns", (standing, portfolio) => ({
    name: `New ${standing.unique}`,
    budget: standing.random.pick([5, 50]),
    brandEntityId: "ENTITY2FERNHILLBRAND",
    portfolioId: portfolio.portfolioId,
    state: newState(standing),
    bidding: bidding(standing.random, "sb"),
    ...(standing.random.chance(0.5)
      ? { goal: "PAGE_VISIT", costType: "CPC", smartDefault: ["TARGETING"] }
      : {}),
  })),
  "sponsored_brands_campaigns.update": update("sb/campaigns", ["campaigns", "campaignId"], {
    name,
    state: upperState,
    budget,
    startDate: date,
    endDate: dateOrNone,
    portfolioId,
    bidding: ({ random }, record) => changedBidding(random, "sb", record),
  }),
  "sponsored_brands_campaigns.change_by_percent": byPercent("sb/campaigns", "campaignId"),
  "sponsored_brands_ad_groups.create": create("sb/campaigns", "adGroups", (standing, { campaignId }) => ({
    campaignId,
    name: `New ${standing.unique}`,
    state: newState(standing),
  })),
  "sponsored_brands_ad_groups.update": update("sb/adGroups", ["adGroups", "adGroupId"], { name, state: upperState }), // prettier-ignore
  "sponsored_brands_ads.update": update("sb/ads", ["ads", "adId"], { name, state: upperState }),
  "sponsored_brands_ads.update_creative": (standing) => {
    const { random, unique } = standing;
    const creative = random.pick([{ headline: `Trails ${unique}` }, { brandName: `Brand ${unique}` }, { asins: [random.pick(asins)] }, { videoAssetIds }]); // prettier-ignore
    const ad = one(standing, "sb/ads");
    return ad && { adId: ad.adId, creative };
  },
  "sponsored_brands_ads.create_video": newAd({ creative: { asins: asins.slice(0, 1), videoAssetIds } }),
  "sponsored_brands_ads.create_brand_video": newAd({ creative: { ...brand, headline, asins, videoAssetIds }, landingPage }), // prettier-ignore
  "sponsored_brands_ads.create_product_collection": newAd({ creative: { ...brand, headline, asins }, landingPage }), // prettier-ignore
  "sponsored_brands_ads.create_product_collection_extended": newAd({ creative: { ...brand, headline, asins, customImages: [{ assetId: brandLogoAssetID }] }, landingPage }), // prettier-ignore
  "sponsored_brands_ads.create_manual_collection": newAd({ creative: { ...brand, asins } }),
  "sponsored_brands_ads.create_auto_collection": newAd({ creative: brand }),
  "sponsored_brands_ads.create_store_spotlight": newAd({ creative: { ...brand, headline, subpages }, landingPage }), // prettier-ignore
  "sb_keywords.update": update("sb/keywords", ["keywords", "keywordId"], { bid, state: lowerState }),
  "sb_keywords.change_by_percent": byPercent("sb/campaigns", "campaignId"),
  "sb_targets.update": update("sb/targets", ["targets", "targetId"], { bid, state: lowerState }),
  "sb_targets.change_by_percent": byPercent("sb/campaigns", "campaignId"),
  "sb_themes.update": update("sb/themes", ["themes", "themeId"], { bid, state: lowerState }),
  "sb_themes.change_by_percent": byPercent("sb/campaigns", "campaignId"),
  "sb_negative_keywords.create": newNegative("negativeKeywords", ({ unique }) => ({ keywordText: `free ${unique}`, matchType: "negativeExact" })), // prettier-ignore
  "sb_negative_targets.create": newNegative("negativeTargets", () => ({ expressions: [{ type: "asinSameAs", value: "B07R7V6KS8" }] })), // prettier-ignore
  "sb_negative_targets.update": update("sb/negativeTargets", ["negativeTargets", "targetId"], { state: lowerState }), // prettier-ignore
};
