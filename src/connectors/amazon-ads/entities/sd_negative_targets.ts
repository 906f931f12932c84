import { action, listAction } from "../../../core/contract/action.ts";
import { displayState, id, ids, items, lowerStates, profile } from "../params.ts";
import { DisplayNegativeTarget } from "../records/sponsored-display.ts";
import {
  archiveByUpdateOf,
  createOf,
  getOf,
  listOf,
  resource,
  sponsoredDisplay,
  updateOf,
} from "../resources/resource-actions.ts";

const negatives = resource({
  entity: "sd_negative_targets",
  kind: "negative",
  operations: "sd.negativeTargets",
  record: DisplayNegativeTarget,
  itemsParam: "negativeTargets",
  idField: "targetId",
  idsParam: "targetIds",
  ...sponsoredDisplay,
});

export const list = listAction({
  description:
    "List negative targets of Sponsored Display ad groups. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    targetIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { states: ["enabled"], limit: 50 },
  ...listOf(negatives),
});

export const get = action({
  description: "Get one Sponsored Display negative target, with the name of its brand.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  example: { targetId: "144373194309380061" },
  ...getOf(negatives),
});

export const create = action({
  description:
    "Create negative targets of Sponsored Display ad groups. Ads do not appear for these products and brands.",
  params: (z) => ({
    negativeTargets: items(z, 100, {
      adGroupId: id(z),
      // Amazon allows one brand or one product in an expression.
      expression: z
        .array(
          z.strictObject({
            type: z.enum(["asinSameAs", "asinBrandSameAs"]),
            value: z.string().min(1).max(1000),
          }),
        )
        .length(1),
      expressionType: z.enum(["manual"]).default("manual").meta({ rare: true }),
      state: displayState(z).default("enabled").meta({ rare: true }),
    }),
    ...profile(z),
  }),
  example: {
    negativeTargets: [
      { adGroupId: "144373194309380061", expression: [{ type: "asinSameAs", value: "B07R7V6KS8" }] },
    ],
  },
  ...createOf(negatives),
});

export const update = action({
  description: "Enable or pause Sponsored Display negative targets. Pausing them can raise spending.",
  params: (z) => ({
    negativeTargets: items(z, 100, { targetId: id(z), state: displayState(z) }),
    ...profile(z),
  }),
  example: { negativeTargets: [{ targetId: "144373194309380061", state: "enabled" }] },
  ...updateOf(negatives),
});

export const archive = action({
  description: "Permanently archive Sponsored Display negative targets.",
  params: (z) => ({ targetIds: ids(z, 100), ...profile(z) }),
  example: { targetIds: ["144373194309380061"] },
  ...archiveByUpdateOf(negatives),
});
