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
  entity: "sponsored_product_negative_keywords",
  kind: "negative",
  operations: "sp.negativeKeywords",
  record: NegativeKeyword,
  itemsParam: "negativeKeywords",
  idField: "keywordId",
  idsParam: "keywordIds",
  checkNew: checkNegativeKeyword,
  ...sponsoredProducts,
});

export const list = listAction({
  description: "List negative keywords of ad groups. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    keywordIds: ids(z).optional().meta({ rare: true }),
    ...keywordTextParams(z),
    matchTypes: z.array(negativeMatchType(z)).min(1).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(negatives),
});

export const get = getAction(negatives, "Get one negative keyword, archived or not.");

export const create = createAction(negatives, {
  description: "Create negative keywords of ad groups. Ads do not appear for matching searches.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    keywordText: keywordText(z),
    matchType: negativeMatchType(z),
    state: state(z).default("ENABLED").meta({ rare: true }),
  }),
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    keywordText: "free",
    matchType: "NEGATIVE_EXACT",
  },
});

export const update = updateAction(negatives, {
  description: "Enable or pause negative keywords. Pausing them can raise spending.",
  params: (z) => ({ state: state(z) }),
  example: { state: "ENABLED" },
});

export const archive = archiveAction(negatives, "Permanently archive negative keywords of ad groups.");
