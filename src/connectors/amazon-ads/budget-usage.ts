import type { RunContext, RunResult } from "../../core/action.ts";
import { isDict, type Dict } from "../../core/json.ts";
import { metaOf } from "../../core/local.ts";

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
