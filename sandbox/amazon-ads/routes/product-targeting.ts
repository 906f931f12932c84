import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Operations } from "../operation.ts";
import { brands, categories } from "../categories-and-brands.ts";
import type { Fields } from "../types.ts";
import { hash } from "../world.ts";
import { checkRatingRange, textsOf, versions } from "./request-values.ts";

const RESPONSE = versions("spproducttargetingresponse", "v5", "v4", "v3");
const REQUEST = versions("spproducttargeting", "v3");
const KEYWORD_GROUPS = versions("spkeywordgroupsrecommendations", "v1.0");
const PRODUCTS = ["asins", "themes"].map(
  (kind) => `application/vnd.spproductrecommendationresponse.${kind}.v3+json`,
);
const THEME = "Similar items (frequently viewed together)";

export const productTargeting: Operations = {
  "POST /sp/targets/products/recommendations": {
    style: "message",
    consumes: versions("spproductrecommendation", "v3").concat("application/json"),
    produces: PRODUCTS,
    run: (call) => {
      const { adAsins, count = 50, cursor } = bodyOf(call);
      textsOf(adAsins, "adAsins", 50);
      const start = typeof cursor === "string" ? Number(atob(cursor)) : 0;
      if (!Number.isInteger(start)) throw refuse(422, "Invalid cursor", { code: "INVALID_ARGUMENT" });
      const end = start + Number(count);
      const asins = rivals.slice(start, end);
      const themed = (call.headers.get("accept") ?? "").includes(".themes.");
      return ok({
        recommendations: themed
          ? [{ theme: THEME, description: "Items that shoppers look at.", recommendedAsins: asins }]
          : asins.map((recommendedAsin) => ({ recommendedAsin, themes: [THEME] })),
        nextCursor: end < rivals.length ? btoa(String(end)) : null,
        previousCursor: null,
      });
    },
  },

  // The response contains the tree of categories as JSON in a text field. The field is `CategoryTree` in the media type
  // `application/json`, and `categoryTree` in Amazon's own media type.
  "GET /sp/targets/categories": {
    style: "message",
    produces: RESPONSE,
    run: ({ headers }) => {
      const isVendor = (headers.get("accept") ?? "").includes("vnd.");
      return ok({ [isVendor ? "categoryTree" : "CategoryTree"]: JSON.stringify(treeOf("-1")) });
    },
  },

  "POST /sp/targets/categories/recommendations": {
    style: "message",
    consumes: REQUEST.concat("application/json"),
    produces: RESPONSE,
    run: (call) => {
      const asins = textsOf(bodyOf(call)["asins"], "asins", 10_000);
      const names = new Set(
        call.account.products.flatMap(({ asin, category }) => (asins.includes(asin) ? [category] : [])),
      );
      const own = categories.filter(({ name }) => names.has(name));
      const ancestors =
        bodyOf(call)["includeAncestor"] === true
          ? categories.filter(({ path }) => own.some((each) => each.path.startsWith(`${path}/`)))
          : [];
      return ok({ categories: [...own, ...ancestors].map((each) => ({ ...each, canBeTargeted: true })) });
    },
  },

  "GET /sp/targets/category/{categoryId}/refinements": {
    style: "message",
    produces: RESPONSE,
    run: (call) => {
      const category = categories.find(({ id }) => id === call.path["categoryId"]);
      if (!category) throw refuse(404, `Category ${call.path["categoryId"]} was not found`);
      return ok({ categoryId: category.id, brands: wireBrands(), ageRanges: [], genres: [] });
    },
  },

  "POST /sp/targets/products/count": {
    style: "message",
    consumes: REQUEST,
    produces: RESPONSE,
    run: (call) => {
      const { category, brands: chosen, ratingRange } = bodyOf(call);
      checkRatingRange(ratingRange);
      if (typeof category !== "string") throw refuse(422, "category is required");
      const all = 400 + (hash(category) % 9000);
      // If the request names brands, fewer products match.
      const min = Array.isArray(chosen) && chosen.length > 0 ? Math.round(all / 20) : all;
      return ok({ asinCounts: { min, max: Math.round(min * 1.2) } });
    },
  },

  "POST /sp/negativeTargets/brands/search": {
    style: "message",
    consumes: REQUEST,
    produces: RESPONSE,
    run: (call) => {
      const keyword = String(bodyOf(call)["keyword"] ?? "").toLowerCase();
      return ok(wireBrands().filter(({ name }) => name.toLowerCase().includes(keyword)));
    },
  },

  "GET /sp/negativeTargets/brands/recommendations": {
    style: "message",
    produces: RESPONSE,
    run: () => ok(wireBrands()),
  },

  "POST /sp/targeting/recommendations/keywordGroups": {
    style: "message",
    consumes: KEYWORD_GROUPS,
    produces: KEYWORD_GROUPS,
    run: (call) => {
      const asins = textsOf(bodyOf(call)["asins"], "asins", 1000);
      const found = call.account.products.filter(({ asin }) => asins.includes(asin));
      const names = [...new Set(found.map(({ category }) => category))];
      return ok({
        countryCode: call.account.profile.countryCode,
        keywordGroups: names.map((name) => ({
          id: `kwg-${hash(name)}`,
          text: `Keywords related to ${name}`,
          description: `Reach shoppers who search for ${name}.`,
          impactSummary: null,
          sampleKeywords: [name.toLowerCase(), `best ${name.toLowerCase()}`],
        })),
        nextToken: null,
      });
    },
  },
};

/**
 * Returns the categories below a category. Each category has an id (`id`), a name (`na`), a flag that says whether ads
 * can target the category (`ta`), and a list of children (`ch`).
 */
const treeOf = (parentId: string): Fields[] =>
  categories
    .filter(({ parent }) => parent === parentId)
    .map(({ id, name }) => ({ id, na: name, ta: parentId !== "-1", ch: treeOf(id) }));

const wireBrands = () => Object.entries(brands).map(([id, name]) => ({ id, name }));

const rivals = Array.from(
  { length: 12 },
  (_none, index) => `B0${hash(`rival ${index}`).toString(36).toUpperCase().padStart(8, "X").slice(0, 8)}`,
);
