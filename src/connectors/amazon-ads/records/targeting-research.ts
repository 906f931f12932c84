import type { Zod } from "../../../core/contract/action.ts";
import { flag, number, text } from "./common-fields.ts";

export const RecommendedProduct = (z: Zod) =>
  z.object({ recommendedAsin: z.string(), themes: z.array(z.string()).nullish() });

export const Category = (z: Zod) =>
  z.object({
    id: z.string(),
    name: text(z),
    /** The names of all parents and of the category, such as `/Sports & Outdoors/Tents`. */
    path: text(z),
    parent: text(z),
    canBeTargeted: flag(z),
  });

const named = (z: Zod) => z.array(z.object({ id: text(z), name: text(z) })).nullish();

export const Refinements = (z: Zod) =>
  z.object({ categoryId: text(z), brands: named(z), ageRanges: named(z), genres: named(z) });

export const ProductCount = (z: Zod) =>
  z.object({ asinCounts: z.object({ min: number(z), max: number(z) }).nullish() });

export const Brand = (z: Zod) => z.object({ id: z.string(), name: text(z) });

const reach = (z: Zod) => z.object({ min: number(z), max: number(z) }).nullish();

export const BrandsProduct = (z: Zod) => z.object({ recommendedTargetAsin: z.string() });

export const BrandsCategory = (z: Zod) =>
  z.object({
    id: z.string(),
    name: text(z),
    /** The id of the parent category. Absent at the top of the tree. */
    parent: text(z),
    isTargetable: flag(z),
    asinCountRange: reach(z),
    estimatedReach: reach(z),
  });

export const BrandsCategoryAdvice = (z: Zod) =>
  z.object({ id: z.string(), name: text(z), path: text(z), isTargetable: flag(z) });

export const BrandsRefinements = (z: Zod) => {
  const list = <Id extends string>(id: Id) => {
    const fields = { [id]: text(z), name: text(z) } as Record<Id | "name", ReturnType<typeof text>>;
    return z.array(z.object(fields)).nullish();
  };
  return z.object({
    brands: list("brandRefinementId"),
    ageRanges: list("ageRangeRefinementId"),
    genres: list("genreRefinementId"),
    /** The param `nextToken` for more records. Absent at the end. */
    nextToken: text(z),
  });
};

export const KeywordGroup = (z: Zod) =>
  z.object({
    id: z.string(),
    text: text(z),
    description: text(z),
    impactSummary: text(z),
    sampleKeywords: z.array(z.string()).nullish(),
  });

export const ProductMetadata = (z: Zod) =>
  z.object({
    asin: text(z),
    sku: text(z),
    title: text(z),
    brand: text(z),
    category: text(z),
    availability: text(z),
    eligibilityStatus: text(z),
    priceToPay: z.object({ amount: number(z), currency: text(z) }).nullish(),
  });

export const ProductEligibility = (z: Zod) =>
  z.object({
    productDetails: z
      .object({
        asin: text(z),
        sku: text(z),
        globalStoreSetting: z.object({ catalogSourceCountryCode: text(z) }).nullish(),
      })
      .nullish(),
    overallStatus: text(z),
    eligibilityStatusList: z
      .array(z.object({ name: text(z), severity: text(z), message: text(z), helpUrl: text(z) }))
      .nullish(),
  });
