import { action, listAction } from "../../../core/contract/action.ts";
import { asins, id, profile } from "../params.ts";
import {
  Brand,
  BrandsCategory,
  BrandsCategoryAdvice,
  BrandsProduct,
  BrandsRefinements,
  ProductCount,
} from "../records/targeting-research.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import { checkRanges, countParams } from "../resources/count-params.ts";

export const products = listAction({
  description: "Find products to target with Sponsored Brands, for your advertised products.",
  params: (z) => ({ asins: asins(z, 100), ...profile(z) }),
  result: BrandsProduct,
  calls: "sb.targets.product_recommendations",
  pick: "recommendedProducts",
  example: { asins: ["B07R7V6KS8"], limit: 20 },
});

export const categories = listAction({
  description: "List the categories that Sponsored Brands can target: all, or those below a parent category.",
  params: (z) => ({
    parentCategoryId: id(z).optional(),
    onlyTop: z.boolean().describe("only the categories without a parent").optional(),
    supplySource: z.enum(["AMAZON", "STREAMING_VIDEO"]).default("AMAZON").meta({ rare: true }),
    ...profile(z),
  }),
  result: BrandsCategory,
  calls: "sb.targets.categories",
  pick: "categoryTree",
  item: ({ categoryRefinementId, parentCategoryRefinementId, ...rest }) => ({
    id: categoryRefinementId,
    parent: parentCategoryRefinementId,
    ...rest,
  }),
  example: { onlyTop: true },
});

export const category_recommendations = action({
  description: "Find the categories that fit your products, to target with Sponsored Brands.",
  params: (z) => ({ asins: asins(z, 100), ...profile(z) }),
  result: (z) => z.array(BrandsCategoryAdvice(z)),
  effect: "read",
  calls: "sb.targets.category_recommendations",
  pick: "categoryRecommendationResults",
  example: { asins: ["B07R7V6KS8"] },
});

export const refinements = action({
  description: "List the brands, age ranges and genres by which a Sponsored Brands category can be narrowed.",
  params: (z) => ({
    categoryId: id(z),
    nextToken: z.string().min(1).max(2048).describe("of the previous result").optional().meta({ rare: true }),
    ...profile(z),
  }),
  result: BrandsRefinements,
  effect: "read",
  calls: "sb.targets.category_refinements",
  example: { categoryId: "3401161" },
  run: (params, context) => bodyAsData(context, "sb.targets.category_refinements", params),
});

export const count = action({
  description: "Count the products that a Sponsored Brands category target would reach.",
  params: countParams,
  check: checkRanges,
  result: ProductCount,
  effect: "read",
  calls: "sb.targets.product_count",
  example: { categoryId: "3401161", brandIds: ["18681839011"] },
  run: (params, context) => bodyAsData(context, "sb.targets.product_count", params),
});

export const brand_recommendations = action({
  description: "Find brands that fit a keyword or a category, to target with Sponsored Brands.",
  params: (z) => ({
    keyword: z.string().min(1).max(200).optional(),
    categoryId: id(z).optional(),
    ...profile(z),
  }),
  oneOf: ["keyword", "categoryId"],
  result: (z) => z.array(Brand(z)),
  effect: "read",
  calls: "sb.targets.brand_recommendations",
  pick: "brandRecommendationResults",
  example: { keyword: "tent" },
});

export const negative_brands = listAction({
  description: "List brands that Amazon recommends to exclude from Sponsored Brands, with negative targets.",
  params: (z) => profile(z),
  result: Brand,
  calls: "sb.negativeTargets.brand_recommendations",
  pick: "brands",
  item: ({ brandRefinementId: id, name }) => ({ id, name }),
  example: {},
});
