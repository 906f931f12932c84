import type { AgentTool } from "agent-connectors";

/** A call of the tool by a model, and the text of the result. */
export interface Step {
  call: unknown;
  text: string;
}

/** Returns a copy of a tool that reports every call and its result to `tell`. */
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
