import { listAction } from "../../../core/contract/action.ts";
import {
  campaignIds,
  id,
  ids,
  keywordText,
  keywordTextParams,
  listParams,
  negativeMatchType,
  state,
} from "../params.ts";
import { NegativeKeyword } from "../records/sponsored-products.ts";
import { checkNegativeKeyword } from "../resources/check-items.ts";
import { archiveAction, createAction, getAction, updateAction } from "../resources/record-actions.ts";
import { listOf, resource, sponsoredProducts } from "../resources/resource-actions.ts";

const negatives = resource({
  entity: "sponsored_product_campaign_negative_keywords",
  kind: "negative",
  operations: "sp.campaignNegativeKeywords",
  record: NegativeKeyword,
  itemsParam: "campaignNegativeKeywords",
  idField: "keywordId",
  idsParam: "keywordIds",
  checkNew: checkNegativeKeyword,
  ...sponsoredProducts,
});

export const list = listAction({
  description: "List negative keywords of campaigns. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    keywordIds: ids(z).optional().meta({ rare: true }),
    ...keywordTextParams(z),
    matchTypes: z.array(negativeMatchType(z)).min(1).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(negatives),
});

export const get = getAction(negatives, "Get one negative keyword of a campaign, archived or not.");

export const create = createAction(negatives, {
  description:
    "Create negative keywords of campaigns. The campaign's ads do not appear for matching searches.",
  params: (z) => ({
    campaignId: id(z),
    keywordText: keywordText(z),
    matchType: negativeMatchType(z),
    state: state(z).default("ENABLED").meta({ rare: true }),
  }),
  example: { campaignId: "144373194309380061", keywordText: "free", matchType: "NEGATIVE_PHRASE" },
});

export const update = updateAction(negatives, {
  description: "Enable or pause negative keywords of campaigns. Pausing them can raise spending.",
  params: (z) => ({ state: state(z) }),
  example: { state: "ENABLED" },
});

export const archive = archiveAction(negatives, "Permanently archive negative keywords of campaigns.");
