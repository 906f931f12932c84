import type { Z } from "../../../core/contract/action.ts";
import { id, profile } from "../params.ts";

/** The params of an action that counts products: a category, and optional filters. */
export const countParams = (z: Z) => {
  const chosen = () => z.array(z.string().min(1).max(100)).min(1).max(100).optional().meta({ rare: true });
  const range = (most: number) => z.strictObject({ min: z.number().min(0), max: z.number().max(most) });
  return {
    categoryId: id(z),
    brandIds: chosen(),
    ageRangeIds: chosen(),
    genreIds: chosen(),
    priceRange: range(1_000_000).optional().meta({ rare: true }),
    ratingRange: range(5).describe("stars, whole numbers").optional().meta({ rare: true }),
    isPrimeShipping: z.boolean().optional().meta({ rare: true }),
    ...profile(z),
  };
};
