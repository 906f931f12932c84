import { action, listAction } from "../../../core/contract/action.ts";
import { campaignIds, id, ids, items, listParams, negativeExpression, profile, state } from "../params.ts";
import { NegativeTarget } from "../records/sponsored-products.ts";
import { archiveOf, createOf, findOf, listOf, resource, updateOf } from "../resources/resource-actions.ts";

const negatives = resource({
  entity: "sponsored_product_negative_targets",
  kind: "negative",
  product: "sp",
  operations: "sp.negativeTargets",
  record: NegativeTarget,
  itemsParam: "negativeTargetingClauses",
  idField: "targetId",
  idsParam: "targetIds",
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

export const get = action({
  description: "Get one negative target, archived or not.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  example: { targetId: "144373194309380061" },
  ...findOf(negatives),
});

export const create = action({
  description: "Create negative targets of ad groups. Ads do not appear for these products and brands.",
  params: (z) => ({
    negativeTargetingClauses: items(z, 1000, {
      campaignId: id(z),
      adGroupId: id(z),
      expression: negativeExpression(z),
      state: state(z).default("ENABLED").meta({ rare: true }),
    }),
    ...profile(z),
  }),
  example: {
    negativeTargetingClauses: [
      {
        campaignId: "144373194309380061",
        adGroupId: "144373194309380062",
        expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }],
      },
    ],
  },
  ...createOf(negatives),
});

export const update = action({
  description: "Enable or pause negative targets. Pausing them can raise spending.",
  params: (z) => ({
    negativeTargetingClauses: items(z, 1000, {
      targetId: id(z),
      state: state(z),
    }),
    ...profile(z),
  }),
  example: { negativeTargetingClauses: [{ targetId: "144373194309380061", state: "ENABLED" }] },
  ...updateOf(negatives),
});

export const archive = action({
  description: "Permanently archive negative targets of ad groups.",
  params: (z) => ({ targetIds: ids(z, 1000), ...profile(z) }),
  example: { targetIds: ["144373194309380061"] },
  ...archiveOf(negatives),
});
