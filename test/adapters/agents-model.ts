import { Usage, type Model } from "@openai/agents-core";
import type { ScriptedCall } from "../suites/adapter.ts";

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
