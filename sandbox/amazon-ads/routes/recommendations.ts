import { ok, refuse } from "../responses.ts";
import { bodyOf, type Call, type Operations } from "../operation.ts";
import { idText, isRecord } from "../wire-json.ts";
import { brands, categories } from "../categories-and-brands.ts";
import type { Fields } from "../types.ts";
import { chance, entitiesOf, hash } from "../world.ts";

const versions = (name: string, ...all: string[]): string[] =>
  all.map((version) => `application/vnd.${name}.${version}+json`);
const BIDS = versions("spthemebasedbidrecommendation", "v5", "v4", "v3");
const KEYWORDS = versions("spkeywordsrecommendation", "v5", "v4", "v3");
const TARGETING = versions("spproducttargetingresponse", "v5", "v4", "v3");
const PRODUCTS = ["asins", "themes"].map(
  (kind) => `application/vnd.spproductrecommendationresponse.${kind}.v3+json`,
);
const MAX_EXPRESSIONS = 100;
const EXPRESSIONS = new Set([
  "CLOSE_MATCH",
  "LOOSE_MATCH",
  "SUBSTITUTES",
  "COMPLEMENTS",
  "KEYWORD_GROUP",
  "KEYWORD_BROAD_MATCH",
  "KEYWORD_EXACT_MATCH",
  "KEYWORD_PHRASE_MATCH",
  "PAT_ASIN",
  "PAT_CATEGORY",
  "PAT_CATEGORY_REFINEMENT",
]);

/** The operations that recommend bids, keywords and products. */
export const recommendations: Operations = {
  "POST /sp/targets/bid/recommendations": {
    style: "message",
    consumes: [...BIDS, "application/json"],
    produces: BIDS,
    run: (call) => {
      const body = bodyOf(call);
      const existing = body["recommendationType"] === "BIDS_FOR_EXISTING_AD_GROUP";
      if (!existing && body["recommendationType"] !== "BIDS_FOR_NEW_AD_GROUP")
        throw refuse(422, "Invalid recommendationType", { code: "INVALID_ARGUMENT" });
      if (existing) requireAdGroup(call);
      else textsOf(body["asins"], "asins", 50);
      const expressions = body["targetingExpressions"];
      if (!Array.isArray(expressions) || expressions.length === 0 || expressions.length > MAX_EXPRESSIONS)
        throw refuse(422, "Unprocessable Entity", { code: "INVALID_ARGUMENT" });
      const recommended = expressions.map((expression: unknown) => {
        const { type, value = null } = isRecord(expression) ? expression : {};
        if (!EXPRESSIONS.has(String(type)))
          throw refuse(400, `Invalid targeting expression type: ${String(type)}`);
        const middle = 0.6 + chance(`${String(type)} ${String(value)}`) * 1.4;
        return {
          targetingExpression: { type, value },
          bidValues: [0.75, 1, 1.35].map((factor) => ({ suggestedBid: cents(middle * factor) })),
        };
      });
      const range = (low: number): Fields => ({
        values: [1, 2, 3].map((step) => ({ lower: low * step, upper: Math.round(low * step * 1.4) })),
      });
      return ok({
        bidRecommendations: [
          {
            theme: "CONVERSION_OPPORTUNITIES",
            impactMetrics: { clicks: range(22), orders: range(3) },
            bidRecommendationsForTargetingExpressions: recommended,
          },
        ],
      });
    },
  },

  // The bids in this response are in cents, unlike the bids in all other responses.
  "POST /sp/targets/keywords/recommendations": {
    style: "message",
    consumes: [...KEYWORDS, "application/json"],
    produces: KEYWORDS,
    run: (call) => {
      const body = bodyOf(call);
      if (body["recommendationType"] === "KEYWORDS_FOR_ADGROUP") requireAdGroup(call);
      else if (body["recommendationType"] === "KEYWORDS_FOR_ASINS") textsOf(body["asins"], "asins", 50);
      else throw refuse(422, "Invalid recommendationType", { code: "INVALID_ARGUMENT" });
      const most = Number(body["maxRecommendations"] ?? 200);
      if (!Number.isInteger(most) || most < 0 || most > 200)
        throw refuse(422, "maxRecommendations must be from 0 to 200", { code: "INVALID_ARGUMENT" });
      const keywordTargetList = IDEAS.slice(0, most).map((keyword, index) => ({
        keyword,
        bidInfo: ["EXACT", "PHRASE", "BROAD"].map((matchType) => {
          const bid = 80 + Math.floor(chance(`${keyword} ${matchType}`) * 180);
          const suggestedBid = {
            rangeStart: Math.round(bid * 0.7),
            rangeMedian: bid,
            rangeEnd: Math.round(bid * 1.5),
          };
          return { matchType, theme: "CONVERSION_OPPORTUNITIES", rank: index + 1, bid, suggestedBid };
        }),
        translation: keyword,
        userSelectedKeyword: false,
        searchTermImpressionRank: null,
        searchTermImpressionShare: null,
        recId: call.world.newUuid(),
      }));
      return ok({ keywordTargetList, impactMetrics: null });
    },
  },

  "POST /sp/targets/products/recommendations": {
    style: "message",
    consumes: versions("spproductrecommendation", "v3").concat("application/json"),
    produces: PRODUCTS,
    run: (call) => {
      const body = bodyOf(call);
      textsOf(body["adAsins"], "adAsins", 50);
      const count = Number(body["count"] ?? 50);
      const asins = Array.from({ length: 12 }, (_none, index) => rivalAsin(index)).slice(0, count);
      if ((call.headers.get("accept") ?? "").includes(".themes.")) {
        const theme = {
          theme: "Similar items (frequently viewed together)",
          description: "Items that shoppers look at together with yours.",
        };
        return ok({
          recommendations: [{ ...theme, recommendedAsins: asins }],
          nextCursor: null,
          previousCursor: null,
        });
      }
      const themes = ["Similar items (frequently viewed together)"];
      const recommended = asins.map((recommendedAsin) => ({ recommendedAsin, themes }));
      return ok({ recommendations: recommended, nextCursor: null, previousCursor: null });
    },
  },

  "GET /sp/targets/categories": {
    style: "message",
    produces: TARGETING,
    run: () =>
      ok({
        categoryTree: JSON.stringify(categories.map(({ id, name, parent }) => ({ id, na: name, parent }))),
      }),
  },

  "POST /sp/targets/categories/recommendations": {
    style: "message",
    consumes: versions("spproducttargeting", "v3").concat("application/json"),
    produces: TARGETING,
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
    produces: TARGETING,
    run: (call) => {
      const category = categories.find(({ id }) => id === call.path["categoryId"]);
      if (!category) throw refuse(404, `Category ${call.path["categoryId"]} was not found`);
      return ok({ categoryId: category.id, brands: wireBrands(), ageRanges: [], genres: [] });
    },
  },

  "POST /sp/targets/products/count": {
    style: "message",
    consumes: versions("spproducttargeting", "v3"),
    produces: TARGETING,
    run: (call) => {
      const min = 400 + (hash(String(bodyOf(call)["category"])) % 9000);
      return ok({ asinCounts: { min, max: Math.round(min * 1.2) } });
    },
  },

  "POST /sp/negativeTargets/brands/search": {
    style: "message",
    consumes: versions("spproducttargeting", "v3"),
    produces: TARGETING,
    run: (call) => {
      const keyword = String(bodyOf(call)["keyword"] ?? "").toLowerCase();
      return ok(wireBrands().filter(({ name }) => name.toLowerCase().includes(keyword)));
    },
  },

  "GET /sp/negativeTargets/brands/recommendations": {
    style: "message",
    produces: TARGETING,
    run: () => ok(wireBrands()),
  },
};

const IDEAS = [
  "ultralight tent",
  "backpacking tent 2 person",
  "3 season tent",
  "camping gear",
  "hiking backpack",
  "waterproof hiking boots",
  "down sleeping bag",
  "carbon trekking poles",
  "camp kitchen set",
  "tent footprint",
];

const wireBrands = () => Object.entries(brands).map(([id, name]) => ({ id, name }));

const cents = (amount: number): number => Math.round(amount * 100) / 100;

const rivalAsin = (index: number): string =>
  `B0${hash(`rival ${index}`).toString(36).toUpperCase().padStart(8, "X").slice(0, 8)}`;

function textsOf(value: unknown, name: string, most: number): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most)
    throw refuse(422, `${name} must have 1 to ${most} values`, { code: "INVALID_ARGUMENT" });
  return value.map(String);
}

function requireAdGroup(call: Call): void {
  const { adGroupId, campaignId } = bodyOf(call);
  const adGroup = entitiesOf(call.account, "sp/adGroups").get(idText(adGroupId));
  if (!adGroup || adGroup.fields["campaignId"] !== idText(campaignId))
    throw refuse(422, "Unprocessable Entity", { code: "INVALID_ARGUMENT" });
}
