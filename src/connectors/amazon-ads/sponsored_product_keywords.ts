import { action, listAction } from "../../core/action.ts";
import { ConnectorError } from "../../core/errors.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { metaOf } from "../../core/local.ts";
import { getOne } from "./get.ts";
import {
  createEffect,
  createGuard,
  undoCreate,
  undoUpdate,
  updateEffect,
  updateGuard,
  type Money,
} from "./money.ts";
import {
  campaignIds,
  id,
  ids,
  keywordText,
  keywordTextParams,
  listParams,
  matchType,
  money as amount,
  newState,
  profile,
  state,
} from "./params.ts";
import { Keyword, KeywordRecommendation } from "./records.ts";

const money: Money = {
  entity: "sponsored_product_keywords",
  key: "keywords",
  id: "keywordId",
  filter: "keywordIds",
  amounts: [{ path: "bid", cap: "max_bid" }],
};
const own = "sp.keywords";

export const list = listAction({
  description: "List Sponsored Products keywords; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    keywordIds: ids(z).optional().meta({ rare: true }),
    ...keywordTextParams(z),
    matchTypes: z.array(matchType(z)).min(1).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  result: Keyword,
  calls: `${own}.list`,
  pick: "keywords",
  example: { states: ["ENABLED"], limit: 50 },
});

export const get = action({
  description: "Get one keyword, archived or not.",
  params: (z) => ({ keywordId: id(z), ...profile(z) }),
  result: Keyword,
  effect: "read",
  calls: `${own}.list`,
  example: { keywordId: "144373194309380061" },
  run: ({ keywordId, profileId }, context) =>
    getOne(context, `${own}.list`, { profileId, keywordIds: [keywordId] }, "keywords"),
});

export const create = action({
  description: "Create Sponsored Products keywords; PAUSED unless state says ENABLED.",
  params: (z) => ({
    keywords: z
      .array(
        z.strictObject({
          campaignId: id(z),
          adGroupId: id(z),
          keywordText: keywordText(z),
          matchType: matchType(z),
          bid: amount(z).describe("the ad group's default without it").optional(),
          state: newState(z),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(Keyword),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: {
    keywords: [
      {
        campaignId: "144373194309380061",
        adGroupId: "144373194309380062",
        keywordText: "trail shoes",
        matchType: "EXACT",
        bid: 0.9,
      },
    ],
  },
  guard: createGuard(money),
  undo: undoCreate(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.keywords),
});

export const update = action({
  description: "Change keywords: bid, state. Raising the bid or enabling spends.",
  params: (z) => ({
    keywords: z
      .array(
        z.strictObject({
          keywordId: id(z),
          bid: amount(z).optional(),
          state: state(z).optional(),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(Keyword),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { keywords: [{ keywordId: "144373194309380061", bid: 0.6 }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.keywords),
});

export const archive = action({
  description: "Archive Sponsored Products keywords, for good.",
  params: (z) => ({ keywordIds: ids(z, 1000), ...profile(z) }),
  result: BatchResult(Keyword),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { keywordIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});

export const keyword_recommendations = action({
  description:
    "Amazon's keyword suggestions for an ad group, or for ASINs. Their bids are in minor units (311 is 3.11).",
  params: (z) => ({
    asins: z.array(z.string().min(1).max(20)).min(1).max(50).optional(),
    campaignId: id(z).optional(),
    adGroupId: id(z).optional(),
    maxRecommendations: z.int().min(1).max(200).default(50).meta({ rare: true }),
    sortDimension: z.enum(["CLICKS", "CONVERSIONS", "DEFAULT"]).optional().meta({ rare: true }),
    ...profile(z),
  }),
  result: KeywordRecommendation,
  effect: "read",
  calls: `${own}.keyword_recommendations`,
  example: { asins: ["B07R7V6KS8"] },
  run: async (params, { send }) => {
    const about = keywordsFor(params);
    const reply = await send(`${own}.keyword_recommendations`, { ...params, ...about });
    return { data: reply.body, meta: metaOf(reply) };
  },
});

/** Either of two questions; half of one is none. */
function keywordsFor({ asins, campaignId, adGroupId }: { [name: string]: unknown }): {
  recommendationType: string;
} {
  if (asins !== undefined && campaignId === undefined && adGroupId === undefined)
    return { recommendationType: "KEYWORDS_FOR_ASINS" };
  if (asins === undefined && campaignId !== undefined && adGroupId !== undefined)
    return { recommendationType: "KEYWORDS_FOR_ADGROUP" };
  throw new ConnectorError("invalid_params", "Give asins, or campaignId and adGroupId together.", {
    path: "params",
    hint: 'For example {"asins": ["B07R7V6KS8"]}.',
  });
}
