import { action, listAction } from "../../core/action.ts";
import { metaOf } from "../../core/local.ts";
import { BatchResult, runBatch } from "./batch.ts";
import { runBudgetUsage } from "./budget-usage.ts";
import { laterEnd } from "./raises.ts";
import { createEffect, createGuard, undoUpdate, updateEffect, updateGuard, type Money } from "./money.ts";
import {
  displayState,
  id,
  ids,
  lowerStates,
  newDisplayState,
  profile,
  yyyymmdd,
  money as amount,
} from "./params.ts";
import { BudgetRecommendation, BudgetUsage, DisplayCampaign } from "./records.ts";

const money: Money = {
  entity: "sd_campaigns",
  key: "campaigns",
  id: "campaignId",
  filter: "campaignIds",
  on: "enabled",
  states: ["enabled", "paused"],
  amounts: [{ path: "budget", cap: "max_daily_budget" }],
  raises: (item, before) => (laterEnd(item.endDate, before.endDate) ? ["endDate"] : []),
};
const own = "sd.campaigns";

export const list = listAction({
  description: "List Sponsored Display campaigns; archived ones only where states says so.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    portfolioIds: ids(z, 100).optional().meta({ rare: true }),
    name: z.string().min(1).max(128).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  result: DisplayCampaign,
  calls: `${own}.list`,
  pick: "items",
  example: { states: ["enabled"], limit: 50 },
});

export const get = action({
  description: "Get one Sponsored Display campaign.",
  params: (z) => ({ campaignId: id(z), ...profile(z) }),
  result: DisplayCampaign,
  effect: "read",
  calls: `${own}.get`,
  example: { campaignId: "144373194309380061" },
  run: async (params, { send }) => {
    const reply = await send(`${own}.get`, params);
    return { data: reply.body, meta: metaOf(reply) };
  },
});

export const create = action({
  description: "Create Sponsored Display campaigns; paused unless state says enabled.",
  params: (z) => ({
    campaigns: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(128),
          tactic: z.enum(["T00020", "T00030"]).describe("T00020: products and context; T00030: audiences"),
          budget: amount(z),
          budgetType: z.enum(["daily"]).default("daily"),
          costType: z.enum(["cpc", "vcpm"]).optional(),
          state: newDisplayState(z),
          startDate: yyyymmdd(z),
          endDate: yyyymmdd(z).optional(),
          portfolioId: id(z).optional(),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(DisplayCampaign),
  effect: createEffect(money),
  calls: `${own}.create`,
  example: { campaigns: [{ name: "Spring", tactic: "T00020", budget: 20, startDate: "20260401" }] },
  guard: createGuard(money),
  run: (params, context) => runBatch(context, `${own}.create`, params, params.campaigns),
});

export const update = action({
  description:
    "Change Sponsored Display campaigns: name, state, budget, dates, portfolio. Raising the budget or enabling spends.",
  params: (z) => ({
    campaigns: z
      .array(
        z.strictObject({
          campaignId: id(z),
          name: z.string().min(1).max(128).optional(),
          state: displayState(z).optional(),
          budget: amount(z).optional(),
          startDate: yyyymmdd(z).optional(),
          endDate: yyyymmdd(z).optional(),
          portfolioId: id(z).optional(),
        }),
      )
      .min(1)
      .max(100),
    ...profile(z),
  }),
  result: BatchResult(DisplayCampaign),
  effect: updateEffect,
  calls: `${own}.update`,
  example: { campaigns: [{ campaignId: "144373194309380061", budget: 25 }] },
  guard: updateGuard(money),
  undo: undoUpdate(money),
  run: (params, context) => runBatch(context, `${own}.update`, params, params.campaigns),
});

export const archive = action({
  description: "Archive one Sponsored Display campaign, for good.",
  params: (z) => ({ campaignId: id(z), ...profile(z) }),
  result: (z) => z.object({ campaignId: z.string(), code: z.string().nullish() }),
  effect: "destructive",
  calls: `${own}.archive`,
  example: { campaignId: "144373194309380061" },
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
