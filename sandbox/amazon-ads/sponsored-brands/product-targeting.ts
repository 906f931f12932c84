import { brands, categories } from "../categories-and-brands.ts";
import { bodyOf, type Call, type Operation, type Operations } from "../operation.ts";
import { pageOf } from "../http/paging.ts";
import { ok, refuse, type Reply } from "../http/responses.ts";
import { checkRatingRange, textsOf } from "../routes/request-values.ts";
import { headlinesFor } from "../sponsored-display/creatives.ts";
import type { Fields } from "../types.ts";
import { idText, integer, isRecord } from "../http/wire-json.ts";
import { hash } from "../world.ts";
import { mediaTypes } from "./targeting.ts";

// Finds products, categories and brands for Sponsored Brands.
// https://advertising.amazon.com/API/docs/en-us/sponsored-brands/3-0/openapi

const JSON_TYPE = ["application/json"];
const TARGETING = mediaTypes("sbtargeting.v4");

/** Amazon offers the operations of version 4 only in these marketplaces. */
const MARKETPLACES = new Set(["US", "CA", "MX", "UK", "DE", "FR", "ES", "IT", "IN", "JP"]);

const PAGE = 3;

const targeting = (run: (call: Call) => Reply, consumes?: readonly string[]): Operation => ({
  style: "details",
  produces: TARGETING,
  ...(consumes ? { consumes } : {}),
  run: (call) => {
    if (!MARKETPLACES.has(call.account.profile.countryCode))
      throw refuse(400, "The operation is not available in this marketplace");
    return run(call);
  },
});

const advice = (accept: string, run: (call: Call) => Reply): Operation => ({
  style: "details",
  consumes: JSON_TYPE,
  produces: mediaTypes(accept),
  run,
});

const page = (call: Call, found: readonly Fields[]) => {
  const nextToken = call.query.get("nextToken") ?? undefined;
  return pageOf(found, { nextToken, maxResults: PAGE }, PAGE);
};

const reachOf = (id: string) => {
  const min = 400 + (hash(id) % 9000);
  return { min, max: Math.round(min * 1.2) };
};

const known = (id: unknown) => {
  const category = categories.find((one) => one.id === idText(id));
  if (!category) throw refuse(404, `Category ${idText(id)} was not found`);
  return category;
};

const wireBrands = (): Fields[] =>
  Object.entries(brands).map(([brandRefinementId, name]) => ({ brandRefinementId, name }));

export const brandsProductTargeting: Operations = {
  "POST /sb/recommendations/targets/product/list": advice("sbproductrecommendationsresponse.v3.1", (call) => {
    const { filters, ...rest } = bodyOf(call);
    const filter = Array.isArray(filters) && isRecord(filters[0]) ? filters[0] : {};
    if (filter["filterType"] !== "ASINS") throw refuse(400, "A filter of the type ASINS is required");
    textsOf(filter["values"], "values", 100);
    const found = categories.map(({ id }) => ({
      recommendedTargetAsin: `B0${hash(`sb ${id}`).toString(36).toUpperCase().padStart(8, "X").slice(0, 8)}`,
    }));
    const { items, nextToken } = pageOf(found, rest, 100);
    return ok({ recommendedProducts: items, nextToken: nextToken ?? null });
  }),

  "POST /sb/recommendations/targets/category": advice("sbcategoryrecommendationsresponse.v3.2", (call) => {
    const asins = textsOf(bodyOf(call)["asins"], "asins", 100);
    const names = new Set(
      call.account.products.flatMap(({ asin, category }) => (asins.includes(asin) ? [category] : [])),
    );
    const own = categories.filter(({ name }) => names.has(name));
    const parents = categories.filter(({ path }) => own.some((each) => each.path.startsWith(`${path}/`)));
    return ok({
      categoryRecommendationResults: [...own, ...parents].map(({ id, name, path }) => ({
        id: integer(id),
        name,
        path,
        isTargetable: true,
      })),
    });
  }),

  "POST /sb/recommendations/targets/brand": advice("sbbrandrecommendationsresponse.v3.1", (call) => {
    const { keyword, categoryId } = bodyOf(call);
    if ((keyword === undefined) === (categoryId === undefined))
      throw refuse(400, "Either categoryId or keyword is required");
    if (categoryId !== undefined && typeof categoryId === "string")
      throw refuse(400, "categoryId must be an integer");
    const words = String(keyword ?? "").toLowerCase();
    return ok({
      brandRecommendationResults: Object.entries(brands)
        .filter(([, name]) => name.toLowerCase().includes(words))
        .map(([id, name]) => ({ id: integer(id), name })),
    });
  }),

  "GET /sb/targets/categories": targeting((call) => {
    const { query } = call;
    if (!["AMAZON", "STREAMING_VIDEO"].includes(query.get("supplySource") ?? ""))
      throw refuse(400, "supplySource is required");
    const parentId = query.get("parentCategoryRefinementId");
    const isTop = query.get("includeOnlyRootCategories") === "true";
    const found = categories.filter(({ parent }) =>
      isTop ? parent === "-1" : parentId === null || parent === parentId,
    );
    const { items, nextToken } = page(
      call,
      found.map(({ id, name, parent }) => ({
        categoryRefinementId: id,
        name,
        ...(parent === "-1" ? {} : { parentCategoryRefinementId: parent }),
        isTargetable: parent !== "-1",
        asinCountRange: reachOf(id),
      })),
    );
    return ok({ categoryTree: items, ...(nextToken === undefined ? {} : { nextToken }) });
  }),

  "GET /sb/targets/categories/{categoryRefinementId}/refinements": targeting((call) => {
    known(call.path["categoryRefinementId"]);
    const { items, nextToken } = page(call, wireBrands());
    return ok({
      brands: items,
      ageRanges: [],
      genres: [],
      ...(nextToken === undefined ? {} : { nextToken }),
    });
  }),

  "POST /sb/targets/products/count": targeting((call) => {
    const { category, brands: chosen, ratingRange } = bodyOf(call);
    checkRatingRange(ratingRange);
    const { min, max } = reachOf(known(category).id);
    // If the request names brands, fewer products match.
    const share = Array.isArray(chosen) && chosen.length > 0 ? 20 : 1;
    return ok({ asinCounts: { min: Math.round(min / share), max: Math.round(max / share) } });
  }, TARGETING),

  "GET /sb/negativeTargets/brands/recommendations": targeting((call) => {
    const { items, nextToken } = page(call, wireBrands());
    return ok({ brands: items, ...(nextToken === undefined ? {} : { nextToken }) });
  }),

  "POST /sb/recommendations/creative/headline": {
    style: "details",
    consumes: JSON_TYPE,
    run: (call) => {
      const { asins, maxNumSuggestions: most = 10 } = bodyOf(call);
      textsOf(asins, "asins", 3);
      return ok({
        requestId: call.requestId,
        suggestions: headlinesFor(asins, Number(most)).map((headline, index) => ({
          headlineId: String(index + 1),
          headline,
        })),
      });
    },
  },
};
