import { docs, json, tokens, vendor, type AdsOperation, type AdsOperations } from "./operation.ts";

const page = docs("sponsored-products/3-0/openapi/prod");

const targeting = {
  contentType: vendor("spproducttargeting.v3"),
  accept: vendor("spproducttargetingresponse.v3"),
  needsProfile: true,
  docs: page,
} as const;

const read = (path: string): AdsOperation => ({ ...targeting, method: "GET", path });
const search = (path: string): AdsOperation => ({ ...targeting, method: "POST", path });

const brandsPage = docs("sponsored-brands/3-0/openapi");

/** Returns an operation of Sponsored Brands, version 3. `path`: the last part of the path. */
const brandsAdvice = (path: string, accept: string): AdsOperation => ({
  method: "POST",
  path: `/sb/recommendations/targets/${path}`,
  contentType: json,
  accept: vendor(accept),
  needsProfile: true,
  numericIds: true,
  docs: brandsPage,
});

const brandsTargeting = { accept: vendor("sbtargeting.v4"), needsProfile: true, docs: brandsPage } as const;

// Amazon decides the size of a page.
const brandsPages = { kind: "cursor", cursor: "nextToken", next: "nextToken", default: 100, max: 1000 } as const; // prettier-ignore

export const targetingResearch: AdsOperations = {
  "sp.targets.product_recommendations": {
    method: "POST",
    path: "/sp/targets/products/recommendations",
    contentType: vendor("spproductrecommendation.v3"),
    accept: vendor("spproductrecommendationresponse.asins.v3"),
    needsProfile: true,
    // Amazon documents no maximum for `count`, so `max` is a guess.
    paging: { kind: "cursor", limit: "count", cursor: "cursor", next: "nextCursor", default: 50, max: 50 },
    arguments: { asins: "adAsins" },
    docs: page,
  },
  // Amazon has refused every other media type than plain JSON with the status 415, although its specification does not
  // list plain JSON.
  "sp.targets.categories": { ...read("/sp/targets/categories"), accept: `${targeting.accept}, ${json}` },
  "sp.targets.category_recommendations": search("/sp/targets/categories/recommendations"),
  "sp.targets.category_refinements": read("/sp/targets/category/{categoryId}/refinements"),
  "sp.targets.product_count": search("/sp/targets/products/count"),
  "sp.negativeTargets.brand_search": search("/sp/negativeTargets/brands/search"),
  "sp.negativeTargets.brand_recommendations": read("/sp/negativeTargets/brands/recommendations"),
  "sp.keywords.keyword_groups": {
    method: "POST",
    path: "/sp/targeting/recommendations/keywordGroups",
    contentType: vendor("spkeywordgroupsrecommendations.v1.0"),
    accept: vendor("spkeywordgroupsrecommendations.v1.0"),
    needsProfile: true,
    // Amazon decides the size of a page.
    paging: { kind: "cursor", cursor: "nextToken", next: "nextToken", default: 100, max: 1000 },
    docs: page,
  },
  "sb.targets.product_recommendations": {
    ...brandsAdvice("product/list", "sbproductrecommendationsresponse.v3.1"),
    paging: tokens(50, 100),
    filterTypes: { asins: "ASINS" },
  },
  "sb.targets.category_recommendations": brandsAdvice("category", "sbcategoryrecommendationsresponse.v3.2"),
  "sb.targets.brand_recommendations": brandsAdvice("brand", "sbbrandrecommendationsresponse.v3.1"),
  "sb.targets.categories": {
    ...brandsTargeting,
    method: "GET",
    path: "/sb/targets/categories",
    paging: brandsPages,
    arguments: { parentCategoryId: "parentCategoryRefinementId", onlyTop: "includeOnlyRootCategories" },
  },
  "sb.targets.category_refinements": {
    ...brandsTargeting,
    method: "GET",
    path: "/sb/targets/categories/{categoryId}/refinements",
  },
  "sb.targets.product_count": {
    ...brandsTargeting,
    method: "POST",
    path: "/sb/targets/products/count",
    contentType: vendor("sbtargeting.v4"),
    arguments: { categoryId: "category", brandIds: "brands", ageRangeIds: "ageRanges", genreIds: "genres" },
  },
  "sb.negativeTargets.brand_recommendations": {
    ...brandsTargeting,
    method: "GET",
    path: "/sb/negativeTargets/brands/recommendations",
    paging: brandsPages,
  },
  "products.metadata": {
    method: "POST",
    path: "/product/metadata",
    contentType: vendor("productmetadatarequest.v1"),
    accept: vendor("productmetadataresponse.v1"),
    needsProfile: true,
    paging: {
      kind: "cursor",
      limit: "pageSize",
      cursor: "cursorToken",
      next: "cursorToken",
      default: 50,
      max: 300,
    },
    docs: docs("product-metadata"),
  },
};
