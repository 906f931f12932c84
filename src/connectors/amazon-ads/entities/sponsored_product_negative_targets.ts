import { listAction } from "../../../core/contract/action.ts";
import { campaignIds, id, ids, listParams, negativeExpression, state } from "../params.ts";
import { NegativeTarget } from "../records/sponsored-products.ts";
import { archiveAction, createAction, getAction, updateAction } from "../resources/record-actions.ts";
import { listOf, resource, sponsoredProducts } from "../resources/resource-actions.ts";

const negatives = resource({
  entity: "sponsored_product_negative_targets",
  kind: "negative",
  operations: "sp.negativeTargets",
  record: NegativeTarget,
  itemsParam: "negativeTargetingClauses",
  idField: "targetId",
  idsParam: "targetIds",
  ...sponsoredProducts,
});

export const list = listAction({
  description: "List negative targets of ad groups. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    targetIds: ids(z).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(negatives),
});

export const get = getAction(negatives, "Get one negative target, archived or not.");

export const create = createAction(negatives, {
  description: "Create negative targets of ad groups. Ads do not appear for these products and brands.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    expression: negativeExpression(z),
    state: state(z).default("ENABLED").meta({ rare: true }),
  }),
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }],
  },
});

export const update = updateAction(negatives, {
  description: "Enable or pause negative targets. Pausing them can raise spending.",
  params: (z) => ({ state: state(z) }),
  example: { state: "ENABLED" },
});

export const archive = archiveAction(negatives, "Permanently archive negative targets of ad groups.");
