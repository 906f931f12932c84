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
