import { action, listAction } from "../../core/action.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { runBudgetUsage } from "./budget-usage.ts";
import { metaOf } from "../../core/local.ts";
import { laterEnd } from "./raises.ts";
import { undoUpdate, updateEffect, updateGuard, type Money } from "./money.ts";
import { brandsParams, date, id, ids, money as amount, nameParams, profile, state } from "./params.ts";
import { BrandsCampaign, BudgetRecommendation, BudgetUsage } from "./records.ts";

const money: Money = {
  entity: "sponsored_brands_campaigns",
  key: "campaigns",
  id: "campaignId",
  filter: "campaignIds",
  states: ["ENABLED", "PAUSED"],
  amounts: [{ path: "budget", cap: "max_daily_budget" }],
  raises: (item, before) => (laterEnd(item.endDate, before.endDate) ? ["endDate"] : []),
};
const own = "sb.campaigns";

export const list = listAction({
  description: "List Sponsored Brands campaigns; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: ids(z, 10).optional(),
    portfolioIds: ids(z, 10).optional().meta({ rare: true }),
    ...nameParams(z),
    ...brandsParams(z),
  }),
  result: BrandsCampaign,
  calls: `${own}.list`,
  pick: "campaigns",
  example: { states: ["ENABLED"], limit: 50 },
});

export const update = action({
  description:
    "Change Sponsored Brands campaigns: name, state, budget, dates, portfolio. Raising the budget or enabling spends.",
  params: (z) => ({
    campaigns: z
      .array(
        z.strictObject({
          campaignId: id(z),
          name: z.string().min(1).max(128).optional(),
          state: state(z).optional(),
          budget: amount(z).optional(),
          startDate: date(z).optional(),
          endDate: date(z).optional(),
          portfolioId: id(z).optional(),
        }),
      )
      .min(1)
      .max(10),
    ...profile(z),
  }),
  result: BatchResult(BrandsCampaign),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { campaigns: [{ campaignId: "144373194309380061", budget: 25 }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.campaigns),
});

export const archive = action({
  description: "Archive Sponsored Brands campaigns, for good.",
  params: (z) => ({ campaignIds: ids(z, 10), ...profile(z) }),
  result: BatchResult(BrandsCampaign),
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
  description: "Amazon's suggested budgets of campaigns, and what they missed.",
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
