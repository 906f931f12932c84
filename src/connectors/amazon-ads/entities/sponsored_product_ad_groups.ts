import { listAction } from "../../../core/contract/action.ts";
import { campaignIds, id, ids, listParams, money, nameParams, newState, state } from "../params.ts";
import { AdGroup } from "../records/sponsored-products.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  getAction,
  updateAction,
} from "../resources/record-actions.ts";
import { listOf, resource, sponsoredProducts } from "../resources/resource-actions.ts";

const adGroups = resource({
  entity: "sponsored_product_ad_groups",
  kind: "adGroup",
  operations: "sp.adGroups",
  record: AdGroup,
  itemsParam: "adGroups",
  idField: "adGroupId",
  idsParam: "adGroupIds",
  ...sponsoredProducts,
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

export const get = getAction(adGroups, "Get one ad group, archived or not.");

export const create = createAction(adGroups, {
  description: "Create Sponsored Products ad groups. They are PAUSED unless `state` is ENABLED.",
  params: (z) => ({
    campaignId: id(z),
    name: z.string().min(1).max(255),
    defaultBid: money(z),
    state: newState(z),
  }),
  example: { campaignId: "144373194309380061", name: "Running shoes", defaultBid: 0.75 },
});

export const update = updateAction(adGroups, {
  description:
    "Change ad groups: name, state, default bid. A higher bid or an enabled ad group can raise costs.",
  params: (z) => ({
    name: z.string().min(1).max(255).optional(),
    defaultBid: money(z).optional(),
    state: state(z).optional(),
  }),
  example: { defaultBid: 0.8 },
});

export const change_by_percent = changeByPercentAction(adGroups, "defaultBid", {
  description: "Raise or lower default bids of ad groups by percent, as one call. A raise costs money.",
  params: (z) => ({ adGroupIds: ids(z).optional(), campaignIds: ids(z, 100).optional() }),
});

export const archive = archiveAction(
  adGroups,
  "Permanently archive Sponsored Products ad groups with their ads and targets.",
);
