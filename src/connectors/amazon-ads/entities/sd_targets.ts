import { action, listAction } from "../../../core/contract/action.ts";
import {
  displayExpression,
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
import { DisplayTarget } from "../records/sponsored-display.ts";
import { checkDisplayTarget } from "../resources/check-display-expression.ts";
import {
  archiveByUpdateOf,
  createOf,
  sponsoredDisplay,
  getOf,
  listOf,
  resource,
  updateOf,
} from "../resources/resource-actions.ts";

const targets = resource({
  entity: "sd_targets",
  kind: "target",
  operations: "sd.targets",
  record: DisplayTarget,
  itemsParam: "targets",
  idField: "targetId",
  idsParam: "targetIds",
  checkNew: checkDisplayTarget,
  ...sponsoredDisplay,
});

export const list = listAction({
  description: "List Sponsored Display targets. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    targetIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { states: ["enabled"], limit: 50 },
  ...listOf(targets),
});

export const get = action({
  description: "Get one Sponsored Display target.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  example: { targetId: "144373194309380061" },
  ...getOf(targets),
});

export const create = action({
  description: "Create Sponsored Display targets. They are paused unless `state` is enabled.",
  params: (z) => ({
    targets: items(z, 100, {
      adGroupId: id(z),
      expression: displayExpression(z),
      expressionType: z.enum(["manual", "auto"]).default("manual"),
      bid: money(z).optional(),
      state: newDisplayState(z),
    }),
    ...profile(z),
  }),
  example: {
    targets: [
      {
        adGroupId: "144373194309380061",
        expression: [{ type: "asinSameAs", value: "B07R7V6KS8" }],
        bid: 0.5,
      },
    ],
  },
  ...createOf(targets),
});

export const update = action({
  description:
    "Change Sponsored Display targets: bid, state. A higher bid or an enabled target can raise costs.",
  params: (z) => ({
    targets: items(z, 100, {
      targetId: id(z),
      bid: money(z).optional(),
      state: displayState(z).optional(),
    }),
    ...profile(z),
  }),
  example: { targets: [{ targetId: "144373194309380061", bid: 0.4 }] },
  ...updateOf(targets),
});

export const change_by_percent = action({
  description:
    "Raise or lower bids of Sponsored Display targets by percent, as one call. A raise costs money.",
  params: (z) => ({
    targetIds: ids(z, 100).optional(),
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
  description: "Permanently archive Sponsored Display targets.",
  params: (z) => ({ targetIds: ids(z, 100), ...profile(z) }),
  example: { targetIds: ["144373194309380061"] },
  ...archiveByUpdateOf(targets),
});
