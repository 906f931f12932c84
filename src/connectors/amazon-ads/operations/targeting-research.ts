import { docs, json, vendor, type AdsOperation, type AdsOperations } from "./operation.ts";

// The operations that find products, categories, brands and keyword groups, and the titles of products.

const page = docs("sponsored-products/3-0/openapi/prod");

const targeting = {
  contentType: vendor("spproducttargeting.v3"),
  accept: vendor("spproducttargetingresponse.v3"),
  needsProfile: true,
  docs: page,
} as const;

const read = (path: string): AdsOperation => ({ ...targeting, method: "GET", path });
const search = (path: string): AdsOperation => ({ ...targeting, method: "POST", path });

export const targetingResearch: AdsOperations = {
  "sp.targets.product_recommendations": {
    method: "POST",
    path: "/sp/targets/products/recommendations",
    contentType: vendor("spproductrecommendation.v3"),
    accept: vendor("spproductrecommendationresponse.asins.v3"),
    needsProfile: true,
    // The value of `max` is a guess, because Amazon documents no maximum for `count`.
    paging: { kind: "cursor", limit: "count", cursor: "cursor", next: "nextCursor", default: 50, max: 50 },
    arguments: { asins: "adAsins" },
    docs: page,
  },
  // The operation asks for plain JSON, because Amazon has refused other media types with the status 415.
  "sp.targets.categories": { ...read("/sp/targets/categories"), accept: json },
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
    // Amazon decides the size of a page, so the operation has no argument for the limit.
    paging: { kind: "cursor", cursor: "nextToken", next: "nextToken", default: 100, max: 1000 },
    docs: page,
  },
  "products.metadata": {
    method: "POST",
    path: "/product/metadata",
    contentType: vendor("productmetadatarequest.v1"),
    accept: vendor("productmetadataresponse.v1"),
    needsProfile: true,
    docs: docs("product-metadata"),
  },
};
