import { listAction } from "../../../core/contract/action.ts";
import { asin, displayState, id, ids, lowerStates, newDisplayState } from "../params.ts";
import { DisplayAd } from "../records/sponsored-display.ts";
import { checkProduct } from "../resources/check-items.ts";
import { archiveAction, createAction, getAction, updateAction } from "../resources/record-actions.ts";
import { listOf, resource, sponsoredDisplay } from "../resources/resource-actions.ts";

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

export const get = getAction(productAds, "Get one Sponsored Display product ad.");

export const create = createAction(productAds, {
  description:
    "Create Sponsored Display product ads. They are paused unless `state` is enabled. Sellers pass `sku`, vendors pass `asin`.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    sku: z.string().min(1).max(255).optional(),
    asin: asin(z).optional(),
    state: newDisplayState(z),
  }),
  example: { campaignId: "144373194309380061", adGroupId: "144373194309380062", sku: "SHOE-42" },
});

export const update = updateAction(productAds, {
  description: "Enable or pause Sponsored Display product ads. Enabled ads can raise costs.",
  params: (z) => ({ state: displayState(z) }),
  example: { state: "paused" },
});

export const archive = archiveAction(productAds, "Permanently archive Sponsored Display product ads.");
