import { Agent, Runner, Usage, type Model } from "@openai/agents-core";
import { openAIAgentsTools } from "agent-connectors/openai-agents";
import type { Loop, ScriptedCall } from "../suites/adapter.ts";

export interface AgentsItem {
  type?: string;
  callId?: string;
  output?: { text: string };
}

/** Creates a model that makes these calls, turn by turn, and then ends. `inputs` are the requests. */
export function scriptedAgentsModel(turns: readonly (readonly ScriptedCall[])[], name: string) {
  const inputs: AgentsItem[][] = [];
  const model: Model = {
    getResponse: ({ input }) => {
      const calls = turns[inputs.push(input as AgentsItem[]) - 1];
      const output = calls?.map(({ id, args, name: own = name }) => ({
        type: "function_call",
        status: "completed",
        callId: id,
        name: own,
        arguments: typeof args === "string" ? args : JSON.stringify(args),
      })) ?? [
        {
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "done" }],
        },
      ];
      return Promise.resolve({ usage: new Usage(), output: output as never });
    },
    getStreamedResponse: () => {
      throw new Error("not used");
    },
  };
  return { model, inputs };
}

/** Returns the results of calls in the requests to the model. */
export const resultsIn = (inputs: readonly AgentsItem[][]): AgentsItem[] =>
  inputs.flat().filter(({ type }) => type === "function_call_result");

const runner = new Runner({ tracingDisabled: true });

export const agentsLoop: Loop = {
  name: "openai agents",
  outputs: false,
  ids: true,
  async run(sources, turns, { signal, context, ...options } = {}) {
    const tools = await openAIAgentsTools(sources, options);
    const { model, inputs } = scriptedAgentsModel(turns, tools[0]!.name);
    const agent = new Agent({ name: "test", model, tools });
    await runner.run(agent, "Go.", { context, ...(signal ? { signal } : {}) });
    return turns.map((turn) =>
      turn.map(({ id }) => {
        const text = resultsIn(inputs).find(({ callId }) => callId === id)!.output!.text;
        return { id, text, marked: "error" in (JSON.parse(text) as object), output: undefined };
      }),
    );
  },
};
