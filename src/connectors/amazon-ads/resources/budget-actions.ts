import { replyMeta } from "../../../core/call/send-operation.ts";
import { action } from "../../../core/contract/action.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { quotePlatform } from "../../../core/ground/quote-others.ts";
import { ids, profile } from "../params.ts";
import { BudgetRecommendation, BudgetUsage } from "../records/budgets.ts";
import { bodyAsData } from "./body-as-data.ts";
import { isAmazonMessage } from "../operations/known-messages.ts";

// The actions for budgets are the same for Sponsored Products, Sponsored Brands and Sponsored Display. `operations`:
// the prefix of the operation names, such as `sp.campaigns`.

export const campaignBudgetUsage = (operations: string) =>
  action({
    description: "Get the percentage of today's budget that each campaign has used.",
    params: (z) => ({ campaignIds: ids(z, 100), ...profile(z) }),
    result: BudgetUsage,
    effect: "read",
    enrich: true,
    calls: `${operations}.budget_usage`,
    example: { campaignIds: ["144373194309380061"] },
    run: (params, context) => runBudgetUsage(context, `${operations}.budget_usage`, params),
  });

export const campaignBudgetRecommendations = (operations: string, description: string) =>
  action({
    description,
    params: (z) => ({ campaignIds: ids(z, 100), ...profile(z) }),
    result: BudgetRecommendation,
    effect: "read",
    calls: `${operations}.budget_recommendations`,
    example: { campaignIds: ["144373194309380061"] },
    run: (params, context) => bodyAsData(context, `${operations}.budget_recommendations`, params),
  });

/** Reads the budget usage of records. Adds a warning for each record without usage. */
export async function runBudgetUsage(
  { send }: RunContext,
  operation: string,
  args: Dict,
): Promise<RunResult> {
  const reply = await send(operation, args);
  const { success, error } = isDict(reply.body) ? reply.body : {};
  const warnings = dicts(error).map(
    ({ campaignId, portfolioId, code, details }) =>
      `${String(campaignId ?? portfolioId ?? "?")}: ${details === undefined ? String(code ?? "no usage") : quotePlatform(String(details), { isKnown: isAmazonMessage })}`,
  );
  return {
    data: Array.isArray(success) ? success : [],
    meta: { ...replyMeta(reply), ...(warnings.length > 0 ? { warnings } : {}) },
  };
}
