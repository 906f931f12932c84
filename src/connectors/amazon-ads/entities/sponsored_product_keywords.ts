import { action, listAction } from "../../../core/contract/action.ts";
import {
  asins,
  campaignIds,
  id,
  ids,
  keywordText,
  keywordTextParams,
  listParams,
  matchType,
  money,
  newState,
  profile,
  state,
} from "../params.ts";
import { Keyword, KeywordRecommendation } from "../records/sponsored-products.ts";
import { KeywordGroup } from "../records/targeting-research.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  getAction,
  updateAction,
} from "../resources/record-actions.ts";
import { listOf, resource, sponsoredProducts } from "../resources/resource-actions.ts";
import { bodyAsData } from "../resources/body-as-data.ts";

const keywords = resource({
  entity: "sponsored_product_keywords",
  kind: "keyword",
  operations: "sp.keywords",
  record: Keyword,
  itemsParam: "keywords",
  idField: "keywordId",
  idsParam: "keywordIds",
  ...sponsoredProducts,
});

export const list = listAction({
  description: "List Sponsored Products keywords. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    keywordIds: ids(z).optional().meta({ rare: true }),
    ...keywordTextParams(z),
    matchTypes: z.array(matchType(z)).min(1).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  example: { states: ["ENABLED"], limit: 50 },
  ...listOf(keywords),
});

export const get = getAction(keywords, "Get one keyword, archived or not.");

export const create = createAction(keywords, {
  description: "Create Sponsored Products keywords. They are PAUSED unless `state` is ENABLED.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    keywordText: keywordText(z),
    matchType: matchType(z),
    bid: money(z).describe("default: the ad group's").optional(),
    state: newState(z),
  }),
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    keywordText: "trail shoes",
    matchType: "EXACT",
    bid: 0.9,
  },
});

export const update = updateAction(keywords, {
  description: "Change keywords: bid, state. A higher bid or an enabled keyword can raise costs.",
  params: (z) => ({ bid: money(z).optional(), state: state(z).optional() }),
  example: { bid: 0.6 },
});

export const change_by_percent = changeByPercentAction(keywords, "bid", {
  description: "Raise or lower bids of keywords by percent, as one call. A raise costs money.",
  params: (z) => ({
    keywordIds: ids(z).optional(),
    adGroupIds: ids(z, 100).optional(),
    campaignIds: ids(z, 100).optional(),
  }),
});

export const archive = archiveAction(keywords, "Permanently archive Sponsored Products keywords.");

export const keyword_recommendations = action({
  description:
    "Get keyword suggestions for an ad group, or for ASINs. The suggested bids are in minor units: 311 is 3.11.",
  params: (z) => ({
    asins: asins(z, 50).optional(),
    campaignId: id(z).optional(),
    adGroupId: id(z).optional(),
    maxRecommendations: z.int().min(1).max(200).default(50).meta({ rare: true }),
    sortDimension: z.enum(["CLICKS", "CONVERSIONS", "DEFAULT"]).optional().meta({ rare: true }),
    ...profile(z),
  }),
  oneOf: ["asins", ["campaignId", "adGroupId"]],
  result: KeywordRecommendation,
  effect: "read",
  calls: `${keywords.operations}.keyword_recommendations`,
  example: { asins: ["B07R7V6KS8"] },
  run: async (params, context) =>
    bodyAsData(context, `${keywords.operations}.keyword_recommendations`, {
      ...params,
      recommendationType: params.asins === undefined ? "KEYWORDS_FOR_ADGROUP" : "KEYWORDS_FOR_ASINS",
    }),
});

export const keyword_groups = listAction({
  description:
    "Find keyword groups for your products. A target with the expression type KEYWORD_GROUP_SAME_AS uses the id of a group.",
  params: (z) => ({ asins: asins(z, 1000), ...profile(z) }),
  result: KeywordGroup,
  calls: `${keywords.operations}.keyword_groups`,
  pick: "keywordGroups",
  example: { asins: ["B07R7V6KS8"] },
});
