import { action, listAction } from "../../../core/contract/action.ts";
import { asin, campaignIds, id, ids, items, listParams, newState, profile, state } from "../params.ts";
import { ProductAd } from "../records/sponsored-products.ts";
import { checkProduct } from "../resources/check-items.ts";
import { archiveOf, createOf, findOf, listOf, resource, updateOf } from "../resources/resource-actions.ts";

const productAds = resource({
  entity: "sponsored_product_product_ads",
  kind: "ad",
  product: "sp",
  operations: "sp.productAds",
  record: ProductAd,
  itemsParam: "productAds",
  idField: "adId",
  idsParam: "adIds",
  checkNew: checkProduct,
});

export const list = listAction({
  description: "List Sponsored Products ads. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    adIds: ids(z).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(productAds),
});

export const get = action({
  description: "Get one product ad, archived or not.",
  params: (z) => ({ adId: id(z), ...profile(z) }),
  example: { adId: "144373194309380061" },
  ...findOf(productAds),
});

export const create = action({
  description:
    "Create product ads. They are PAUSED unless `state` is ENABLED. Sellers pass `sku`, vendors pass `asin`.",
  params: (z) => ({
    productAds: items(z, 1000, {
      campaignId: id(z),
      adGroupId: id(z),
      sku: z.string().min(1).max(255).describe("sellers: the SKU").optional(),
      asin: asin(z).optional(),
      state: newState(z),
    }),
    ...profile(z),
  }),
  example: {
    productAds: [{ campaignId: "144373194309380061", adGroupId: "144373194309380062", sku: "SHOE-42" }],
  },
  ...createOf(productAds),
});

export const update = action({
  description: "Enable or pause product ads. Enabled ads can raise costs.",
  params: (z) => ({
    productAds: items(z, 1000, {
      adId: id(z),
      state: state(z),
    }),
    ...profile(z),
  }),
  example: { productAds: [{ adId: "144373194309380061", state: "PAUSED" }] },
  ...updateOf(productAds),
});

export const archive = action({
  description: "Permanently archive Sponsored Products ads.",
  params: (z) => ({ adIds: ids(z, 1000), ...profile(z) }),
  example: { adIds: ["144373194309380061"] },
  ...archiveOf(productAds),
});
