import { action, listAction } from "../../../core/contract/action.ts";
import { brandsParams, id, ids, items, nameParams, profile, state } from "../params.ts";
import { BrandsAd } from "../records/sponsored-brands.ts";
import { archiveOf, sponsoredBrands, listOf, resource, updateOf } from "../resources/resource-actions.ts";

const ads = resource({
  entity: "sponsored_brands_ads",
  kind: "ad",
  operations: "sb.ads",
  record: BrandsAd,
  itemsParam: "ads",
  idField: "adId",
  idsParam: "adIds",
  ...sponsoredBrands,
});

export const list = listAction({
  description: "List Sponsored Brands ads. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 10).optional(),
    adGroupIds: ids(z, 10).optional().meta({ rare: true }),
    adIds: ids(z, 10).optional().meta({ rare: true }),
    ...nameParams(z),
    ...brandsParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(ads),
});

export const update = action({
  description: "Rename, enable or pause Sponsored Brands ads. It costs money to enable ads.",
  params: (z) => ({
    ads: items(z, 10, {
      adId: id(z),
      name: z.string().min(1).max(255).optional(),
      state: state(z).optional(),
    }),
    ...profile(z),
  }),
  example: { ads: [{ adId: "144373194309380061", state: "PAUSED" }] },
  ...updateOf(ads),
});

export const archive = action({
  description: "Permanently archive Sponsored Brands ads.",
  params: (z) => ({ adIds: ids(z, 10), ...profile(z) }),
  example: { adIds: ["144373194309380061"] },
  ...archiveOf(ads),
});
