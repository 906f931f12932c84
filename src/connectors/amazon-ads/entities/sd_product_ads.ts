import { action, listAction } from "../../../core/contract/action.ts";
import { asin, displayState, id, ids, items, lowerStates, newDisplayState, profile } from "../params.ts";
import { DisplayAd } from "../records/sponsored-display.ts";
import { checkProduct } from "../resources/check-items.ts";
import {
  archiveByUpdateOf,
  createOf,
  sponsoredDisplay,
  getOf,
  listOf,
  resource,
  updateOf,
} from "../resources/resource-actions.ts";

const productAds = resource({
  entity: "sd_product_ads",
  kind: "ad",
  operations: "sd.productAds",
  record: DisplayAd,
  itemsParam: "productAds",
  idField: "adId",
  idsParam: "adIds",
  checkNew: checkProduct,
  ...sponsoredDisplay,
});

export const list = listAction({
  description: "List Sponsored Display product ads. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    adIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { states: ["enabled"], limit: 50 },
  ...listOf(productAds),
});

export const get = action({
  description: "Get one Sponsored Display product ad.",
  params: (z) => ({ adId: id(z), ...profile(z) }),
  example: { adId: "144373194309380061" },
  ...getOf(productAds),
});

export const create = action({
  description:
    "Create Sponsored Display product ads. They are paused unless `state` is enabled. Sellers pass `sku`, vendors pass `asin`.",
  params: (z) => ({
    productAds: items(z, 100, {
      campaignId: id(z),
      adGroupId: id(z),
      sku: z.string().min(1).max(255).optional(),
      asin: asin(z).optional(),
      state: newDisplayState(z),
    }),
    ...profile(z),
  }),
  example: {
    productAds: [{ campaignId: "144373194309380061", adGroupId: "144373194309380062", sku: "SHOE-42" }],
  },
  ...createOf(productAds),
});

export const update = action({
  description: "Enable or pause Sponsored Display product ads. Enabled ads can raise costs.",
  params: (z) => ({
    productAds: items(z, 100, {
      adId: id(z),
      state: displayState(z),
    }),
    ...profile(z),
  }),
  example: { productAds: [{ adId: "144373194309380061", state: "paused" }] },
  ...updateOf(productAds),
});

export const archive = action({
  description: "Permanently archive Sponsored Display product ads.",
  params: (z) => ({ adIds: ids(z, 100), ...profile(z) }),
  example: { adIds: ["144373194309380061"] },
  ...archiveByUpdateOf(productAds),
});
