import { action, listAction } from "../../core/action.ts";
import { BatchResult, runBatch } from "./batch.ts";
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
import { campaignIds, id, ids, listParams, negativeExpression, profile, state } from "./params.ts";
import { NegativeTarget } from "./records.ts";

const money: Money = {
  entity: "sponsored_product_campaign_negative_targets",
  key: "campaignNegativeTargetingClauses",
  id: "targetId",
  filter: "targetIds",
  negative: true,
};
const own = "sp.campaignNegativeTargets";

export const list = listAction({
  description: "List negative targets of campaigns; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    targetIds: ids(z).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  result: NegativeTarget,
  calls: `${own}.list`,
  pick: "campaignNegativeTargetingClauses",
  example: { states: ["ENABLED"], limit: 50 },
});

export const get = action({
  description: "Get one negative target of a campaign, archived or not.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  result: NegativeTarget,
  effect: "read",
  calls: `${own}.list`,
  example: { targetId: "144373194309380061" },
  run: ({ targetId, profileId }, context) =>
    getOne(context, `${own}.list`, { profileId, targetIds: [targetId] }, "campaignNegativeTargetingClauses"),
});

export const create = action({
  description: "Create negative targets of campaigns; only AUTO campaigns take them.",
  params: (z) => ({
    campaignNegativeTargetingClauses: z
      .array(
        z.strictObject({
          campaignId: id(z),
          expression: negativeExpression(z),
          state: state(z).default("ENABLED").meta({ rare: true }),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(NegativeTarget),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: {
    campaignNegativeTargetingClauses: [
      { campaignId: "144373194309380061", expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }] },
    ],
  },
  guard: createGuard(money),
  undo: undoCreate(money),
  run: (params, context) =>
    runBatch(context, `${own}.create`, params, params.campaignNegativeTargetingClauses),
});

export const update = action({
  description: "Enable or pause negative targets of campaigns. Pausing spends.",
  params: (z) => ({
    campaignNegativeTargetingClauses: z
      .array(
        z.strictObject({
          targetId: id(z),
          state: state(z),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(NegativeTarget),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { campaignNegativeTargetingClauses: [{ targetId: "144373194309380061", state: "ENABLED" }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) =>
    runBatch(context, `${own}.update`, params, params.campaignNegativeTargetingClauses),
});

export const archive = action({
  description: "Archive negative targets of campaigns, for good.",
  params: (z) => ({ targetIds: ids(z, 1000), ...profile(z) }),
  result: BatchResult(NegativeTarget),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { targetIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});
