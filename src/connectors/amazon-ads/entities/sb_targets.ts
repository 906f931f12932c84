import { action, listAction } from "../../../core/contract/action.ts";
import { brandsExpressions } from "../brands/params.ts";
import { displayState, id, ids, items, lowerStates, money, percentParams, profile } from "../params.ts";
import { BrandsTarget } from "../records/sponsored-brands.ts";
import { changeByPercentOf } from "../resources/change-by-percent.ts";
import {
  archiveByUpdateOf,
  brandsTargeting,
  createOf,
  getOf,
  listOf,
  resource,
  updateWithParentsOf,
} from "../resources/resource-actions.ts";

const targets = resource({
  entity: "sb_targets",
  kind: "target",
  operations: "sb.targets",
  record: BrandsTarget,
  itemsParam: "targets",
  idField: "targetId",
  idsParam: "targetIds",
  hasNoIdFilter: true,
  ...brandsTargeting,
});

export const list = listAction({
  description: "List Sponsored Brands product targets. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { campaignIds: ["144373194309380061"] },
  ...listOf(targets),
});

export const get = action({
  description: "Get one Sponsored Brands target.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  example: { targetId: "144373194309380061" },
  ...getOf(targets),
});

export const create = action({
  description:
    "Create Sponsored Brands targets: one product, or a category with refinements. Amazon enables them at once, so this can cost money.",
  params: (z) => ({
    targets: items(z, 100, {
      campaignId: id(z),
      adGroupId: id(z),
      expressions: brandsExpressions(z),
      bid: money(z),
    }),
    ...profile(z),
  }),
  example: {
    targets: [
      {
        campaignId: "144373194309380061",
        adGroupId: "144373194309380062",
        expressions: [{ type: "asinSameAs", value: "B07R7V6KS8" }],
        bid: 0.7,
      },
    ],
  },
  ...createOf(targets),
});

export const update = action({
  description:
    "Change Sponsored Brands targets: bid, state. A higher bid or an enabled target can raise costs.",
  params: (z) => ({
    targets: items(z, 100, {
      targetId: id(z),
      bid: money(z).optional(),
      state: displayState(z).optional(),
    }),
    ...profile(z),
  }),
  example: { targets: [{ targetId: "144373194309380061", bid: 0.6 }] },
  ...updateWithParentsOf(targets),
});

export const change_by_percent = action({
  description:
    "Raise or lower bids of Sponsored Brands targets by percent, as one call. A raise costs money.",
  params: (z) => ({
    adGroupIds: ids(z, 100).optional(),
    campaignIds: ids(z, 100).optional(),
    states: z.array(displayState(z)).min(1).optional().meta({ rare: true }),
    ...percentParams(z),
    ...profile(z),
  }),
  example: { campaignIds: ["144373194309380061"], percent: -10 },
  ...changeByPercentOf(targets, "bid"),
});

export const archive = action({
  description: "Permanently archive Sponsored Brands targets.",
  params: (z) => ({ targetIds: ids(z, 100), ...profile(z) }),
  example: { targetIds: ["144373194309380061"] },
  ...archiveByUpdateOf(targets),
});
