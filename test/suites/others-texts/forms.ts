import type { AgentTool } from "agent-connectors";
import { approvals } from "agent-connectors";
import { aiSdkTools, type AiSdkOptions } from "agent-connectors/ai-sdk";
import { functionTools } from "agent-connectors/json-schema";
import { langChainTools } from "agent-connectors/langchain";
import { openAIAgentsTools } from "agent-connectors/openai-agents";
import { memoryStore } from "agent-connectors/store";
import { connect, textOf } from "../../adapters/mcp-loop.ts";

// The forms in which a model reads the results of a tool: one per adapter, and per format of a provider.

/** Runs a call, and returns the text that the model reads. */
export type Read = (input: object) => Promise<string>;

export interface Form {
  name: string;
  open(tool: AgentTool): Promise<{ read: Read; close?: () => Promise<void> }>;
}

const provider = (
  name: string,
  call: (tool: string, args: object) => object,
  text: (result: never) => string,
): Form => ({
  name,
  async open(tool) {
    const tools = await functionTools(tool);
    return { read: async (input) => text((await tools.run(call(tool.name, input))) as never) };
  },
});

const aiSdk = (stream: AiSdkOptions["stream"]): Form => ({
  name: `ai-sdk, ${stream}`,
  async open(tool) {
    const made = (await aiSdkTools(tool, { stream }))[tool.name]!;
    return { read: (input) => aiSdkText(made, input) };
  },
});

/** Returns the text that the AI SDK sends to a provider. `stored`: as in a later turn, after the output was stored. */
export async function aiSdkText(tool: object, input: object, stored = false): Promise<string> {
  const { execute, toModelOutput } = tool as {
    execute(input: object, options: object): Promise<object>;
    toModelOutput(given: object): { type: string; value: unknown };
  };
  const output = await execute(input, { toolCallId: "c1", messages: [] });
  const given = { toolCallId: "c1", input, output: stored ? structuredClone(output) : output };
  return JSON.stringify(toModelOutput(given).value);
}

export const forms: readonly Form[] = [
  provider("openai", (name, args) => ({ id: "c1", type: "function", function: { name, arguments: JSON.stringify(args) } }), ({ content }: { content: string }) => content), // prettier-ignore
  provider("openai-responses", (name, args) => ({ type: "function_call", id: "f1", call_id: "c1", name, arguments: JSON.stringify(args) }), ({ output }: { output: string }) => output), // prettier-ignore
  provider("anthropic", (name, input) => ({ type: "tool_use", id: "c1", name, input }), ({ content }: { content: string }) => content), // prettier-ignore
  provider("gemini", (name, args) => ({ functionCall: { id: "c1", name, args } }), ({ functionResponse: { response } }: { functionResponse: { response: { output?: object } } }) => JSON.stringify(response.output ?? response)), // prettier-ignore
  aiSdk("compact"),
  aiSdk("full"),
  {
    name: "langchain",
    async open(tool) {
      const [made] = await langChainTools(tool);
      return {
        read: async (args) => {
          const call = { type: "tool_call", id: "c1", name: tool.name, args };
          return ((await made!.invoke(call)) as { content: string }).content;
        },
      };
    },
  },
  {
    name: "mcp",
    async open(tool) {
      const { client, [Symbol.asyncDispose]: close } = await connect(tool);
      return {
        close,
        read: async (input) =>
          textOf((await client.callTool({ name: tool.name, arguments: input as never })).content as never),
      };
    },
  },
  {
    name: "openai-agents",
    async open(tool) {
      const [made] = await openAIAgentsTools(tool);
      return { read: async (input) => (await made!.invoke({}, JSON.stringify(input))) as string };
    },
  },
  {
    name: "approvals",
    open: async (tool) => {
      const [made] = approvals([tool], { scope: "chat", store: memoryStore(), needsApproval: () => false });
      return { read: async (input) => (await made!.call(input)).text };
    },
  },
];

/** Runs each call once. Later calls with the same arguments get the first result. */
export function remembered(tool: AgentTool): AgentTool {
  const results = new Map<string, ReturnType<AgentTool["call"]>>();
  const plan: AgentTool["plan"] = (input) => {
    const planned = tool.plan(input);
    const key = JSON.stringify(input);
    return {
      ...planned,
      run: (options) => {
        const result = results.get(key) ?? planned.run(options);
        results.set(key, result);
        return result;
      },
    };
  };
  return { ...tool, plan, call: (input, options) => plan(input).run(options) };
}
