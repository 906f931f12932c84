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
import { campaignIds, id, ids, listParams, newState, profile, state } from "./params.ts";
import { ProductAd } from "./records.ts";

const money: Money = {
  entity: "sponsored_product_product_ads",
  key: "productAds",
  id: "adId",
  filter: "adIds",
};
const own = "sp.productAds";

export const list = listAction({
  description: "List Sponsored Products ads; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    adIds: ids(z).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  result: ProductAd,
  calls: `${own}.list`,
  pick: "productAds",
  example: { states: ["ENABLED"], limit: 50 },
});

export const get = action({
  description: "Get one product ad, archived or not.",
  params: (z) => ({ adId: id(z), ...profile(z) }),
  result: ProductAd,
  effect: "read",
  calls: `${own}.list`,
  example: { adId: "144373194309380061" },
  run: ({ adId, profileId }, context) =>
    getOne(context, `${own}.list`, { profileId, adIds: [adId] }, "productAds"),
});

export const create = action({
  description: "Create product ads, by sku (sellers) or asin (vendors); PAUSED unless state says ENABLED.",
  params: (z) => ({
    productAds: z
      .array(
        z.strictObject({
          campaignId: id(z),
          adGroupId: id(z),
          sku: z.string().min(1).max(255).describe("sellers: the SKU").optional(),
          asin: z.string().min(1).max(20).describe("vendors: the ASIN").optional(),
          state: newState(z),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(ProductAd),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: {
    productAds: [{ campaignId: "144373194309380061", adGroupId: "144373194309380062", sku: "SHOE-42" }],
  },
  guard: createGuard(money),
  undo: undoCreate(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.productAds),
});

export const update = action({
  description: "Enable or pause product ads. Enabling spends.",
  params: (z) => ({
    productAds: z
      .array(
        z.strictObject({
          adId: id(z),
          state: state(z),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(ProductAd),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { productAds: [{ adId: "144373194309380061", state: "PAUSED" }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.productAds),
});

export const archive = action({
  description: "Archive Sponsored Products ads, for good.",
  params: (z) => ({ adIds: ids(z, 1000), ...profile(z) }),
  result: BatchResult(ProductAd),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { adIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});
