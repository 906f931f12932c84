import { action, listAction } from "../../core/action.ts";
import { metaOf } from "../../core/local.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { createEffect, createGuard, undoUpdate, updateEffect, updateGuard, type Money } from "./money.ts";
import { displayState, id, ids, lowerStates, newDisplayState, profile, money as amount } from "./params.ts";
import { DisplayAdGroup } from "./records.ts";

const money: Money = {
  entity: "sd_ad_groups",
  key: "adGroups",
  id: "adGroupId",
  filter: "adGroupIds",
  on: "enabled",
  states: ["enabled", "paused"],
  amounts: [{ path: "defaultBid", cap: "max_bid" }],
};
const own = "sd.adGroups";

export const list = listAction({
  description: "List Sponsored Display ad groups; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  result: DisplayAdGroup,
  calls: `${own}.list`,
  pick: "items",
  example: { states: ["enabled"], limit: 50 },
});

export const get = action({
  description: "Get one Sponsored Display ad group.",
  params: (z) => ({ adGroupId: id(z), ...profile(z) }),
  result: DisplayAdGroup,
  effect: "read",
  calls: `${own}.get`,
  example: { adGroupId: "144373194309380061" },
  run: async (params, { send }) => {
    const reply = await send(`${own}.get`, params);
    return { data: reply.body, meta: metaOf(reply) };
  },
});

export const create = action({
  description: "Create Sponsored Display ad groups; paused unless state says enabled.",
  params: (z) => ({
    adGroups: z
      .array(
        z.strictObject({
          campaignId: id(z),
          name: z.string().min(1).max(255),
          defaultBid: amount(z),
          bidOptimization: z.enum(["reach", "clicks", "conversions"]).optional(),
          state: newDisplayState(z),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(DisplayAdGroup),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: { adGroups: [{ campaignId: "144373194309380061", name: "Shoes", defaultBid: 0.5 }] },
  guard: createGuard(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.adGroups),
});

export const update = action({
  description:
    "Change Sponsored Display ad groups: name, state, default bid. Raising the bid or enabling spends.",
  params: (z) => ({
    adGroups: z
      .array(
        z.strictObject({
          adGroupId: id(z),
          name: z.string().min(1).max(255).optional(),
          state: displayState(z).optional(),
          defaultBid: amount(z).optional(),
          bidOptimization: z.enum(["reach", "clicks", "conversions"]).optional(),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(DisplayAdGroup),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { adGroups: [{ adGroupId: "144373194309380061", defaultBid: 0.6 }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.adGroups),
});

export const archive = action({
  description: "Archive one Sponsored Display ad group, for good.",
  params: (z) => ({ adGroupId: id(z), ...profile(z) }),
  result: (z) => z.object({ adGroupId: z.string(), code: z.string().nullish() }),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { adGroupId: "144373194309380061" },
});
