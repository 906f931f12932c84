import type { AgentTool } from "agent-connectors";

/** One call of a run, as the model made it and was answered. */
export interface Step {
  call: unknown;
  text: string;
}

/** The same tool, telling of every call when it has been answered. */
export function watch(tool: AgentTool, tell: (step: Step) => void): AgentTool {
  return {
    ...tool,
    async call(input, options) {
      const envelope = await tool.call(input, options);
      tell({ call: typeof input === "string" ? JSON.parse(input) : input, text: envelope.text });
      return envelope;
    },
  };
}
