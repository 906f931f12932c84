import type { AgentTool } from "agent-connectors";

/** A tool call that a model has made, and the text of its result. */
export interface Step {
  call: unknown;
  text: string;
}

/** Returns a copy of a tool that reports every call and its result to `tell`. */
export function watch(tool: AgentTool, tell: (step: Step) => void): AgentTool {
  const plan: AgentTool["plan"] = (input) => {
    const planned = tool.plan(input);
    return {
      ...planned,
      async run(options) {
        const result = await planned.run(options);
        tell({ call: typeof input === "string" ? JSON.parse(input) : input, text: result.text });
        return result;
      },
    };
  };
  return { ...tool, plan, call: (input, options) => plan(input).run(options) };
}
