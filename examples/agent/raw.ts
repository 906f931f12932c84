import type Anthropic from "@anthropic-ai/sdk";
import type { functionTools } from "agent-connectors/json-schema";
import type OpenAI from "openai";
import type { Script } from "./task.ts";
import type { Transcript } from "./transcript.ts";

type Tools = Awaited<ReturnType<typeof functionTools>>;

/** No task here needs more turns; a model that goes round in circles is stopped. */
const maxTurns = 20;

type OpenAIRequest = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
type OpenAIMessage = OpenAI.Chat.ChatCompletionMessage;

/** The loop of function calling, as one writes it for OpenAI's Chat Completions: nothing but `definitions` and `run`. */
export async function runOpenAI(
  complete: (request: OpenAIRequest) => Promise<OpenAIMessage>,
  model: string,
  tools: Tools,
  prompt: string,
  log: Transcript,
): Promise<string> {
  const messages: OpenAIRequest["messages"] = [{ role: "user", content: prompt }];
  for (let turn = 0; turn < maxTurns; turn++) {
    const message = await complete({ model, messages, tools: tools.definitions("openai") });
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? "";
    for (const call of message.tool_calls)
      if (call.type === "function") log.call(JSON.parse(call.function.arguments));
    const results = await tools.run(message.tool_calls);
    for (const result of results) log.result(result.content);
    messages.push(...results);
  }
  return "The model did not come to an end.";
}

/** A model of OpenAI's form that follows a script: its next call depends on the last result only. */
export function scriptedOpenAI(script: Script): (request: OpenAIRequest) => Promise<OpenAIMessage> {
  let calls = 0;
  return async ({ messages }) => {
    const last = messages.at(-1);
    const result = last?.role === "tool" ? String(last.content) : "";
    const step = script.next(result);
    if (step.done) return { role: "assistant", content: step.value, refusal: null };
    const call = { name: "slack", arguments: JSON.stringify(step.value) };
    return {
      role: "assistant",
      content: null,
      refusal: null,
      tool_calls: [{ id: `call_${++calls}`, type: "function", function: call }],
    };
  };
}

/** The same loop for Anthropic's Messages: all results of a turn go back in one message. */
export async function runAnthropic(
  client: Anthropic,
  model: string,
  tools: Tools,
  prompt: string,
  log: Transcript,
): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  for (let turn = 0; turn < maxTurns; turn++) {
    const { content } = await client.messages.create({
      model,
      max_tokens: 2000,
      messages,
      tools: tools.definitions("anthropic"),
    });
    messages.push({ role: "assistant", content });
    const calls = content.filter((part) => part.type === "tool_use");
    if (calls.length === 0) return content.map((part) => (part.type === "text" ? part.text : "")).join("");
    for (const { input } of calls) log.call(input);
    const results = await tools.run(calls);
    for (const result of results) log.result(String(result.content));
    messages.push({ role: "user", content: results });
  }
  return "The model did not come to an end.";
}
