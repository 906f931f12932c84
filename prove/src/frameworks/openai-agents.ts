import {
  Agent,
  Runner,
  RunState,
  Usage,
  type AgentInputItem,
  type Model,
  type Tool,
} from "@openai/agents-core";
import { openAIAgentsTools } from "agent-connectors/openai-agents";
import { asText, nextCall, type Script } from "../script.ts";
import * as plain from "../tools/plain-tool.ts";
import { request, type Framework, type Run } from "./framework.ts";

interface Kit {
  tools: Tool[];
}

const textOf = (output: unknown): string => asText((output as { text?: string } | undefined)?.text ?? output);
const resultsIn = (input: string | AgentInputItem[]): string[] =>
  (typeof input === "string" ? [] : input)
    .filter((item) => item.type === "function_call_result")
    .map(({ output }) => textOf(output));

/** @param results gets what the model got at last */
function scriptedModel(script: Script, results: string[]): Model {
  const output = (callId: string | undefined): object =>
    callId
      ? { type: "function_call", callId, name: script.tool, arguments: JSON.stringify(script.args) }
      : { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] };
  return {
    async getResponse({ input }) {
      results.splice(0, results.length, ...resultsIn(input));
      const item = { status: "completed", ...output(nextCall(script, results)) };
      return { usage: new Usage(), output: [item] as never };
    },
    getStreamedResponse: () => {
      throw new Error("not used");
    },
  };
}

const runner = new Runner({ tracingDisabled: true });

async function run(
  { tools }: Kit,
  { script, context, save }: Run,
  from: (agent: Agent) => Promise<string | RunState<unknown, Agent>>,
): Promise<string[]> {
  const results: string[] = [];
  const agent = new Agent({ name: "agent", model: scriptedModel(script, results), tools });
  const { state } = await runner.run(agent, (await from(agent)) as string, { context });
  save(state.toString());
  return results;
}

export const openAIAgents: Framework<Kit> = {
  plain: plain.openAIAgents as never,
  ours: async ({ tools }) => ({ tools: (await openAIAgentsTools(tools)) as never }),
  start: (kit, given) => run(kit, given, async () => request),
  resume: (kit, given, stored) =>
    run(kit, given, async (agent) => {
      const state = await RunState.fromString(agent, stored);
      for (const item of state.getInterruptions()) state.approve(item);
      return state as never;
    }),
};
