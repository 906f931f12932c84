import { action, listAction } from "../../core/action.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { getOne } from "./get.ts";
import {
  createEffect,
  createGuard,
  undoCreate,
  undoUpdate,
  updateEffect,
  updateGuard,
  type Money,
} from "./money.ts";
import {
  campaignIds,
  id,
  ids,
  keywordText,
  keywordTextParams,
  listParams,
  negativeMatchType,
  profile,
  state,
} from "./params.ts";
import { NegativeKeyword } from "./records.ts";

const money: Money = {
  entity: "sponsored_product_negative_keywords",
  key: "negativeKeywords",
  id: "keywordId",
  filter: "keywordIds",
  negative: true,
};
const own = "sp.negativeKeywords";

export const list = listAction({
  description: "List negative keywords of ad groups; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    keywordIds: ids(z).optional().meta({ rare: true }),
    ...keywordTextParams(z),
    matchTypes: z.array(negativeMatchType(z)).min(1).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  result: NegativeKeyword,
  calls: `${own}.list`,
  pick: "negativeKeywords",
  example: { states: ["ENABLED"], limit: 50 },
});

export const get = action({
  description: "Get one negative keyword, archived or not.",
  params: (z) => ({ keywordId: id(z), ...profile(z) }),
  result: NegativeKeyword,
  effect: "read",
  calls: `${own}.list`,
  example: { keywordId: "144373194309380061" },
  run: ({ keywordId, profileId }, context) =>
    getOne(context, `${own}.list`, { profileId, keywordIds: [keywordId] }, "negativeKeywords"),
});

export const create = action({
  description: "Create negative keywords of ad groups: searches with them show no ads.",
  params: (z) => ({
    negativeKeywords: z
      .array(
        z.strictObject({
          campaignId: id(z),
          adGroupId: id(z),
          keywordText: keywordText(z),
          matchType: negativeMatchType(z),
          state: state(z).default("ENABLED").meta({ rare: true }),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(NegativeKeyword),
  effect: createEffect(money),
  calls: `${own}.create`,
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
  guard: createGuard(money),
  undo: undoCreate(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.negativeKeywords),
});

export const update = action({
  description: "Enable or pause negative keywords. Pausing spends.",
  params: (z) => ({
    negativeKeywords: z
      .array(
        z.strictObject({
          keywordId: id(z),
          state: state(z),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(NegativeKeyword),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { negativeKeywords: [{ keywordId: "144373194309380061", state: "ENABLED" }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.negativeKeywords),
});

export const archive = action({
  description: "Archive negative keywords of ad groups, for good.",
  params: (z) => ({ keywordIds: ids(z, 1000), ...profile(z) }),
  result: BatchResult(NegativeKeyword),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { keywordIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});
