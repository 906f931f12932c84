import { listAction } from "../../../core/contract/action.ts";
import { creativeType } from "../display/creatives.ts";
import { displayState, id, ids, lowerStates, money, newDisplayState } from "../params.ts";
import { DisplayAdGroup } from "../records/sponsored-display.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  getAction,
  updateAction,
} from "../resources/record-actions.ts";
import { listOf, resource, sponsoredDisplay } from "../resources/resource-actions.ts";

const adGroups = resource({
  entity: "sd_ad_groups",
  kind: "adGroup",
  operations: "sd.adGroups",
  record: DisplayAdGroup,
  itemsParam: "adGroups",
  idField: "adGroupId",
  idsParam: "adGroupIds",
  ...sponsoredDisplay,
});

export const list = listAction({
  description: "List Sponsored Display ad groups. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { states: ["enabled"], limit: 50 },
  ...listOf(adGroups),
});

export const get = getAction(adGroups, "Get one Sponsored Display ad group.");

export const create = createAction(adGroups, {
  description: "Create Sponsored Display ad groups. They are paused unless `state` is enabled.",
  params: (z) => ({
    campaignId: id(z),
    name: z.string().min(1).max(255),
    defaultBid: money(z),
    bidOptimization: z.enum(["reach", "clicks", "conversions"]).optional(),
    creativeType: creativeType(z).describe("the type of its creative").default("IMAGE").meta({ rare: true }),
    state: newDisplayState(z),
  }),
  example: { campaignId: "144373194309380061", name: "Shoes", defaultBid: 0.5 },
});

export const update = updateAction(adGroups, {
  description:
    "Change Sponsored Display ad groups: name, state, default bid. A higher bid or an enabled ad group can raise costs.",
  params: (z) => ({
    name: z.string().min(1).max(255).optional(),
    state: displayState(z).optional(),
    defaultBid: money(z).optional(),
    bidOptimization: z.enum(["reach", "clicks", "conversions"]).optional(),
  }),
  example: { defaultBid: 0.6 },
});

export const change_by_percent = changeByPercentAction(adGroups, "defaultBid", {
  description:
    "Raise or lower default bids of Sponsored Display ad groups by percent, as one call. A raise costs money.",
  params: (z) => ({ adGroupIds: ids(z, 100).optional(), campaignIds: ids(z, 100).optional() }),
});

export const archive = archiveAction(adGroups, "Permanently archive Sponsored Display ad groups.");
