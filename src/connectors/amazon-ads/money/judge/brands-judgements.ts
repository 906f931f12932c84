import type { FieldJudgements } from "../ground/judgement-kinds.ts";

const campaign = {
  name: "none",
  tags: "none",
  state: "state",
  budget: "daily budget",
  startDate: "start date",
  endDate: "end date",
  portfolioId: "portfolio",
  "bidding.bidOptimization": "bid goal",
  "bidding.bidAdjustmentsByPlacement": "bidding",
  "bidding.shopperCohortBidAdjustments": "bidding",
} as const;

const parents = { campaignId: "id", adGroupId: "id" } as const;

const ad = { adGroupId: "id", name: "none", state: "state" } as const;

/** Maps the path of each field to the judgement `new record`. `prefix`: the start of the paths, such as `creative.`. */
const describing = <const P extends string, const N extends string>(prefix: P, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, "new record"])) as Readonly<
    Record<`${P}${N}`, "new record">
  >;

const crop = <const N extends string>(name: N) =>
  describing(`creative.${name}.` as const, ["top", "left", "width", "height"]);

const brand = {
  ...describing("creative.", ["brandName", "brandLogoAssetID"]),
  ...crop("brandLogoCrop"),
};

const landingPage = describing("landingPage.", ["pageType", "url", "asins"]);

export const brandsJudgements = {
  "sponsored_brands_campaigns.create": {
    ...campaign,
    ...describing("", ["budgetType", "brandEntityId", "goal", "costType", "smartDefault"]),
    ...describing("", ["productLocation", "siteRestrictions"]),
  },
  "sponsored_brands_campaigns.update": { ...campaign, campaignId: "id" },
  "sponsored_brands_ad_groups.create": { campaignId: "id", name: "none", state: "state" },
  "sponsored_brands_ad_groups.update": { adGroupId: "id", name: "none", state: "state" },
  "sponsored_brands_ads.create_video": {
    ...ad,
    ...describing("creative.", ["asins", "videoAssetIds", "consentToTranslate"]),
  },
  "sponsored_brands_ads.create_brand_video": {
    ...ad,
    ...brand,
    ...describing("creative.", ["headline", "asins", "videoAssetIds", "consentToTranslate"]),
    ...landingPage,
  },
  "sponsored_brands_ads.create_product_collection": {
    ...ad,
    ...brand,
    ...describing("creative.", ["headline", "asins", "customImageAssetId"]),
    ...crop("customImageCrop"),
    ...landingPage,
  },
  "sponsored_brands_ads.create_product_collection_extended": {
    ...ad,
    ...brand,
    ...describing("creative.", ["headline", "asins", "customImages", "creativePropertiesToOptimize"]),
    ...describing("creative.", ["consentToTranslate"]),
    ...landingPage,
  },
  "sponsored_brands_ads.create_manual_collection": {
    ...ad,
    ...brand,
    ...describing("creative.", ["asins", "title"]),
    ...describing("creative.landingPage.", ["pageType", "url"]),
  },
  "sponsored_brands_ads.create_auto_collection": {
    ...ad,
    ...brand,
    ...describing("creative.", ["asinExclusions"]),
  },
  "sponsored_brands_ads.create_store_spotlight": {
    ...ad,
    ...brand,
    ...describing("creative.", ["headline", "subpages", "creativePropertiesToOptimize"]),
    ...describing("creative.", ["consentToTranslate"]),
    ...landingPage,
  },
  "sponsored_brands_ads.update": { adId: "id", name: "none", state: "state" },
  "sb_keywords.create": {
    ...parents,
    ...describing("", ["keywordText", "matchType", "nativeLanguageKeyword", "nativeLanguageLocale"]),
    bid: "bid",
  },
  "sb_keywords.update": { keywordId: "id", bid: "bid", state: "state" },
  "sb_negative_keywords.create": { ...parents, ...describing("", ["keywordText", "matchType"]) },
  "sb_targets.create": { ...parents, expressions: "new record", bid: "bid" },
  "sb_targets.update": { targetId: "id", bid: "bid", state: "state" },
  "sb_negative_targets.create": { ...parents, expressions: "new record" },
  "sb_negative_targets.update": { targetId: "id", state: "blocking state" },
  "sb_themes.create": { ...parents, themeType: "new record", bid: "bid" },
  "sb_themes.update": { themeId: "id", bid: "bid", state: "state" },
} as const satisfies Readonly<Record<string, FieldJudgements>>;
