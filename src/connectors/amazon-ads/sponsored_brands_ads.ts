import { action, listAction } from "../../core/action.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { undoUpdate, updateEffect, updateGuard, type Money } from "./money.ts";
import { brandsParams, id, ids, nameParams, profile, state } from "./params.ts";
import { BrandsAd } from "./records.ts";

const money: Money = {
  entity: "sponsored_brands_ads",
  key: "ads",
  id: "adId",
  filter: "adIds",
  states: ["ENABLED", "PAUSED"],
};
const own = "sb.ads";

export const list = listAction({
  description: "List Sponsored Brands ads; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: ids(z, 10).optional(),
    adGroupIds: ids(z, 10).optional().meta({ rare: true }),
    adIds: ids(z, 10).optional().meta({ rare: true }),
    ...nameParams(z),
    ...brandsParams(z),
  }),
  result: BrandsAd,
  calls: `${own}.list`,
  pick: "ads",
  example: { states: ["ENABLED"], limit: 50 },
});

export const update = action({
  description: "Rename, enable or pause Sponsored Brands ads. Enabling spends.",
  params: (z) => ({
    ads: z
      .array(
        z.strictObject({
          adId: id(z),
          name: z.string().min(1).max(255).optional(),
          state: state(z).optional(),
        }),
      )
      .min(1)
      .max(10),
    ...profile(z),
  }),
  result: BatchResult(BrandsAd),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { ads: [{ adId: "144373194309380061", state: "PAUSED" }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.ads),
});

export const archive = action({
  description: "Archive Sponsored Brands ads, for good.",
  params: (z) => ({ adIds: ids(z, 10), ...profile(z) }),
  result: BatchResult(BrandsAd),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { adIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});
