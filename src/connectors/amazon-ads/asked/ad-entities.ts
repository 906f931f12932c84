import type { AskedJob } from "../../../core/contract/search.ts";

/** The entities of the three ad products, the most used product first. */
export const campaigns = ["sponsored_product_campaigns", "sponsored_brands_campaigns", "sd_campaigns"];
export const adGroups = ["sponsored_product_ad_groups", "sponsored_brands_ad_groups", "sd_ad_groups"];
export const bidGroups = ["sponsored_product_ad_groups", "sd_ad_groups"];
export const productAds = ["sponsored_product_product_ads", "sd_product_ads"];
export const ads = [...productAds, "sponsored_brands_ads"];
export const keywords = ["sponsored_product_keywords", "sb_keywords"];
export const targets = ["sponsored_product_targets", "sb_targets", "sd_targets"];
export const negativeKeywords = [
  "sponsored_product_negative_keywords",
  "sponsored_product_campaign_negative_keywords",
  "sb_negative_keywords",
];
export const negativeTargets = [
  "sponsored_product_negative_targets",
  "sd_negative_targets",
  "sb_negative_targets",
  "sponsored_product_campaign_negative_targets",
];
/** Returns the same action of several entities, as `entity.action`. */
export const actionsOf = (entities: readonly string[], action: string) =>
  entities.map((entity) => `${entity}.${action}`);

/** The ad products. A request that names one of them is not about the others. */
export const adProducts: readonly AskedJob[] = [
  {
    entities: [
      "sponsored_product_campaigns",
      "sponsored_product_ad_groups",
      "sponsored_product_product_ads",
      "sponsored_product_keywords",
      "sponsored_product_targets",
      "sponsored_product_negative_keywords",
      "sponsored_product_negative_targets",
      "sponsored_product_campaign_negative_keywords",
      "sponsored_product_campaign_negative_targets",
      "product_targeting",
    ],
    asked: ["sponsored_product|sponsored_products"],
  },
  {
    entities: [
      "sponsored_brands_campaigns",
      "sponsored_brands_ad_groups",
      "sponsored_brands_ads",
      "sb_keywords",
      "sb_targets",
      "sb_themes",
      "sb_negative_keywords",
      "sb_negative_targets",
      "sb_product_targeting",
    ],
    asked: [
      "sponsored_brand|sponsored_brands|brand_campaign|brand_ad|brand_ads|brand_advert|brand_video|brand_keyword|brand_budget|brand_bid",
      "headline_ad|headline_ads|headline_campaign|headline_search|video_ad|video_ads|video_campaign|store_spotlight|product_collection",
    ],
  },
  {
    entities: [
      "sd_campaigns",
      "sd_ad_groups",
      "sd_product_ads",
      "sd_targets",
      "sd_negative_targets",
      "sd_creatives",
    ],
    asked: [
      "sponsored_display|display_campaign|display_ad|display_ads|display_advert|display_advertising|display_budget|display_bid|display_target|display_creative|display_banner|display_group",
      "retargeting|remarketing|retarget|remarket",
    ],
  },
];
