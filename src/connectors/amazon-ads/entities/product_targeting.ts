import { action, listAction } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { asins, id, profile } from "../params.ts";
import {
  Brand,
  Category,
  ProductCount,
  RecommendedProduct,
  Refinements,
} from "../records/targeting-research.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import { readCategoryTree } from "../resources/category-tree.ts";
import { checkRanges, countParams } from "../resources/count-params.ts";

export const products = listAction({
  description: "Find products to target: ASINs that shoppers view or buy together with your products.",
  params: (z) => ({ asins: asins(z, 50), ...profile(z) }),
  result: RecommendedProduct,
  calls: "sp.targets.product_recommendations",
  pick: "recommendations",
  example: { asins: ["B07R7V6KS8"], limit: 20 },
});

export const categories = action({
  description:
    "Find categories to target, by words of their names or below a parent category. The id goes into ASIN_CATEGORY_SAME_AS.",
  params: (z) => ({
    search: z.string().min(1).max(200).describe("words of the category's path").optional(),
    top: z.int().min(1).max(500).default(50).meta({ rare: true }),
    ...profile(z),
  }),
  result: (z) => z.array(Category(z)),
  platformFields: ["name"],
  effect: "read",
  calls: "sp.targets.categories",
  example: { search: "camping tents" },
  run: async ({ search = "", top, ...rest }, { send }) => {
    const reply = await send("sp.targets.categories", rest);
    const words = search.toLowerCase().split(/\s+/);
    const found = readCategoryTree(reply.body).filter(({ path }) =>
      words.every((word) => path.toLowerCase().includes(word)),
    );
    const more = found.length - top;
    const warning = `${more} more categories match. To find other categories, pass more words in search, or a higher top.`;
    return {
      data: found.slice(0, top),
      meta: { ...replyMeta(reply), ...(more > 0 ? { warnings: [warning] } : {}) },
    };
  },
});

export const category_recommendations = action({
  description: "Find the categories that fit your products.",
  params: (z) => ({
    asins: asins(z, 100),
    includeAncestor: z
      .boolean()
      .describe("also the parents of these categories")
      .optional()
      .meta({ rare: true }),
    ...profile(z),
  }),
  result: (z) => z.array(Category(z)),
  effect: "read",
  calls: "sp.targets.category_recommendations",
  pick: "categories",
  example: { asins: ["B07R7V6KS8"] },
});

export const refinements = action({
  description: "List the brands, age ranges and genres by which a category target can be narrowed.",
  params: (z) => ({ categoryId: id(z), ...profile(z) }),
  result: Refinements,
  effect: "read",
  calls: "sp.targets.category_refinements",
  example: { categoryId: "3401161" },
  run: (params, context) => bodyAsData(context, "sp.targets.category_refinements", params),
});

export const count = action({
  description: "Count the products that a category target would reach, with or without refinements.",
  params: countParams,
  check: checkRanges,
  result: ProductCount,
  effect: "read",
  calls: "sp.targets.product_count",
  example: { categoryId: "3401161", brandIds: ["18681839011"] },
  run: ({ categoryId: category, brandIds, ageRangeIds, genreIds, ...rest }, context) => {
    const byId = (ids: readonly string[] | undefined) => ids?.map((one) => ({ id: one }));
    return bodyAsData(context, "sp.targets.product_count", {
      ...rest,
      category,
      brands: byId(brandIds),
      ageRanges: byId(ageRangeIds),
      genres: byId(genreIds),
    });
  },
});

export const brands = action({
  description: "Find brands by name. The id goes into ASIN_BRAND_SAME_AS of targets and negative targets.",
  params: (z) => ({ keyword: z.string().min(1).max(200), ...profile(z) }),
  result: (z) => z.array(Brand(z)),
  effect: "read",
  calls: "sp.negativeTargets.brand_search",
  example: { keyword: "Summit" },
  run: (params, context) => bodyAsData(context, "sp.negativeTargets.brand_search", params),
});

export const brand_recommendations = action({
  description: "List brands that Amazon recommends for negative targets.",
  params: (z) => profile(z),
  result: (z) => z.array(Brand(z)),
  effect: "read",
  calls: "sp.negativeTargets.brand_recommendations",
  example: {},
  run: (params, context) => bodyAsData(context, "sp.negativeTargets.brand_recommendations", params),
});
