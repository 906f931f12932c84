import { action, listAction } from "../../../core/contract/action.ts";
import { brandsParams, id, ids, items, nameParams, newState, profile, state } from "../params.ts";
import { BrandsAdGroup } from "../records/sponsored-brands.ts";
import {
  archiveOf,
  createOf,
  listOf,
  resource,
  sponsoredBrands,
  updateOf,
} from "../resources/resource-actions.ts";

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

export const create = action({
  description: "Create Sponsored Brands ad groups. They are PAUSED unless `state` is ENABLED.",
  params: (z) => ({
    adGroups: items(z, 10, {
      campaignId: id(z),
      name: z.string().min(1).max(255),
      state: newState(z),
    }),
    ...profile(z),
  }),
  example: { adGroups: [{ campaignId: "144373194309380061", name: "Boots" }] },
  ...createOf(adGroups),
});

export const update = action({
  description: "Rename, enable or pause Sponsored Brands ad groups. Enabled ad groups can raise costs.",
  params: (z) => ({
    adGroups: items(z, 10, {
      adGroupId: id(z),
      name: z.string().min(1).max(255).optional(),
      state: state(z).optional(),
    }),
    ...profile(z),
  }),
  example: { adGroups: [{ adGroupId: "144373194309380061", state: "PAUSED" }] },
  ...updateOf(adGroups),
});

export const archive = action({
  description: "Permanently archive Sponsored Brands ad groups.",
  params: (z) => ({ adGroupIds: ids(z, 10), ...profile(z) }),
  example: { adGroupIds: ["144373194309380061"] },
  ...archiveOf(adGroups),
});
