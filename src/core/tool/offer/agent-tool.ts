import type { AgentTool, OutputOptions, PlannedToolCall } from "../../contract/tool.ts";
import { toConnectorError } from "../../ground/errors.ts";
import { failed, withinBudget } from "../output/failure.ts";

export type ToolFacts = Omit<AgentTool, "call" | "plan">;

/** Creates a tool from a function that plans its calls. Every call runs its own plan. */
export const toolOf = (facts: ToolFacts, plan: AgentTool["plan"]): AgentTool => ({
  ...facts,
  plan,
  call: (input, options) => plan(input).run(options),
});

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
