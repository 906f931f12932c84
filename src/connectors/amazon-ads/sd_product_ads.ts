import { action, listAction } from "../../core/action.ts";
import { metaOf } from "../../core/local.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { createEffect, createGuard, undoUpdate, updateEffect, updateGuard, type Money } from "./money.ts";
import { displayState, id, ids, lowerStates, newDisplayState, profile } from "./params.ts";
import { DisplayAd } from "./records.ts";

const money: Money = {
  entity: "sd_product_ads",
  key: "productAds",
  id: "adId",
  filter: "adIds",
  on: "enabled",
  states: ["enabled", "paused"],
};
const own = "sd.productAds";

export const list = listAction({
  description: "List Sponsored Display product ads; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    adIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  result: DisplayAd,
  calls: `${own}.list`,
  pick: "items",
  example: { states: ["enabled"], limit: 50 },
});

export const get = action({
  description: "Get one Sponsored Display product ad.",
  params: (z) => ({ adId: id(z), ...profile(z) }),
  result: DisplayAd,
  effect: "read",
  calls: `${own}.get`,
  example: { adId: "144373194309380061" },
  run: async (params, { send }) => {
    const reply = await send(`${own}.get`, params);
    return { data: reply.body, meta: metaOf(reply) };
  },
});

export const create = action({
  description:
    "Create Sponsored Display product ads, by sku (sellers) or asin (vendors); paused unless state says enabled.",
  params: (z) => ({
    productAds: z
      .array(
        z.strictObject({
          campaignId: id(z),
          adGroupId: id(z),
          sku: z.string().min(1).max(255).optional(),
          asin: z.string().min(1).max(20).optional(),
          state: newDisplayState(z),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(DisplayAd),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: {
    productAds: [{ campaignId: "144373194309380061", adGroupId: "144373194309380062", sku: "SHOE-42" }],
  },
  guard: createGuard(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.productAds),
});

export const update = action({
  description: "Enable or pause Sponsored Display product ads. Enabling spends.",
  params: (z) => ({
    productAds: z
      .array(
        z.strictObject({
          adId: id(z),
          state: displayState(z),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(DisplayAd),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { productAds: [{ adId: "144373194309380061", state: "paused" }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.productAds),
});

export const archive = action({
  description: "Archive one Sponsored Display product ad, for good.",
  params: (z) => ({ adId: id(z), ...profile(z) }),
  result: (z) => z.object({ adId: z.string(), code: z.string().nullish() }),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { adId: "144373194309380061" },
});
