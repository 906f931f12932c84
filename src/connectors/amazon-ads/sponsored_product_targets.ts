import { action, listAction } from "../../core/action.ts";
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
  expression,
  id,
  ids,
  listParams,
  money as amount,
  newState,
  profile,
  state,
} from "./params.ts";
import { BidRecommendation, Target } from "./records.ts";

const money: Money = {
  entity: "sponsored_product_targets",
  key: "targetingClauses",
  id: "targetId",
  filter: "targetIds",
  amounts: [{ path: "bid", cap: "max_bid" }],
};
const own = "sp.targets";

export const list = listAction({
  description:
    "List Sponsored Products targets (products, categories, automatic); archived ones only where states says so.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    targetIds: ids(z).optional().meta({ rare: true }),
    asins: z.array(z.string().min(1).max(20)).min(1).max(100).optional().meta({ rare: true }),
    expressionTypes: z
      .array(z.enum(["AUTO", "MANUAL"]))
      .min(1)
      .optional()
      .meta({ rare: true }),
    ...listParams(z),
  }),
  result: Target,
  calls: `${own}.list`,
  pick: "targetingClauses",
  example: { states: ["ENABLED"], limit: 50 },
});

export const get = action({
  description: "Get one target, archived or not.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  result: Target,
  effect: "read",
  calls: `${own}.list`,
  example: { targetId: "144373194309380061" },
  run: ({ targetId, profileId }, context) =>
    getOne(context, `${own}.list`, { profileId, targetIds: [targetId] }, "targetingClauses"),
});

export const create = action({
  description:
    "Create Sponsored Products targets (products, categories, automatic); PAUSED unless state says ENABLED.",
  params: (z) => ({
    targetingClauses: z
      .array(
        z.strictObject({
          campaignId: id(z),
          adGroupId: id(z),
          expression: expression(z),
          expressionType: z.enum(["MANUAL"]).default("MANUAL").meta({ rare: true }),
          bid: amount(z).optional(),
          state: newState(z),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(Target),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: {
    targetingClauses: [
      {
        campaignId: "144373194309380061",
        adGroupId: "144373194309380062",
        expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }],
        bid: 0.7,
      },
    ],
  },
  guard: createGuard(money),
  undo: undoCreate(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.targetingClauses),
});

export const update = action({
  description: "Change targets: bid, state. Raising the bid or enabling spends.",
  params: (z) => ({
    targetingClauses: z
      .array(
        z.strictObject({
          targetId: id(z),
          bid: amount(z).optional(),
          state: state(z).optional(),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(Target),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { targetingClauses: [{ targetId: "144373194309380061", bid: 0.6 }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.targetingClauses),
});

export const archive = action({
  description:
    "Archive Sponsored Products targets (products, categories, automatic), for good; automatic ones can only be paused.",
  params: (z) => ({ targetIds: ids(z, 1000), ...profile(z) }),
  result: BatchResult(Target),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { targetIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});

export const bid_recommendations = action({
  description: "Amazon's suggested bids for keywords and targets of an ad group.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    targetingExpressions: z
      .array(
        z.strictObject({
          type: z.enum([
            "CLOSE_MATCH",
            "LOOSE_MATCH",
            "SUBSTITUTES",
            "COMPLEMENTS",
            "KEYWORD_BROAD_MATCH",
            "KEYWORD_EXACT_MATCH",
            "KEYWORD_PHRASE_MATCH",
            "PAT_ASIN",
            "PAT_CATEGORY",
            "PAT_CATEGORY_REFINEMENT",
          ]),
          value: z.string().min(1).max(1000).describe("needless for automatic types").optional(),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BidRecommendation,
  effect: "read",
  calls: `${own}.bid_recommendations`,
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    targetingExpressions: [{ type: "KEYWORD_EXACT_MATCH", value: "trail shoes" }],
  },
  run: async (params, { send }) => {
    const reply = await send(`${own}.bid_recommendations`, {
      ...params,
      recommendationType: "BIDS_FOR_EXISTING_AD_GROUP",
    });
    return { data: reply.body, meta: metaOf(reply) };
  },
});
