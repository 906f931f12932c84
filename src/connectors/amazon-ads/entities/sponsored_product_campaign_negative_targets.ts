import { listAction } from "../../../core/contract/action.ts";
import { campaignIds, id, ids, listParams, negativeExpression, state } from "../params.ts";
import { NegativeTarget } from "../records/sponsored-products.ts";
import { archiveAction, createAction, getAction, updateAction } from "../resources/record-actions.ts";
import { listOf, resource, sponsoredProducts } from "../resources/resource-actions.ts";

const negatives = resource({
  entity: "sponsored_product_campaign_negative_targets",
  kind: "negative",
  operations: "sp.campaignNegativeTargets",
  record: NegativeTarget,
  itemsParam: "campaignNegativeTargetingClauses",
  idField: "targetId",
  idsParam: "targetIds",
  ...sponsoredProducts,
});

export const list = listAction({
  description: "List negative targets of campaigns. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    targetIds: ids(z).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(negatives),
});

export const get = getAction(negatives, "Get one negative target of a campaign, archived or not.");

export const create = createAction(negatives, {
  description: "Create negative targets of campaigns. Only AUTO campaigns accept them.",
  params: (z) => ({
    campaignId: id(z),
    expression: negativeExpression(z),
    state: state(z).default("ENABLED").meta({ rare: true }),
  }),
  example: { campaignId: "144373194309380061", expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }] },
});

export const update = updateAction(negatives, {
  description: "Enable or pause negative targets of campaigns. Pausing them can raise spending.",
  params: (z) => ({ state: state(z) }),
  example: { state: "ENABLED" },
});

export const archive = archiveAction(negatives, "Permanently archive negative targets of campaigns.");
