import { action, listAction } from "../../../core/contract/action.ts";
import {
  campaignIds,
  id,
  ids,
  items,
  keywordText,
  keywordTextParams,
  listParams,
  negativeMatchType,
  profile,
  state,
} from "../params.ts";
import { NegativeKeyword } from "../records/sponsored-products.ts";
import { checkNegativeKeyword } from "../resources/check-items.ts";
import { archiveOf, createOf, findOf, listOf, resource, updateOf } from "../resources/resource-actions.ts";

const negatives = resource({
  entity: "sponsored_product_negative_keywords",
  kind: "negative",
  product: "sp",
  operations: "sp.negativeKeywords",
  record: NegativeKeyword,
  itemsParam: "negativeKeywords",
  idField: "keywordId",
  idsParam: "keywordIds",
  checkNew: checkNegativeKeyword,
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

export const get = action({
  description: "Get one negative keyword, archived or not.",
  params: (z) => ({ keywordId: id(z), ...profile(z) }),
  example: { keywordId: "144373194309380061" },
  ...findOf(negatives),
});

export const create = action({
  description: "Create negative keywords of ad groups. Ads do not appear for matching searches.",
  params: (z) => ({
    negativeKeywords: items(z, 1000, {
      campaignId: id(z),
      adGroupId: id(z),
      keywordText: keywordText(z),
      matchType: negativeMatchType(z),
      state: state(z).default("ENABLED").meta({ rare: true }),
    }),
    ...profile(z),
  }),
  example: {
    negativeKeywords: [
      {
        campaignId: "144373194309380061",
        adGroupId: "144373194309380062",
        keywordText: "free",
        matchType: "NEGATIVE_EXACT",
      },
    ],
  },
  ...createOf(negatives),
});

export const update = action({
  description: "Enable or pause negative keywords. Pausing them can raise spending.",
  params: (z) => ({
    negativeKeywords: items(z, 1000, {
      keywordId: id(z),
      state: state(z),
    }),
    ...profile(z),
  }),
  example: { negativeKeywords: [{ keywordId: "144373194309380061", state: "ENABLED" }] },
  ...updateOf(negatives),
});

export const archive = action({
  description: "Permanently archive negative keywords of ad groups.",
  params: (z) => ({ keywordIds: ids(z, 1000), ...profile(z) }),
  example: { keywordIds: ["144373194309380061"] },
  ...archiveOf(negatives),
});
