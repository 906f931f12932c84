import { metaOf } from "../../../core/call/in-process.ts";
import { action } from "../../../core/contract/action.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { ids, profile } from "../params.ts";
import { BudgetRecommendation, BudgetUsage } from "../records/budgets.ts";
import { runWhole } from "./body-as-data.ts";

// Questions about budgets, which campaigns of every product answer alike. `own` names their operations without the verb.

export const campaignBudgetUsage = (own: string) =>
  action({
    description: "Get the percentage of today's budget that campaigns used.",
    params: (z) => ({ campaignIds: ids(z, 100), ...profile(z) }),
    result: BudgetUsage,
    effect: "read",
    calls: `${own}.budget_usage`,
    example: { campaignIds: ["144373194309380061"] },
    run: (params, context) => runBudgetUsage(context, `${own}.budget_usage`, params),
  });

export const campaignBudgetRecommendations = (own: string, description: string) =>
  action({
    description,
    params: (z) => ({ campaignIds: ids(z, 100), ...profile(z) }),
    result: BudgetRecommendation,
    effect: "read",
    calls: `${own}.budget_recommendations`,
    example: { campaignIds: ["144373194309380061"] },
    run: (params, context) => runWhole(context, `${own}.budget_recommendations`, params),
  });

/** Budget usage of several: what was found, and what was not. */
export async function runBudgetUsage(
  { send }: RunContext,
  operation: string,
  args: Dict,
): Promise<RunResult> {
  const reply = await send(operation, args);
  const { success, error } = isDict(reply.body) ? reply.body : {};
  const warnings = (Array.isArray(error) ? error.filter(isDict) : []).map(
    ({ campaignId, portfolioId, code, details }) =>
      `${String(campaignId ?? portfolioId ?? "?")}: ${String(details ?? code ?? "no usage")}`,
  );
  return {
    data: Array.isArray(success) ? success : [],
    meta: { ...metaOf(reply), ...(warnings.length > 0 ? { warnings } : {}) },
  };
}
