import { listAction } from "../../../core/contract/action.ts";
import { brandsExpressions } from "../brands/params.ts";
import { displayState, id, ids, lowerStates, money } from "../params.ts";
import { BrandsTarget } from "../records/sponsored-brands.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  getAction,
  updateAction,
} from "../resources/record-actions.ts";
import { brandsTargeting, listOf, resource } from "../resources/resource-actions.ts";

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

export const get = getAction(targets, "Get one Sponsored Brands target.");

export const create = createAction(targets, {
  description:
    "Create Sponsored Brands targets: one product, or a category with refinements. Amazon enables them at once, so this can cost money.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    expressions: brandsExpressions(z),
    bid: money(z),
  }),
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    expressions: [{ type: "asinSameAs", value: "B07R7V6KS8" }],
    bid: 0.7,
  },
});

export const update = updateAction(targets, {
  description:
    "Change Sponsored Brands targets: bid, state. A higher bid or an enabled target can raise costs.",
  params: (z) => ({ bid: money(z).optional(), state: displayState(z).optional() }),
  example: { bid: 0.6 },
});

export const change_by_percent = changeByPercentAction(targets, "bid", {
  description:
    "Raise or lower bids of Sponsored Brands targets by percent, as one call. A raise costs money.",
  params: (z) => ({ adGroupIds: ids(z, 100).optional(), campaignIds: ids(z, 100).optional() }),
});

export const archive = archiveAction(targets, "Permanently archive Sponsored Brands targets.");
