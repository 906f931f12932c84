import { bodyOf, type Operations } from "../operation.ts";
import { ok, refuse } from "../http/responses.ts";
import type { Fields } from "../types.ts";
import { idText, isRecord } from "../http/wire-json.ts";
import { chance, entitiesOf, hash } from "../world.ts";
import { mediaTypes } from "./targeting.ts";

const cents = (amount: number): number => Math.round(amount * 100) / 100;

function recommend(text: string): Fields {
  const recommended = 0.8 + chance(text) * 1.6;
  return {
    recommendationId: hash(text).toString(16).padStart(8, "0").repeat(4),
    recommendedBid: {
      rangeStart: cents(recommended * 0.6),
      rangeEnd: cents(recommended * 1.9),
      recommended: cents(recommended),
    },
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const WORDS = ["tent", "camping tent", "hiking boots", "sleeping bag", "trekking poles", "outdoor gear"];

export const brandsRecommendations: Operations = {
  "POST /sb/recommendations/bids": {
    style: "details",
    consumes: ["application/json"],
    produces: mediaTypes("sbbidsrecommendation.v3"),
    run: (call) => {
      const { campaignId, adFormat, keywords, targets, themeTypes } = bodyOf(call);
      if (campaignId !== undefined && !entitiesOf(call.account, "sb/campaigns").has(idText(campaignId)))
        throw refuse(404, `Campaign ${idText(campaignId)} was not found`);
      if (adFormat !== undefined && adFormat !== "productCollection" && adFormat !== "video")
        throw refuse(400, "Invalid adFormat");
      const [words, products, themes] = [listOf(keywords), listOf(targets), listOf(themeTypes)];
      const count = words.length + products.length + themes.length;
      if (count === 0 || count > 100)
        throw refuse(422, "From 1 to 100 keywords, targets and themes are allowed");
      const isKeyword = (word: unknown): word is Fields =>
        isRecord(word) && ["broad", "exact", "phrase"].includes(String(word["matchType"]));
      return ok({
        keywordsBidsRecommendationSuccessResults: words.flatMap((keyword, keywordIndex) =>
          isKeyword(keyword) ? [{ keyword, keywordIndex, ...recommend(JSON.stringify(keyword)) }] : [],
        ),
        keywordsBidsRecommendationErrorResults: words.flatMap((keyword, keywordIndex) =>
          isKeyword(keyword)
            ? []
            : [{ keyword, keywordIndex, code: "INVALID_ARGUMENT", details: "Invalid match type" }],
        ),
        targetsBidsRecommendationSuccessResults: products.map((one, targetsIndex) => ({
          targets: one,
          targetsIndex,
          ...recommend(JSON.stringify(one)),
        })),
        targetsBidsRecommendationErrorResults: [],
        themesRecommendationSuccessResults: themes.map((themeType, themeIndex) => ({
          themeType,
          themeIndex,
          ...recommend(String(themeType)),
        })),
        themesRecommendationErrorResults: [],
      });
    },
  },

  "POST /sb/recommendations/keyword": {
    style: "details",
    consumes: [...mediaTypes("sbkeywordrecommendation.v3"), "application/json"],
    produces: mediaTypes("sbkeywordrecommendation.v3"),
    run: (call) => {
      const { asins, url, maxNumSuggestions, locale } = bodyOf(call);
      if (listOf(asins).length === 0 && typeof url !== "string")
        throw refuse(422, "asins or url is required");
      const most = Number(maxNumSuggestions ?? 100);
      if (!(most >= 1 && most <= 1000)) throw refuse(422, "maxNumSuggestions must be from 1 to 1000");
      return ok(
        WORDS.slice(0, most).map((value) => ({
          recommendationId: hash(value).toString(16).padStart(8, "0").repeat(4),
          type: "addKeyword",
          value,
          translation: locale === undefined ? null : value,
          matchType: "PHRASE",
          searchTermImpressionShare: null,
          searchTermImpressionRank: null,
        })),
      );
    },
  },
};
