import type { Zod } from "../../../core/contract/action.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import { id, profile } from "../params.ts";

/** The params of an action that counts products: a category, and optional filters. */
export const countParams = (z: Zod) => {
  const chosen = () => z.array(z.string().min(1).max(100)).min(1).max(100).optional().meta({ rare: true });
  const stars = z.int().min(0).max(5);
  return {
    categoryId: id(z),
    brandIds: chosen(),
    ageRangeIds: chosen(),
    genreIds: chosen(),
    priceRange: z
      .strictObject({ min: z.number().min(0), max: z.number().max(1_000_000) })
      .optional()
      .meta({ rare: true }),
    ratingRange: z.strictObject({ min: stars, max: stars }).describe("stars").optional().meta({ rare: true }),
    isPrimeShipping: z.boolean().optional().meta({ rare: true }),
    ...profile(z),
  };
};

interface Range {
  min: number;
  max: number;
}

export const checkRanges = (ranges: {
  priceRange?: Range | undefined;
  ratingRange?: Range | undefined;
}): Issue[] =>
  (["priceRange", "ratingRange"] as const).flatMap((path) => {
    const range = ranges[path];
    return range && range.min > range.max ? [{ path, message: "min must not be above max" }] : [];
  });
