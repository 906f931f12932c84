import { listAction } from "../../../core/contract/action.ts";
import { displayState, id, ids, lowerStates } from "../params.ts";
import { DisplayNegativeTarget } from "../records/sponsored-display.ts";
import { archiveAction, createAction, getAction, updateAction } from "../resources/record-actions.ts";
import { listOf, resource, sponsoredDisplay } from "../resources/resource-actions.ts";

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

export const get = getAction(
  negatives,
  "Get one Sponsored Display negative target, with the name of its brand.",
);

export const create = createAction(negatives, {
  description:
    "Create negative targets of Sponsored Display ad groups. Ads do not appear for these products and brands.",
  params: (z) => ({
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
  example: { adGroupId: "144373194309380061", expression: [{ type: "asinSameAs", value: "B07R7V6KS8" }] },
});

export const update = updateAction(negatives, {
  description: "Enable or pause Sponsored Display negative targets. Pausing them can raise spending.",
  params: (z) => ({ state: displayState(z) }),
  example: { state: "enabled" },
});

export const archive = archiveAction(negatives, "Permanently archive Sponsored Display negative targets.");
