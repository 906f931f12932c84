import type * as zod from "zod";
import type { Zod } from "../../core/contract/action.ts";

// The params that several actions share. If a param has a pattern, the error for a wrong value shows the text of its
// `describe`.

/** Some ids are greater than JavaScript's largest safe integer, so ids are text. */
export const id = (z: Zod) =>
  z
    .string()
    .regex(/^\d{1,20}$/)
    .describe('id as text, such as "144373194309380061"');
/** An ASIN is Amazon's id of a product. The ASIN of a book is its ISBN-10. */
export const asin = (z: Zod) =>
  z
    .string()
    .regex(/^[A-Z0-9]{10}$/)
    .describe('ASIN, such as "B07R7V6KS8"');
export const asins = (z: Zod, max: number, min = 1) => z.array(asin(z)).min(min).max(max);

export const ids = (z: Zod, max = 1000) => z.array(id(z)).min(1).max(max);

export const items = <Item extends zod.core.$ZodShape>(z: Zod, max: number, item: Item) =>
  z.array(z.strictObject(item)).min(1).max(max);

/** The profile of the call. Optional if the login has only one profile. */
export const profile = (z: Zod) => ({
  profileId: z
    .string()
    .min(1)
    .max(200)
    .describe("profile: id, or unique country code or account name; optional with one profile")
    .optional()
    .meta({ rare: true }),
});

/** The profiles of an action that reads several profiles in one call. */
export const profileIds = (z: Zod) =>
  z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(20)
    .describe("profiles of this region: ids, country codes or account names");

/** The params of every list action of Sponsored Products. */
export const listParams = (z: Zod) => ({
  ...profile(z),
  states: z
    .array(z.enum(["ENABLED", "PAUSED", "ARCHIVED", "PROPOSED"]))
    .min(1)
    .default(["ENABLED", "PAUSED"])
    .meta({ rare: true }),
  extended: z
    .boolean()
    .describe("Add extendedData: dates and serving status. Costs Amazon five times the load.")
    .optional()
    .meta({ rare: true }),
});

const match = ["BROAD_MATCH", "EXACT_MATCH"] as const;

/** A value in `names` can match a part of a name, unless `nameMatch` is EXACT_MATCH. */
export const nameParams = (z: Zod) => ({
  names: z.array(z.string().min(1).max(255)).min(1).max(100).optional().meta({ rare: true }),
  nameMatch: z.enum(match).optional().meta({ rare: true }),
});
export const keywordTextParams = (z: Zod) => ({
  keywordTexts: z.array(z.string().min(1).max(255)).min(1).max(100).optional().meta({ rare: true }),
  textMatch: z.enum(match).default("BROAD_MATCH").meta({ rare: true }),
});

export const campaignIds = (z: Zod, max = 100) => ids(z, max).optional();

export const state = (z: Zod) => z.enum(["ENABLED", "PAUSED"]);
/** The state of a new record. The default costs nothing. */
export const newState = (z: Zod) => state(z).default("PAUSED");
export const money = (z: Zod) => z.number().positive().max(1_000_000_000);

export const weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"] as const; // prettier-ignore
export const daysOfWeek = (z: Zod) => z.array(z.enum(weekdays)).min(1).max(7);
/** A time of day in the time zone of the profile. */
export const dayTime = (z: Zod) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .describe('time as "18:00"');
export const ruleIds = (z: Zod) =>
  z
    .array(z.string().regex(/^[\w.-]{1,100}$/))
    .min(1)
    .max(25);

export const percentParams = (z: Zod) => ({
  percent: z.number().min(-99).max(900).describe("-10 lowers by 10 %, 10 raises by 10 %"),
  min: money(z).describe("no amount is lowered below this").optional().meta({ rare: true }),
  max: money(z).describe("no amount is raised above this").optional().meta({ rare: true }),
});

export const date = (z: Zod) =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
    .describe('date as "YYYY-MM-DD"');

/** A daily budget in the profile's currency. */
export const budget = (z: Zod) =>
  z.strictObject({ budget: money(z), budgetType: z.enum(["DAILY"]).default("DAILY").meta({ rare: true }) });

export const dynamicBidding = (z: Zod) =>
  z.strictObject({
    strategy: z.enum(["LEGACY_FOR_SALES", "AUTO_FOR_SALES", "MANUAL", "RULE_BASED"]).optional(),
    placementBidding: z
      .array(
        z.strictObject({
          placement: z.enum([
            "PLACEMENT_TOP",
            "PLACEMENT_PRODUCT_PAGE",
            "PLACEMENT_REST_OF_SEARCH",
            "SITE_AMAZON_BUSINESS",
          ]),
          percentage: z.int().min(0).max(900),
        }),
      )
      .max(4)
      .optional(),
  });

export const matchType = (z: Zod) => z.enum(["BROAD", "PHRASE", "EXACT"]);
export const negativeMatchType = (z: Zod) => z.enum(["NEGATIVE_EXACT", "NEGATIVE_PHRASE", "NEGATIVE_BROAD"]);

/** Amazon accepts at most ten words and at most 80 characters. */
export const keywordText = (z: Zod) =>
  z
    .string()
    .regex(/^(?=.{1,80}$)\S+( +\S+){0,9}$/u)
    .describe("at most 80 characters and 10 words");

const targetTypes = [
  "ASIN_SAME_AS",
  "ASIN_EXPANDED_FROM",
  "ASIN_CATEGORY_SAME_AS",
  "ASIN_BRAND_SAME_AS",
  "ASIN_PRICE_LESS_THAN",
  "ASIN_PRICE_BETWEEN",
  "ASIN_PRICE_GREATER_THAN",
  "ASIN_REVIEW_RATING_LESS_THAN",
  "ASIN_REVIEW_RATING_BETWEEN",
  "ASIN_REVIEW_RATING_GREATER_THAN",
  "ASIN_IS_PRIME_SHIPPING_ELIGIBLE",
  "ASIN_AGE_RANGE_SAME_AS",
  "ASIN_GENRE_SAME_AS",
  "KEYWORD_GROUP_SAME_AS",
] as const;
export const expression = (z: Zod) =>
  z
    .array(z.strictObject({ type: z.enum(targetTypes), value: z.string().min(1).max(1000).optional() }))
    .min(1)
    .max(20);
export const negativeExpression = (z: Zod) =>
  z
    .array(
      z.strictObject({
        type: z.enum(["ASIN_SAME_AS", "ASIN_BRAND_SAME_AS"]),
        value: z.string().min(1).max(1000),
      }),
    )
    .min(1)
    .max(1000);

/** The params of the list actions of `sponsored_brands_*`. */
export const brandsParams = (z: Zod) => ({
  ...profile(z),
  states: z
    .array(z.enum(["ENABLED", "PAUSED", "ARCHIVED"]))
    .min(1)
    .default(["ENABLED", "PAUSED"])
    .meta({ rare: true }),
});

/** Sponsored Display and version 3 of Sponsored Brands write states in lower case. */
export const lowerStates = (z: Zod) => ({
  ...profile(z),
  states: z
    .array(z.enum(["enabled", "paused", "archived"]))
    .min(1)
    .default(["enabled", "paused"])
    .meta({ rare: true }),
});

/** Sponsored Display writes states in lower case, and dates without dashes. */
export const displayState = (z: Zod) => z.enum(["enabled", "paused"]);
export const newDisplayState = (z: Zod) => displayState(z).default("paused");
export const yyyymmdd = (z: Zod) =>
  z
    .string()
    .regex(/^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/)
    .describe('date as "YYYYMMDD"');

export const displayParts = {
  /** The parts that select products or people by themselves. */
  selectors: [
    "asinSameAs",
    "asinCategorySameAs",
    "similarProduct",
    "contentCategorySameAs",
    "audiencesLikelyInterestedInAd",
  ],
  /** The parts that narrow a category. */
  refinements: [
    "asinBrandSameAs",
    "asinPriceBetween",
    "asinPriceGreaterThan",
    "asinPriceLessThan",
    "asinReviewRatingBetween",
    "asinReviewRatingGreaterThan",
    "asinReviewRatingLessThan",
    "asinIsPrimeShippingEligible",
    "asinAgeRangeSameAs",
    "asinGenreSameAs",
  ],
  /** The parts whose value is a list of further parts. In this list, `lookback` accepts these days. */
  lookbackDays: {
    views: ["7", "14", "30", "60", "90"],
    purchases: ["7", "14", "30", "60", "90", "180", "365"],
    audience: [],
  },
  /** The parts that select products or people in the list of `views`, `purchases` or `audience`. */
  innerSelectors: [
    "asinCategorySameAs",
    "exactProduct",
    "similarProduct",
    "relatedProduct",
    "audienceSameAs",
  ],
} as const;

/**
 * A Sponsored Display target selects products or audiences with a list of parts. The value of a part can be a list
 * too, for example for an audience that viewed certain products.
 */
export const displayExpression = (z: Zod) => {
  const { selectors, refinements, innerSelectors } = displayParts;
  const inner = z.strictObject({
    type: z.enum([...innerSelectors, ...refinements, "lookback", "negative"]),
    value: z.string().min(1).max(1000).optional(),
  });
  return z
    .array(
      z.strictObject({
        type: z.enum([...selectors, ...refinements, "views", "purchases", "audience"]),
        value: z.union([z.string().min(1).max(1000), z.array(inner).min(1).max(20)]).optional(),
      }),
    )
    .min(1)
    .max(20);
};
