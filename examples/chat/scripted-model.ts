import { generateId, simulateReadableStream, type LanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import type { Call } from "./messages.ts";
import { reasons } from "./reasons.ts";

/** A script that replaces a model. The script yields calls, receives the text of each result, and returns its answer. */
export type Script = Generator<Call, string, string>;

type StreamResult = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;
type Prompt = Parameters<MockLanguageModelV4["doStream"]>[0]["prompt"];

/** Returns a model that follows a script. `start` gets the latest text of the person. */
export const scriptedModel = (start: (text: string) => Script, wordDelayMs: number) =>
  new MockLanguageModelV4({
    provider: "script",
    modelId: "script",
    // The script runs again from its start, with the results that the messages contain.
    async doStream({ prompt }) {
      const { text, results } = lastTurn(prompt);
      const script = start(text);
      let step = script.next("");
      for (const result of results) step = script.next(result);
      return step.done ? streamOf(words(step.value), "stop", wordDelayMs) : calls([step.value]);
    },
  });

/** Returns a model that makes these calls. */
export const modelThatCalls = (given: readonly Call[]): LanguageModel =>
  new MockLanguageModelV4({ provider: "script", modelId: "script", doStream: async () => calls(given) });

const calls = (given: readonly Call[]): StreamResult =>
  streamOf(
    given.map(({ toolName, input }) => ({
      type: "tool-call",
      toolCallId: generateId(),
      toolName,
      input: JSON.stringify(input),
    })),
    "tool-calls",
    0,
  );

const words = (text: string): StreamPart[] => [
  { type: "text-start", id: "answer" },
  ...(text.match(/\S*\s*/g) ?? []).map((delta): StreamPart => ({ type: "text-delta", id: "answer", delta })),
  { type: "text-end", id: "answer" },
];

const streamOf = (parts: StreamPart[], unified: "stop" | "tool-calls", delayMs: number): StreamResult => ({
  stream: simulateReadableStream<StreamPart>({
    chunks: [
      { type: "stream-start", warnings: [] },
      ...parts,
      {
        type: "finish",
        finishReason: { unified, raw: unified },
        usage: { inputTokens: none, outputTokens: none },
      },
    ],
    chunkDelayInMs: delayMs,
  }),
});
const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };

/** Returns the latest text of the person, and the results of the calls after this text. */
function lastTurn(prompt: Prompt): { text: string; results: string[] } {
  const at = prompt.findLastIndex(({ role }) => role === "user");
  const text = prompt[at]?.role === "user" ? prompt[at].content.map((part) => (part.type === "text" ? part.text : "")).join("") : ""; // prettier-ignore
  const outputs = prompt
    .slice(at + 1)
    .flatMap((message) => (message.role === "tool" ? message.content : []))
    .flatMap((part) => (part.type === "tool-result" ? [part.output] : []));
  // If a person has changed the params of a call, the script ignores the original call.
  return { text, results: outputs.map(textOf).filter((result) => result !== reasons.changed) };
}

function textOf(output: { type: string; value?: unknown; reason?: string | undefined }): string {
  const { value, reason = "" } = output;
  if (output.type === "execution-denied") return reason;
  return typeof value === "string" ? value : JSON.stringify(value);
}
