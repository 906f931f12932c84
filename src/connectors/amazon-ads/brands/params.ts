import type { Zod } from "../../../core/contract/action.ts";
import { items } from "../params.ts";

// The params that the actions of Sponsored Brands share.

const placements = ["TOP_OF_SEARCH", "DETAIL_PAGE", "HOME", "OTHER"] as const;

/** If `bidOptimization` is true, Amazon adjusts the bids of placements, and a call cannot set adjustments. */
export const brandsBidding = (z: Zod) =>
  z.strictObject({
    bidOptimization: z.boolean().describe("true: Amazon adjusts the bids of placements").optional(),
    bidAdjustmentsByPlacement: z
      .array(z.strictObject({ placement: z.enum(placements), percentage: z.int().min(-99).max(900) }))
      .max(3)
      .describe("needs bidOptimization: false")
      .optional(),
    shopperCohortBidAdjustments: z
      .array(
        z.strictObject({
          shopperCohortType: z.enum(["AUDIENCE_SEGMENT"]).default("AUDIENCE_SEGMENT").meta({ rare: true }),
          percentage: z.int().min(0).max(900),
          audienceSegments: items(z, 1, {
            audienceId: z.string().regex(/^\d{1,30}$/),
            audienceSegmentType: z.enum(["SPONSORED_ADS_AMC", "BEHAVIOR_DYNAMIC"]),
          }),
        }),
      )
      .max(1)
      .optional(),
  });

/** Version 3 of the API writes match types in lower case. */
export const brandsMatchType = (z: Zod) => z.enum(["broad", "phrase", "exact"]);

const brandsExpressionTypes = [
  "asinSameAs",
  "asinCategorySameAs",
  "asinBrandSameAs",
  "asinPriceLessThan",
  "asinPriceBetween",
  "asinPriceGreaterThan",
  "asinReviewRatingLessThan",
  "asinReviewRatingBetween",
  "asinReviewRatingGreaterThan",
] as const;

const value = (z: Zod) => z.string().min(1).max(1000);

/** One ASIN, or a category with refinements. */
export const brandsExpressions = (z: Zod) =>
  items(z, 20, { type: z.enum(brandsExpressionTypes), value: value(z) });

export const brandsNegativeExpressions = (z: Zod) =>
  items(z, 20, { type: z.enum(["asinSameAs", "asinBrandSameAs"]), value: value(z) });

export const themeType = (z: Zod) =>
  z.enum(["KEYWORDS_RELATED_TO_YOUR_BRAND", "KEYWORDS_RELATED_TO_YOUR_LANDING_PAGES"]);
