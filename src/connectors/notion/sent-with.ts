import type { RunContext, RunResult } from "../../core/contract/run-context.ts";
import type { Dict } from "../../core/ground/json.ts";

/** Returns the function `run` of an action that sends one operation, with params that `convert` has changed. */
export const sentWith =
  <P extends object>(operation: string, convert: (params: P) => Dict) =>
  async (params: P, { send }: RunContext): Promise<RunResult> => ({
    data: (await send(operation, convert(params))).body,
  });
