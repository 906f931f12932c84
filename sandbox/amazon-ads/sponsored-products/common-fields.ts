export const STATES = ["ENABLED", "PAUSED", "PROPOSED"] as const;
export const state = { is: "text", oneOf: STATES, required: true } as const;
export const campaignId = { is: "text", required: true, createOnly: true } as const;
export const adGroupId = { ...campaignId };
export const bid = { is: "number" } as const;
export const media = (name: string): string => `application/vnd.sp${name}.v3+json`;
export const expression = (types: readonly string[]) =>
  ({
    is: "list",
    required: true,
    nested: { type: { is: "text", oneOf: types, required: true }, value: { is: "text" } },
  }) as const;

export const NEGATIVE_TYPES = ["ASIN_BRAND_SAME_AS", "ASIN_SAME_AS"];
export const AUTO_TYPES = [
  "QUERY_HIGH_REL_MATCHES",
  "QUERY_BROAD_REL_MATCHES",
  "ASIN_SUBSTITUTE_RELATED",
  "ASIN_ACCESSORY_RELATED",
];
export const TARGET_TYPES = [
  ...AUTO_TYPES,
  "ASIN_AGE_RANGE_SAME_AS",
  "ASIN_BRAND_SAME_AS",
  "ASIN_CATEGORY_SAME_AS",
  "ASIN_EXPANDED_FROM",
  "ASIN_GENRE_SAME_AS",
  "ASIN_IS_PRIME_SHIPPING_ELIGIBLE",
  "ASIN_PRICE_BETWEEN",
  "ASIN_PRICE_GREATER_THAN",
  "ASIN_PRICE_LESS_THAN",
  "ASIN_REVIEW_RATING_BETWEEN",
  "ASIN_REVIEW_RATING_GREATER_THAN",
  "ASIN_REVIEW_RATING_LESS_THAN",
  "ASIN_SAME_AS",
  "KEYWORD_GROUP_SAME_AS",
  "OTHER",
];

export const byCampaign = { campaignIdFilter: { ids: "campaignId", max: 100 } } as const;
export const byAdGroup = { ...byCampaign, adGroupIdFilter: { ids: "adGroupId", max: 100 } } as const;
export const negativeMatch = ["NEGATIVE_BROAD", "NEGATIVE_EXACT", "NEGATIVE_PHRASE"];
export const native = {
  nativeLanguageKeyword: { is: "text", createOnly: true },
  nativeLanguageLocale: { is: "text", createOnly: true },
} as const;
export const keywordText = { is: "text", required: true, createOnly: true } as const;
