import { action, listAction } from "../../../core/contract/action.ts";
import {
  asins,
  displayExpression,
  displayState,
  id,
  ids,
  lowerStates,
  money,
  newDisplayState,
  profile,
} from "../params.ts";
import { DisplayBids, DisplayTarget, DisplayTargetAdvice } from "../records/sponsored-display.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import { checkDisplayTarget } from "../resources/check-display-expression.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  getAction,
  updateAction,
} from "../resources/record-actions.ts";
import { listOf, resource, sponsoredDisplay } from "../resources/resource-actions.ts";

const targets = resource({
  entity: "sd_targets",
  kind: "target",
  operations: "sd.targets",
  record: DisplayTarget,
  itemsParam: "targets",
  idField: "targetId",
  idsParam: "targetIds",
  checkNew: checkDisplayTarget,
  ...sponsoredDisplay,
});

export const list = listAction({
  description: "List Sponsored Display targets. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    targetIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { states: ["enabled"], limit: 50 },
  ...listOf(targets),
});

export const get = getAction(targets, "Get one Sponsored Display target.");

export const create = createAction(targets, {
  description: "Create Sponsored Display targets. They are paused unless `state` is enabled.",
  params: (z) => ({
    adGroupId: id(z),
    expression: displayExpression(z),
    expressionType: z.enum(["manual", "auto"]).default("manual"),
    bid: money(z).optional(),
    state: newDisplayState(z),
  }),
  example: {
    adGroupId: "144373194309380061",
    expression: [{ type: "asinSameAs", value: "B07R7V6KS8" }],
    bid: 0.5,
  },
});

export const update = updateAction(targets, {
  description:
    "Change Sponsored Display targets: bid, state. A higher bid or an enabled target can raise costs.",
  params: (z) => ({ bid: money(z).optional(), state: displayState(z).optional() }),
  example: { bid: 0.4 },
});

export const change_by_percent = changeByPercentAction(targets, "bid", {
  description:
    "Raise or lower bids of Sponsored Display targets by percent, as one call. A raise costs money.",
  params: (z) => ({
    targetIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional(),
    campaignIds: ids(z, 100).optional(),
  }),
});

export const archive = archiveAction(targets, "Permanently archive Sponsored Display targets.");

const goals = ["clicks", "conversions", "reach"] as const;

export const bid_recommendations = action({
  description: "Get suggested bids for expressions of Sponsored Display targets, in the same order.",
  params: (z) => ({
    expressions: z.array(displayExpression(z)).min(1).max(100),
    bidOptimization: z.enum(goals).default("clicks").describe("reach: bids for 1,000 viewable impressions"),
    asins: asins(z, 100).describe("your advertised products").optional(),
    ...profile(z),
  }),
  result: DisplayBids,
  effect: "read",
  calls: `${targets.operations}.bid_recommendations`,
  example: { expressions: [[{ type: "asinCategorySameAs", value: "3401161" }]] },
  run: ({ expressions, bidOptimization, asins: products, profileId }, context) =>
    bodyAsData(context, `${targets.operations}.bid_recommendations`, {
      profileId,
      bidOptimization,
      // Amazon accepts `reach` only with `vcpm`, and the other optimizations only with `cpc`.
      costType: bidOptimization === "reach" ? "vcpm" : "cpc",
      products: products?.map((asin) => ({ asin })),
      targetingClauses: expressions.map((expression) => ({
        targetingClause: { expressionType: "manual", expression },
      })),
    }),
});

export const target_recommendations = action({
  description: "Find products and categories to target with Sponsored Display, for your advertised products.",
  params: (z) => ({
    asins: asins(z, 100),
    types: z
      .array(z.enum(["PRODUCT", "CATEGORY"]))
      .min(1)
      .default(["PRODUCT", "CATEGORY"])
      .meta({ rare: true }),
    ...profile(z),
  }),
  result: DisplayTargetAdvice,
  effect: "read",
  calls: `${targets.operations}.recommendations`,
  example: { asins: ["B07R7V6KS8"] },
  run: async ({ asins: products, types, profileId }, context) => {
    const { data, meta } = await bodyAsData(context, `${targets.operations}.recommendations`, {
      profileId,
      // T00020 is Amazon's tactic for products and categories.
      tactic: "T00020",
      products: products.map((asin) => ({ asin })),
      typeFilter: types,
    });
    return { data: (data as { recommendations?: unknown }).recommendations ?? {}, meta };
  },
});
