import type { AgentTool } from "agent-connectors";

/** One call of a model, and the text of its result. */
export interface Step {
  call: unknown;
  text: string;
}

/** The same tool. It reports every call with its result. */
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
