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
  entity: "sponsored_product_campaign_negative_keywords",
  key: "campaignNegativeKeywords",
  id: "keywordId",
  filter: "keywordIds",
  negative: true,
};
const own = "sp.campaignNegativeKeywords";

export const list = listAction({
  description: "List negative keywords of campaigns; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: campaignIds(z),
    keywordIds: ids(z).optional().meta({ rare: true }),
    ...keywordTextParams(z),
    matchTypes: z.array(negativeMatchType(z)).min(1).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  result: NegativeKeyword,
  calls: `${own}.list`,
  pick: "campaignNegativeKeywords",
  example: { states: ["ENABLED"], limit: 50 },
});

export const get = action({
  description: "Get one negative keyword of a campaign, archived or not.",
  params: (z) => ({ keywordId: id(z), ...profile(z) }),
  result: NegativeKeyword,
  effect: "read",
  calls: `${own}.list`,
  example: { keywordId: "144373194309380061" },
  run: ({ keywordId, profileId }, context) =>
    getOne(context, `${own}.list`, { profileId, keywordIds: [keywordId] }, "campaignNegativeKeywords"),
});

export const create = action({
  description: "Create negative keywords of campaigns: searches with them show no ads of the campaign.",
  params: (z) => ({
    campaignNegativeKeywords: z
      .array(
        z.strictObject({
          campaignId: id(z),
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
    campaignNegativeKeywords: [
      { campaignId: "144373194309380061", keywordText: "free", matchType: "NEGATIVE_PHRASE" },
    ],
  },
  guard: createGuard(money),
  undo: undoCreate(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.campaignNegativeKeywords),
});

export const update = action({
  description: "Enable or pause negative keywords of campaigns. Pausing spends.",
  params: (z) => ({
    campaignNegativeKeywords: z
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
  example: { campaignNegativeKeywords: [{ keywordId: "144373194309380061", state: "ENABLED" }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.campaignNegativeKeywords),
});

export const archive = action({
  description: "Archive negative keywords of campaigns, for good.",
  params: (z) => ({ keywordIds: ids(z, 1000), ...profile(z) }),
  result: BatchResult(NegativeKeyword),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { keywordIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});
