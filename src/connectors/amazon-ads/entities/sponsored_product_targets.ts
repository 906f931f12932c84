import { action, listAction } from "../../../core/contract/action.ts";
import {
  asins,
  campaignIds,
  expression,
  id,
  ids,
  listParams,
  money,
  newState,
  profile,
  state,
} from "../params.ts";
import { BidRecommendation, Target } from "../records/sponsored-products.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  getAction,
  updateAction,
} from "../resources/record-actions.ts";
import { listOf, resource, sponsoredProducts } from "../resources/resource-actions.ts";
import { bodyAsData } from "../resources/body-as-data.ts";

const targets = resource({
  entity: "sponsored_product_targets",
  kind: "target",
  operations: "sp.targets",
  record: Target,
  itemsParam: "targetingClauses",
  idField: "targetId",
  idsParam: "targetIds",
  ...sponsoredProducts,
});

export const list = listAction({
  description:
    "List Sponsored Products targets: products, categories and automatic targets. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    targetIds: ids(z).optional().meta({ rare: true }),
    asins: asins(z, 100).optional().meta({ rare: true }),
    expressionTypes: z
      .array(z.enum(["AUTO", "MANUAL"]))
      .min(1)
      .optional()
      .meta({ rare: true }),
    ...listParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(targets),
});

export const get = getAction(targets, "Get one target, archived or not.");

export const create = createAction(targets, {
  description:
    "Create Sponsored Products targets: products, categories and automatic targets. They are PAUSED unless `state` is ENABLED.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    expression: expression(z),
    expressionType: z.enum(["MANUAL"]).default("MANUAL").meta({ rare: true }),
    bid: money(z).optional(),
    state: newState(z),
  }),
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }],
    bid: 0.7,
  },
});

export const update = updateAction(targets, {
  description: "Change targets: bid, state. A higher bid or an enabled target can raise costs.",
  params: (z) => ({ bid: money(z).optional(), state: state(z).optional() }),
  example: { bid: 0.6 },
});

export const change_by_percent = changeByPercentAction(targets, "bid", {
  description: "Raise or lower bids of targets by percent, as one call. A raise costs money.",
  params: (z) => ({
    targetIds: ids(z).optional(),
    adGroupIds: ids(z, 100).optional(),
    campaignIds: ids(z, 100).optional(),
  }),
});

export const archive = archiveAction(
  targets,
  "Permanently archive Sponsored Products targets of products and categories. Automatic targets can only be paused.",
);

export const bid_recommendations = action({
  description: "Get suggested bids for keywords and targets of an ad group.",
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
            "KEYWORD_GROUP",
            "KEYWORD_BROAD_MATCH",
            "KEYWORD_EXACT_MATCH",
            "KEYWORD_PHRASE_MATCH",
            "PAT_ASIN",
            "PAT_CATEGORY",
            "PAT_CATEGORY_REFINEMENT",
          ]),
          value: z.string().min(1).max(1000).describe("omit for automatic types").optional(),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BidRecommendation,
  repeats: ["targetingExpressions"],
  effect: "read",
  calls: `${targets.operations}.bid_recommendations`,
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    targetingExpressions: [{ type: "KEYWORD_EXACT_MATCH", value: "trail shoes" }],
  },
  run: (params, context) =>
    bodyAsData(context, `${targets.operations}.bid_recommendations`, {
      ...params,
      recommendationType: "BIDS_FOR_EXISTING_AD_GROUP",
    }),
});
