import type { AgentTool } from "agent-connectors";

/** A tool call that a model has made, and the text of its result. */
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
