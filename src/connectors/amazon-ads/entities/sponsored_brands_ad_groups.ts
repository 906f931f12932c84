import { listAction } from "../../../core/contract/action.ts";
import { brandsParams, id, ids, nameParams, newState, state } from "../params.ts";
import { BrandsAdGroup } from "../records/sponsored-brands.ts";
import { archiveAction, createAction, updateAction } from "../resources/record-actions.ts";
import { listOf, resource, sponsoredBrands } from "../resources/resource-actions.ts";

const adGroups = resource({
  entity: "sponsored_brands_ad_groups",
  kind: "adGroup",
  operations: "sb.adGroups",
  record: BrandsAdGroup,
  itemsParam: "adGroups",
  idField: "adGroupId",
  idsParam: "adGroupIds",
  ...sponsoredBrands,
});

export const list = listAction({
  description: "List Sponsored Brands ad groups. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 10).optional(),
    adGroupIds: ids(z, 10).optional().meta({ rare: true }),
    ...nameParams(z),
    ...brandsParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(adGroups),
});

export const create = createAction(adGroups, {
  description: "Create Sponsored Brands ad groups. They are PAUSED unless `state` is ENABLED.",
  params: (z) => ({
    campaignId: id(z),
    name: z.string().min(1).max(255),
    state: newState(z),
  }),
  example: { campaignId: "144373194309380061", name: "Boots" },
});

export const update = updateAction(adGroups, {
  description: "Rename, enable or pause Sponsored Brands ad groups. Enabled ad groups can raise costs.",
  params: (z) => ({ name: z.string().min(1).max(255).optional(), state: state(z).optional() }),
  example: { state: "PAUSED" },
});

export const archive = archiveAction(adGroups, "Permanently archive Sponsored Brands ad groups.");
