import { replyMeta } from "../../../core/call/send-operation.ts";
import { action, listAction } from "../../../core/contract/action.ts";
import { at, dicts } from "../../../core/ground/json.ts";
import { brandsNegativeExpressions } from "../brands/params.ts";
import { displayState, id, ids, items, lowerStates, profile } from "../params.ts";
import { BrandsNegativeTarget } from "../records/sponsored-brands.ts";
import { pageOf } from "../resources/page-of.ts";
import {
  archiveByUpdateOf,
  brandsTargeting,
  createOf,
  getOf,
  listOf,
  resource,
  updateWithParentsOf,
} from "../resources/resource-actions.ts";

const negatives = resource({
  entity: "sb_negative_targets",
  kind: "negative",
  operations: "sb.negativeTargets",
  record: BrandsNegativeTarget,
  itemsParam: "negativeTargets",
  idField: "targetId",
  idsParam: "targetIds",
  hasNoIdFilter: true,
  ...brandsTargeting,
  parents: ["adGroupId"],
});

export const list = listAction({
  description: "List Sponsored Brands negative targets. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { campaignIds: ["144373194309380061"] },
  ...listOf(negatives),
  run: async ({ states, ...params }, { send, page }) => {
    const paged = { maxResults: page.limit ?? 100, nextToken: page.cursor };
    const reply = await send(`${negatives.operations}.list`, { ...params, states, ...paged });
    const found = dicts(at(reply.body, "negativeTargets"));
    return pageOf(
      replyMeta(reply),
      found.filter(({ state }) => states.some((one) => one === String(state).toLowerCase())),
      at(reply.body, "nextToken"),
    );
  },
});

export const get = action({
  description: "Get one Sponsored Brands negative target.",
  params: (z) => ({ targetId: id(z), ...profile(z) }),
  example: { targetId: "144373194309380061" },
  ...getOf(negatives),
});

export const create = action({
  description: "Create Sponsored Brands negative targets. Ads do not appear beside these products or brands.",
  params: (z) => ({
    negativeTargets: items(z, 100, {
      campaignId: id(z),
      adGroupId: id(z),
      expressions: brandsNegativeExpressions(z),
    }),
    ...profile(z),
  }),
  example: {
    negativeTargets: [
      {
        campaignId: "144373194309380061",
        adGroupId: "144373194309380062",
        expressions: [{ type: "asinSameAs", value: "B07R7V6KS8" }],
      },
    ],
  },
  ...createOf(negatives),
});

export const update = action({
  description: "Enable or pause Sponsored Brands negative targets. Pausing them can raise spending.",
  params: (z) => ({
    negativeTargets: items(z, 100, { targetId: id(z), state: displayState(z) }),
    ...profile(z),
  }),
  example: { negativeTargets: [{ targetId: "144373194309380061", state: "enabled" }] },
  ...updateWithParentsOf(negatives),
});

export const archive = action({
  description: "Permanently archive Sponsored Brands negative targets.",
  params: (z) => ({ targetIds: ids(z, 100), ...profile(z) }),
  example: { targetIds: ["144373194309380061"] },
  ...archiveByUpdateOf(negatives),
});
