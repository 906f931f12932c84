import { replyMeta } from "../../../core/call/send-operation.ts";
import { listAction } from "../../../core/contract/action.ts";
import { at, dicts } from "../../../core/ground/json.ts";
import { brandsNegativeExpressions } from "../brands/params.ts";
import { displayState, id, ids, lowerStates } from "../params.ts";
import { BrandsNegativeTarget } from "../records/sponsored-brands.ts";
import { pageOf } from "../resources/page-of.ts";
import { archiveAction, createAction, getAction, updateAction } from "../resources/record-actions.ts";
import { brandsTargeting, listOf, resource } from "../resources/resource-actions.ts";

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

export const get = getAction(negatives, "Get one Sponsored Brands negative target.");

export const create = createAction(negatives, {
  description: "Create Sponsored Brands negative targets. Ads do not appear beside these products or brands.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    expressions: brandsNegativeExpressions(z),
  }),
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    expressions: [{ type: "asinSameAs", value: "B07R7V6KS8" }],
  },
});

export const update = updateAction(negatives, {
  description: "Enable or pause Sponsored Brands negative targets. Pausing them can raise spending.",
  params: (z) => ({ state: displayState(z) }),
  example: { state: "enabled" },
});

export const archive = archiveAction(negatives, "Permanently archive Sponsored Brands negative targets.");
