import { action, listAction } from "../../core/action.ts";
import { isDict, type Dict } from "../../core/json.ts";
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
  budget,
  campaignIds,
  date,
  dynamicBidding,
  id,
  ids,
  listParams,
  nameParams,
  newState,
  profile,
  state,
} from "./params.ts";
import { bidsMore, laterEnd } from "./raises.ts";
import { BudgetRecommendation, BudgetUsage, Campaign } from "./records.ts";
import { runBudgetUsage } from "./budget-usage.ts";
import { metaOf } from "../../core/local.ts";

const money: Money = {
  entity: "sponsored_product_campaigns",
  key: "campaigns",
  id: "campaignId",
  filter: "campaignIds",
  amounts: [{ path: "budget.budget", cap: "max_daily_budget" }],
  raises: (item, before) => [
    ...(laterEnd(item.endDate, before.endDate) ? ["endDate"] : []),
    ...(bidsMore(item.dynamicBidding, before.dynamicBidding) ? ["dynamicBidding"] : []),
  ],
};

const own = "sp.campaigns";

export const list = listAction({
  description: "List Sponsored Products campaigns; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: campaignIds(z, 1000),
    ...nameParams(z),
    portfolioIds: ids(z, 100).optional().meta({ rare: true }),
    ...listParams(z),
  }),
  result: Campaign,
  calls: `${own}.list`,
  pick: "campaigns",
  example: { states: ["ENABLED"], limit: 50 },
});

export const get = action({
  description: "Get one Sponsored Products campaign, archived or not.",
  params: (z) => ({ campaignId: id(z), ...profile(z) }),
  result: Campaign,
  effect: "read",
  calls: `${own}.list`,
  example: { campaignId: "144373194309380061" },
  run: ({ campaignId, profileId }, context) =>
    getOne(context, `${own}.list`, { profileId, campaignIds: [campaignId] }, "campaigns"),
});

export const create = action({
  description:
    "Create Sponsored Products campaigns; PAUSED unless state says ENABLED. They need ad groups and ads to run.",
  params: (z) => ({
    campaigns: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(128),
          targetingType: z.enum(["AUTO", "MANUAL"]),
          budget: budget(z),
          state: newState(z),
          startDate: date(z).optional(),
          endDate: date(z).optional(),
          portfolioId: id(z).optional(),
          dynamicBidding: dynamicBidding(z).optional(),
          tags: z.record(z.string().max(128), z.string().max(256)).optional(),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(Campaign),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: { campaigns: [{ name: "Spring shoes", targetingType: "MANUAL", budget: { budget: 20 } }] },
  guard: createGuard(money),
  undo: undoCreate(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.campaigns),
});

export const update = action({
  description:
    "Change campaigns: name, state, budget, dates, portfolio, bidding. Raising the budget or enabling spends.",
  params: (z) => ({
    campaigns: z
      .array(
        z.strictObject({
          campaignId: id(z),
          name: z.string().min(1).max(128).optional(),
          state: state(z).optional(),
          budget: budget(z).optional(),
          startDate: date(z).optional(),
          endDate: date(z).optional(),
          portfolioId: id(z).optional(),
          dynamicBidding: dynamicBidding(z).optional(),
          tags: z.record(z.string().max(128), z.string().max(256)).optional(),
        }),
      )
      .min(1)
      .max(1000),
    ...profile(z),
  }),
  result: BatchResult(Campaign),
  effect: updateEffect,
  calls: [`${own}.update`, `${own}.list`],
  example: { campaigns: [{ campaignId: "144373194309380061", budget: { budget: 25 } }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: async (params, context) => {
    const campaigns = await withWholeBidding(params.campaigns, params.profileId, context.send);
    return runBatch(context, `${own}.update`, { ...params, campaigns }, campaigns);
  },
});

/** Amazon replaces dynamicBidding as a whole; what the call does not name is read and sent along. */
async function withWholeBidding(
  items: readonly Dict[],
  profileId: string | undefined,
  send: (operation: string, args: Dict) => Promise<{ body: unknown }>,
): Promise<Dict[]> {
  const wanted = items.filter((item) => isDict(item.dynamicBidding)).map((item) => String(item.campaignId));
  if (wanted.length === 0) return [...items];
  const { body } = await send(`${own}.list`, { profileId, campaignIds: wanted, maxResults: wanted.length });
  const records = isDict(body) && Array.isArray(body.campaigns) ? body.campaigns.filter(isDict) : [];
  const bidding = new Map(records.map((one) => [String(one.campaignId), one.dynamicBidding]));
  return items.map((item) => {
    if (!isDict(item.dynamicBidding)) return item;
    const stands = bidding.get(String(item.campaignId));
    return { ...item, dynamicBidding: { ...(isDict(stands) ? stands : {}), ...item.dynamicBidding } };
  });
}

export const archive = action({
  description:
    "Archive campaigns, for good: they and everything in them stop, and cannot be changed any more.",
  params: (z) => ({ campaignIds: ids(z), ...profile(z) }),
  result: BatchResult(Campaign),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { campaignIds: ["144373194309380061"] },
  run: (params, context) => runBatch(context, `${own}.archive`, params, []),
});

export const budget_usage = action({
  description: "How much of today's budget campaigns have used, in percent.",
  params: (z) => ({ campaignIds: ids(z, 100), ...profile(z) }),
  result: BudgetUsage,
  effect: "read",
  calls: `${own}.budget_usage`,
  example: { campaignIds: ["144373194309380061"] },
  run: (params, context) => runBudgetUsage(context, `${own}.budget_usage`, params),
});

export const budget_recommendations = action({
  description: "Amazon's suggested daily budgets of campaigns, and what they missed.",
  params: (z) => ({ campaignIds: ids(z, 100), ...profile(z) }),
  result: BudgetRecommendation,
  effect: "read",
  calls: `${own}.budget_recommendations`,
  example: { campaignIds: ["144373194309380061"] },
  run: async (params, { send }) => {
    const reply = await send(`${own}.budget_recommendations`, params);
    return { data: reply.body, meta: metaOf(reply) };
  },
});
