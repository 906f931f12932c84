import { action, listAction } from "../../../core/contract/action.ts";
import {
  campaignIds,
  id,
  ids,
  items,
  listParams,
  money,
  nameParams,
  newState,
  percentParams,
  profile,
  state,
} from "../params.ts";
import { changeByPercentOf } from "../resources/change-by-percent.ts";
import { AdGroup } from "../records/sponsored-products.ts";
import { archiveOf, createOf, findOf, listOf, resource, updateOf } from "../resources/resource-actions.ts";

const adGroups = resource({
  entity: "sponsored_product_ad_groups",
  kind: "adGroup",
  product: "sp",
  operations: "sp.adGroups",
  record: AdGroup,
  itemsParam: "adGroups",
  idField: "adGroupId",
  idsParam: "adGroupIds",
});

export const list = listAction({
  description: "List Sponsored Products ad groups. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z).optional().meta({ rare: true }),
    ...nameParams(z),
    targetingType: z.enum(["AUTO", "MANUAL"]).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(adGroups),
});

export const get = action({
  description: "Get one ad group, archived or not.",
  params: (z) => ({ adGroupId: id(z), ...profile(z) }),
  example: { adGroupId: "144373194309380061" },
  ...findOf(adGroups),
});

export const create = action({
  description: "Create Sponsored Products ad groups. They are PAUSED unless `state` is ENABLED.",
  params: (z) => ({
    adGroups: items(z, 1000, {
      campaignId: id(z),
      name: z.string().min(1).max(255),
      defaultBid: money(z),
      state: newState(z),
    }),
    ...profile(z),
  }),
  example: { adGroups: [{ campaignId: "144373194309380061", name: "Running shoes", defaultBid: 0.75 }] },
  ...createOf(adGroups),
});

export const update = action({
  description:
    "Change ad groups: name, state, default bid. A higher bid or an enabled ad group can raise costs.",
  params: (z) => ({
    adGroups: items(z, 1000, {
      adGroupId: id(z),
      name: z.string().min(1).max(255).optional(),
      defaultBid: money(z).optional(),
      state: state(z).optional(),
    }),
    ...profile(z),
  }),
  example: { adGroups: [{ adGroupId: "144373194309380061", defaultBid: 0.8 }] },
  ...updateOf(adGroups),
});

export const change_by_percent = action({
  description: "Raise or lower default bids of ad groups by percent, as one call. A raise costs money.",
  params: (z) => ({
    adGroupIds: ids(z).optional(),
    campaignIds: ids(z, 100).optional(),
    states: z.array(state(z)).min(1).optional().meta({ rare: true }),
    ...percentParams(z),
    ...profile(z),
  }),
  example: { campaignIds: ["144373194309380061"], percent: -10 },
  ...changeByPercentOf(adGroups, "defaultBid"),
});

export const archive = action({
  description: "Permanently archive Sponsored Products ad groups with their ads and targets.",
  params: (z) => ({ adGroupIds: ids(z, 1000), ...profile(z) }),
  example: { adGroupIds: ["144373194309380061"] },
  ...archiveOf(adGroups),
});
