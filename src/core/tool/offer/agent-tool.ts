import type { AgentTool, OutputOptions, PlannedToolCall } from "../../contract/tool.ts";
import { toConnectorError } from "../../ground/errors.ts";
import { failed, withinBudget } from "../output/failure.ts";

export type ToolFacts = Omit<AgentTool, "call" | "plan">;

/** The function `call` of each tool, by the tool's function `plan`. */
const calls = new WeakMap<AgentTool["plan"], AgentTool["call"]>();

/** Creates a tool from a function that plans its calls. Every call runs its own plan. */
export function toolOf(facts: ToolFacts, plan: AgentTool["plan"]): AgentTool {
  const call: AgentTool["call"] = (input, options) => plan(input).run(options);
  calls.set(plan, call);
  return { ...facts, plan, call };
}

/** Returns whether a copy of a tool has another `call` and the same `plan`, so that adapters would never use this `call`. */
export const replacesOnlyCall = ({ plan, call }: AgentTool): boolean =>
  calls.has(plan) && calls.get(plan) !== call;

/** Creates a tool whose results keep to the output budget. If `plan` throws an error, the call fails with this error. */
export const agentTool = (facts: ToolFacts, plan: AgentTool["plan"], output: OutputOptions = {}): AgentTool =>
  toolOf(facts, (input) => {
    const planned = planSafely(plan, input);
    return { ...planned, run: async (options) => withinBudget(await planned.run(options), output) };
  });

function planSafely(plan: AgentTool["plan"], input: unknown): PlannedToolCall {
  try {
    return plan(input);
  } catch (error) {
    const preview = () => Promise.reject(toConnectorError(error));
    return { resolved: undefined, run: (options = {}) => failed(error, options), preview };
  }
}
