import { action, listAction } from "../../../core/contract/action.ts";
import { campaignIds, id, ids, items, listParams, negativeExpression, profile, state } from "../params.ts";
import { NegativeTarget } from "../records/sponsored-products.ts";
import { archiveOf, createOf, findOf, listOf, resource, updateOf } from "../resources/resource-actions.ts";

const negatives = resource({
  entity: "sponsored_product_campaign_negative_targets",
  kind: "negative",
  product: "sp",
  operations: "sp.campaignNegativeTargets",
  record: NegativeTarget,
  itemsParam: "campaignNegativeTargetingClauses",
  idField: "targetId",
  idsParam: "targetIds",
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

export const get = action({
  description: "Get one negative target of a campaign, archived or not.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  example: { targetId: "144373194309380061" },
  ...findOf(negatives),
});

export const create = action({
  description: "Create negative targets of campaigns. Only AUTO campaigns accept them.",
  params: (z) => ({
    campaignNegativeTargetingClauses: items(z, 1000, {
      campaignId: id(z),
      expression: negativeExpression(z),
      state: state(z).default("ENABLED").meta({ rare: true }),
    }),
    ...profile(z),
  }),
  example: {
    campaignNegativeTargetingClauses: [
      { campaignId: "144373194309380061", expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }] },
    ],
  },
  ...createOf(negatives),
});

export const update = action({
  description: "Enable or pause negative targets of campaigns. Pausing them can raise spending.",
  params: (z) => ({
    campaignNegativeTargetingClauses: items(z, 1000, {
      targetId: id(z),
      state: state(z),
    }),
    ...profile(z),
  }),
  example: { campaignNegativeTargetingClauses: [{ targetId: "144373194309380061", state: "ENABLED" }] },
  ...updateOf(negatives),
});

export const archive = action({
  description: "Permanently archive negative targets of campaigns.",
  params: (z) => ({ targetIds: ids(z, 1000), ...profile(z) }),
  example: { targetIds: ["144373194309380061"] },
  ...archiveOf(negatives),
});
