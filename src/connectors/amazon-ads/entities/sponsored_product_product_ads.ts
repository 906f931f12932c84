import { listAction } from "../../../core/contract/action.ts";
import { asin, campaignIds, id, ids, listParams, newState, state } from "../params.ts";
import { ProductAd } from "../records/sponsored-products.ts";
import { checkProduct } from "../resources/check-items.ts";
import { archiveAction, createAction, getAction, updateAction } from "../resources/record-actions.ts";
import { listOf, resource, sponsoredProducts } from "../resources/resource-actions.ts";

const productAds = resource({
  entity: "sponsored_product_product_ads",
  kind: "ad",
  operations: "sp.productAds",
  record: ProductAd,
  itemsParam: "productAds",
  idField: "adId",
  idsParam: "adIds",
  checkNew: checkProduct,
  ...sponsoredProducts,
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

export const get = getAction(productAds, "Get one product ad, archived or not.");

export const create = createAction(productAds, {
  description:
    "Create product ads. They are PAUSED unless `state` is ENABLED. Sellers pass `sku`, vendors pass `asin`.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    sku: z.string().min(1).max(255).describe("sellers: the SKU").optional(),
    asin: asin(z).optional(),
    state: newState(z),
  }),
  example: { campaignId: "144373194309380061", adGroupId: "144373194309380062", sku: "SHOE-42" },
});

export const update = updateAction(productAds, {
  description: "Enable or pause product ads. Enabled ads can raise costs.",
  params: (z) => ({ state: state(z) }),
  example: { state: "PAUSED" },
});

export const archive = archiveAction(productAds, "Permanently archive Sponsored Products ads.");
