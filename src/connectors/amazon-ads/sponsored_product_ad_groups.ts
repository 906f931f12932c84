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
import {
  campaignIds,
  id,
  ids,
  listParams,
  money as amount,
  nameParams,
  newState,
  profile,
  state,
} from "./params.ts";
import { AdGroup } from "./records.ts";

const money: Money = {
  entity: "sponsored_product_ad_groups",
  key: "adGroups",
  id: "adGroupId",
  filter: "adGroupIds",
  amounts: [{ path: "defaultBid", cap: "max_bid" }],
};
const own = "sp.adGroups";

export const list = listAction({
  description: "List Sponsored Products ad groups; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z).optional().meta({ rare: true }),
    ...nameParams(z),
    targetingType: z.enum(["AUTO", "MANUAL"]).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  result: AdGroup,
  calls: `${own}.list`,
  pick: "adGroups",
  example: { states: ["ENABLED"], limit: 50 },
});

export const get = action({
  description: "Get one ad group, archived or not.",
  params: (z) => ({ adGroupId: id(z), ...profile(z) }),
  result: AdGroup,
  effect: "read",
  calls: `${own}.list`,
  example: { adGroupId: "144373194309380061" },
  run: ({ adGroupId, profileId }, context) =>
    getOne(context, `${own}.list`, { profileId, adGroupIds: [adGroupId] }, "adGroups"),
});

export const create = action({
  description: "Create Sponsored Products ad groups; PAUSED unless state says ENABLED.",
  params: (z) => ({
    adGroups: z
      .array(
        z.strictObject({
          campaignId: id(z),
          name: z.string().min(1).max(255),
          defaultBid: amount(z),
          state: newState(z),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(AdGroup),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: { adGroups: [{ campaignId: "144373194309380061", name: "Running shoes", defaultBid: 0.75 }] },
  guard: createGuard(money),
  undo: undoCreate(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.adGroups),
});

export const update = action({
  description: "Change ad groups: name, state, default bid. Raising the bid or enabling spends.",
  params: (z) => ({
    adGroups: z
      .array(
        z.strictObject({
          adGroupId: id(z),
          name: z.string().min(1).max(255).optional(),
          defaultBid: amount(z).optional(),
          state: state(z).optional(),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(AdGroup),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { adGroups: [{ adGroupId: "144373194309380061", defaultBid: 0.8 }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.adGroups),
});

export const archive = action({
  description: "Archive Sponsored Products ad groups, for good, with their ads and targets.",
  params: (z) => ({ adGroupIds: ids(z, 1000), ...profile(z) }),
  result: BatchResult(AdGroup),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { adGroupIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});
