import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Call, type Operations } from "../operation.ts";
import { idText, isRecord } from "../http/wire-json.ts";
import { textsOf, versions } from "./request-values.ts";
import type { Fields } from "../types.ts";
import { chance, entitiesOf } from "../world.ts";

const BIDS = versions("spthemebasedbidrecommendation", "v5", "v4", "v3");
const KEYWORDS = versions("spkeywordsrecommendation", "v5", "v4", "v3");
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

  // In this response, unlike in all others, bids are in cents.
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

const cents = (amount: number): number => Math.round(amount * 100) / 100;

function requireAdGroup(call: Call): void {
  const { adGroupId, campaignId } = bodyOf(call);
  const adGroup = entitiesOf(call.account, "sp/adGroups").get(idText(adGroupId));
  if (!adGroup || adGroup.fields["campaignId"] !== idText(campaignId))
    throw refuse(422, "Unprocessable Entity", { code: "INVALID_ARGUMENT" });
}
