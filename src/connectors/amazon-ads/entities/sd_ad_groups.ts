import { action, listAction } from "../../../core/contract/action.ts";
import { creativeType } from "../display/creatives.ts";
import {
  displayState,
  id,
  ids,
  items,
  lowerStates,
  money,
  newDisplayState,
  percentParams,
  profile,
} from "../params.ts";
import { changeByPercentOf } from "../resources/change-by-percent.ts";
import { DisplayAdGroup } from "../records/sponsored-display.ts";
import {
  archiveByUpdateOf,
  createOf,
  sponsoredDisplay,
  getOf,
  listOf,
  resource,
  updateOf,
} from "../resources/resource-actions.ts";

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

export const get = action({
  description: "Get one Sponsored Display ad group.",
  params: (z) => ({ adGroupId: id(z), ...profile(z) }),
  example: { adGroupId: "144373194309380061" },
  ...getOf(adGroups),
});

export const create = action({
  description: "Create Sponsored Display ad groups. They are paused unless `state` is enabled.",
  params: (z) => ({
    adGroups: items(z, 100, {
      campaignId: id(z),
      name: z.string().min(1).max(255),
      defaultBid: money(z),
      bidOptimization: z.enum(["reach", "clicks", "conversions"]).optional(),
      creativeType: creativeType(z)
        .describe("the type of its creative")
        .default("IMAGE")
        .meta({ rare: true }),
      state: newDisplayState(z),
    }),
    ...profile(z),
  }),
  example: { adGroups: [{ campaignId: "144373194309380061", name: "Shoes", defaultBid: 0.5 }] },
  ...createOf(adGroups),
});

export const update = action({
  description:
    "Change Sponsored Display ad groups: name, state, default bid. A higher bid or an enabled ad group can raise costs.",
  params: (z) => ({
    adGroups: items(z, 100, {
      adGroupId: id(z),
      name: z.string().min(1).max(255).optional(),
      state: displayState(z).optional(),
      defaultBid: money(z).optional(),
      bidOptimization: z.enum(["reach", "clicks", "conversions"]).optional(),
    }),
    ...profile(z),
  }),
  example: { adGroups: [{ adGroupId: "144373194309380061", defaultBid: 0.6 }] },
  ...updateOf(adGroups),
});

export const change_by_percent = action({
  description:
    "Raise or lower default bids of Sponsored Display ad groups by percent, as one call. A raise costs money.",
  params: (z) => ({
    adGroupIds: ids(z, 100).optional(),
    campaignIds: ids(z, 100).optional(),
    states: z.array(displayState(z)).min(1).optional().meta({ rare: true }),
    ...percentParams(z),
    ...profile(z),
  }),
  example: { campaignIds: ["144373194309380061"], percent: -10 },
  ...changeByPercentOf(adGroups, "defaultBid"),
});

export const archive = action({
  description: "Permanently archive Sponsored Display ad groups.",
  params: (z) => ({ adGroupIds: ids(z, 100), ...profile(z) }),
  example: { adGroupIds: ["144373194309380061"] },
  ...archiveByUpdateOf(adGroups),
});
