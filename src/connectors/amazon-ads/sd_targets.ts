import { action, listAction } from "../../core/action.ts";
import { metaOf } from "../../core/local.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { createEffect, createGuard, undoUpdate, updateEffect, updateGuard, type Money } from "./money.ts";
import {
  displayExpression,
  displayState,
  id,
  ids,
  lowerStates,
  newDisplayState,
  profile,
  money as amount,
} from "./params.ts";
import { DisplayTarget } from "./records.ts";

const money: Money = {
  entity: "sd_targets",
  key: "targets",
  id: "targetId",
  filter: "targetIds",
  on: "enabled",
  states: ["enabled", "paused"],
  amounts: [{ path: "bid", cap: "max_bid" }],
};
const own = "sd.targets";

export const list = listAction({
  description: "List Sponsored Display targets; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    targetIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  result: DisplayTarget,
  calls: `${own}.list`,
  pick: "items",
  example: { states: ["enabled"], limit: 50 },
});

export const get = action({
  description: "Get one Sponsored Display target.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  result: DisplayTarget,
  effect: "read",
  calls: `${own}.get`,
  example: { targetId: "144373194309380061" },
  run: async (params, { send }) => {
    const reply = await send(`${own}.get`, params);
    return { data: reply.body, meta: metaOf(reply) };
  },
});

export const create = action({
  description: "Create Sponsored Display targets; paused unless state says enabled.",
  params: (z) => ({
    targets: z
      .array(
        z.strictObject({
          adGroupId: id(z),
          expression: displayExpression(z),
          expressionType: z.enum(["manual", "auto"]).default("manual"),
          bid: amount(z).optional(),
          state: newDisplayState(z),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(DisplayTarget),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: {
    targets: [
      {
        adGroupId: "144373194309380061",
        expression: [{ type: "asinSameAs", value: "B07R7V6KS8" }],
        bid: 0.5,
      },
    ],
  },
  guard: createGuard(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.targets),
});

export const update = action({
  description: "Change Sponsored Display targets: bid, state. Raising the bid or enabling spends.",
  params: (z) => ({
    targets: z
      .array(
        z.strictObject({
          targetId: id(z),
          bid: amount(z).optional(),
          state: displayState(z).optional(),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(DisplayTarget),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { targets: [{ targetId: "144373194309380061", bid: 0.4 }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.targets),
});

export const archive = action({
  description: "Archive one Sponsored Display target, for good.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  result: (z) => z.object({ targetId: z.string(), code: z.string().nullish() }),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { targetId: "144373194309380061" },
});
