import { action, listAction } from "../../core/action.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { undoUpdate, updateEffect, updateGuard, type Money } from "./money.ts";
import { brandsParams, id, ids, nameParams, profile, state } from "./params.ts";
import { BrandsAdGroup } from "./records.ts";

const money: Money = {
  entity: "sponsored_brands_ad_groups",
  key: "adGroups",
  id: "adGroupId",
  filter: "adGroupIds",
  states: ["ENABLED", "PAUSED"],
};
const own = "sb.adGroups";

export const list = listAction({
  description: "List Sponsored Brands ad groups; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: ids(z, 10).optional(),
    adGroupIds: ids(z, 10).optional().meta({ rare: true }),
    ...nameParams(z),
    ...brandsParams(z),
  }),
  result: BrandsAdGroup,
  calls: `${own}.list`,
  pick: "adGroups",
  example: { states: ["ENABLED"], limit: 50 },
});

export const update = action({
  description: "Rename, enable or pause Sponsored Brands ad groups. Enabling spends.",
  params: (z) => ({
    adGroups: z
      .array(
        z.strictObject({
          adGroupId: id(z),
          name: z.string().min(1).max(255).optional(),
          state: state(z).optional(),
        }),
      )
      .min(1)
      .max(10),
    ...profile(z),
  }),
  result: BatchResult(BrandsAdGroup),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { adGroups: [{ adGroupId: "144373194309380061", state: "PAUSED" }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.adGroups),
});

export const archive = action({
  description: "Archive Sponsored Brands ad groups, for good.",
  params: (z) => ({ adGroupIds: ids(z, 10), ...profile(z) }),
  result: BatchResult(BrandsAdGroup),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { adGroupIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});
