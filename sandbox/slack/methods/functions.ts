import type { Call } from "../call/call.ts";
import type { Execution } from "../feature-types.ts";
import type { Fields } from "../fields.ts";
import type { Method } from "../call/method.ts";
import { TIER_3 } from "../call/rate-limits.ts";
import { refusal } from "../call/refusal.ts";
import { NONE } from "../call/scopes.ts";

/** Methods that end the app's step of a workflow. */
export const functions: Record<string, Method> = {
  "functions.completeSuccess": {
    scopes: NONE,
    rate: TIER_3,
    required: ["function_execution_id", "outputs"],
    run: (call) => {
      const execution = runningExecution(call);
      let outputs: unknown;
      try {
        outputs = call.args.json("outputs");
      } catch {
        throw refusal("parameter_validation_failed");
      }
      if (typeof outputs !== "object" || outputs === null || Array.isArray(outputs))
        throw refusal("parameter_validation_failed");
      Object.assign(execution, { state: "completed", outputs: outputs as Fields });
      return {};
    },
  },

  "functions.completeError": {
    scopes: NONE,
    rate: TIER_3,
    required: ["function_execution_id", "error"],
    run: (call) => {
      Object.assign(runningExecution(call), { state: "failed", error: call.args.text("error") });
      return {};
    },
  },
};

function runningExecution({ workspace, args }: Call): Execution {
  const execution = workspace.executions.get(args.text("function_execution_id") ?? "");
  if (!execution) throw refusal("function_execution_not_found");
  if (execution.state !== "running") throw refusal("execution_not_in_running_state");
  return execution;
}
