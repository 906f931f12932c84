import { aiSdkTools } from "agent-connectors/ai-sdk";
import * as ai5 from "ai5";
import { MockLanguageModelV2 } from "ai5/test";
import * as ai6 from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import * as ai7 from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { fullResult, type ToolResult } from "agent-connectors";
import type { CompactResult } from "agent-connectors/adapter";
import type { Loop, ScriptedCall, Seen } from "../suites/adapter.ts";

// The three major versions of the AI SDK have different model interfaces, but accept the same tools.

/** The calls in one response of a model. An empty response ends the loop. */
type Turn = readonly ScriptedCall[];

interface ScriptedModel {
  doGenerateCalls: { prompt: unknown; tools?: unknown }[];
  doStreamCalls: { prompt: unknown; tools?: unknown }[];
}

interface Ai {
  generateText(options: object): Promise<{ steps: readonly { content: readonly Part[] }[] }>;
  streamText(options: object): { steps: PromiseLike<readonly { content: readonly Part[] }[]> };
  simulateReadableStream(options: object): unknown;
  stepCountIs(count: number): unknown;
}
interface Part {
  type: string;
  toolCallId?: string;
  output?: CompactResult;
}

interface Major {
  version: 5 | 6 | 7;
  ai: Ai;
  Model: new (options: object) => ScriptedModel;
  contextKey: string;
}

export const majors: readonly Major[] = [
  { version: 5, ai: ai5 as never, Model: MockLanguageModelV2 as never, contextKey: "experimental_context" },
  { version: 6, ai: ai6 as never, Model: MockLanguageModelV3 as never, contextKey: "experimental_context" },
  { version: 7, ai: ai7 as never, Model: MockLanguageModelV4 as never, contextKey: "toolsContext" },
];

/** Creates a model that makes these calls, turn by turn. Arguments that are already text are sent unchanged. */
export function scripted({ version, ai, Model }: Major, turns: readonly Turn[], name: string): ScriptedModel {
  const old = version === 5;
  const usage = old
    ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
    : { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const finish = (reason: string) => (old ? reason : { unified: reason, raw: reason });
  const parts = (turn: Turn | undefined) =>
    turn?.map((call) => ({
      type: "tool-call",
      toolCallId: call.id,
      toolName: call.name ?? name,
      input: typeof call.args === "string" ? call.args : JSON.stringify(call.args),
    }));
  let generated = 0;
  let streamed = 0;
  return new Model({
    doGenerate: async () => {
      const calls = parts(turns[generated++]);
      return {
        content: calls ?? [{ type: "text", text: "done" }],
        finishReason: finish(calls ? "tool-calls" : "stop"),
        usage,
        warnings: [],
      };
    },
    doStream: async () => {
      const calls = parts(turns[streamed++]);
      const text = [
        { type: "text-start", id: "t" },
        { type: "text-delta", id: "t", delta: "done" },
        { type: "text-end", id: "t" },
      ];
      const chunks = [
        { type: "stream-start", warnings: [] },
        ...(calls ?? text),
        { type: "finish", finishReason: finish(calls ? "tool-calls" : "stop"), usage },
      ];
      return { stream: ai.simulateReadableStream({ chunks, chunkDelayInMs: null }) };
    },
  });
}

type ModelOutput = { type: string; value: unknown };

/** Returns the results of each turn, as the model receives them in the next request. */
export function shown(prompts: readonly unknown[]): (Omit<Seen, "output"> & { type: string })[][] {
  return prompts.slice(1).map((prompt) => {
    const last = (
      prompt as { role: string; content: { type: string; toolCallId: string; output: ModelOutput }[] }[]
    ).at(-1)!;
    return last.content
      .filter(({ type }) => type === "tool-result")
      .map(({ toolCallId, output: { type, value } }) => ({
        id: toolCallId,
        // The provider for OpenAI sends a failed result in this format. Other providers send a mark instead.
        text:
          typeof value === "string"
            ? value
            : JSON.stringify(type === "error-json" ? { error: value } : value),
        marked: type.startsWith("error"),
        type,
      }));
  });
}

export const aiLoop = (major: Major, way: "generateText" | "streamText"): Loop => ({
  name: `ai ${major.version}, ${way}`,
  outputs: true,
  ids: true,
  async run(sources, turns, { signal, context, ...options } = {}) {
    const tools = await aiSdkTools(sources, options);
    const name = Object.keys(tools)[0]!;
    const model = scripted(major, turns, name);
    const request = {
      model,
      tools: major.version === 7 && context ? withContext(tools) : tools,
      prompt: "Go.",
      stopWhen: major.ai.stepCountIs(10),
      abortSignal: signal,
      ...(context ? { [major.contextKey]: major.version === 7 ? { [name]: context } : context } : {}),
    };
    const steps =
      way === "generateText"
        ? (await major.ai.generateText(request)).steps
        : await readStream(major.ai.streamText(request), signal);
    const outputs = new Map<string, ToolResult>();
    for (const { content } of steps)
      for (const part of content)
        if (part.type === "tool-result") outputs.set(part.toolCallId!, fullResult(part.output)!);
    const calls = way === "generateText" ? model.doGenerateCalls : model.doStreamCalls;
    // A stream of ai 5 returns results in order of arrival. Ids connect them to calls.
    const place = (id: string) => turns.flat().findIndex((call) => call.id === id);
    return shown(calls.map(({ prompt }) => prompt)).map((turn) =>
      turn
        .map(({ type: _type, ...seen }) => ({ ...seen, output: outputs.get(seen.id) }))
        .sort((one, other) => place(one.id) - place(other.id)),
    );
  },
});

/** Returns tools that declare a context, because ai 7 passes the context only to such tools. */
const withContext = (tools: object): object =>
  Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      { ...(tool as object), contextSchema: ai7.jsonSchema({ type: "object" }) },
    ]),
  );

/** An aborted stream ends without an error. */
async function readStream(result: ReturnType<Ai["streamText"]>, signal: AbortSignal | undefined) {
  try {
    return await result.steps;
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
}
