import type { AgentTool } from "agent-connectors";
import { functionTools } from "agent-connectors/json-schema";
import type OpenAI from "openai";
import { maxTurns, type Model } from "./model.ts";
import type { Script } from "./task.ts";

/** Lets a model do a task without a framework, with a loop around the provider's client. */
export async function runRaw(tool: AgentTool, prompt: string, model: Model): Promise<string> {
  if (model.provider === "anthropic") return runAnthropic(tool, prompt, model.name);
  if (model.provider === "script")
    return runChat(tool, prompt, model.name, scripted(model.start(), tool.name));
  const { default: OpenAI } = await import("openai");
  const client = new OpenAI();
  return runChat(tool, prompt, model.name, async (request) => {
    const { choices } = await client.chat.completions.create(request);
    return choices[0]!.message;
  });
}

type Complete = (
  request: OpenAI.Chat.ChatCompletionCreateParamsNonStreaming,
) => Promise<OpenAI.Chat.ChatCompletionMessage>;

async function runChat(tool: AgentTool, prompt: string, model: string, complete: Complete): Promise<string> {
  const tools = await functionTools(tool);
  const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: "user", content: prompt }];
  for (let turn = 0; turn < maxTurns; turn++) {
    const message = await complete({ model, messages, tools: tools.definitions("openai") });
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? "";
    messages.push(...(await tools.run(message.tool_calls)));
  }
  return "The model did not come to an end.";
}

async function runAnthropic(tool: AgentTool, prompt: string, model: string): Promise<string> {
  const { default: Anthropic } = await import("@anthropic-ai/sdk");
  const client = new Anthropic();
  const tools = await functionTools(tool);
  type Message = Parameters<typeof client.messages.create>[0]["messages"][number];
  const messages: Message[] = [{ role: "user", content: prompt }];
  for (let turn = 0; turn < maxTurns; turn++) {
    const request = { model, max_tokens: 2000, messages, tools: tools.definitions("anthropic") };
    const { content } = await client.messages.create(request);
    messages.push({ role: "assistant", content });
    const calls = content.filter((part) => part.type === "tool_use");
    if (calls.length === 0) return content.map((part) => (part.type === "text" ? part.text : "")).join("");
    // Anthropic needs all results of a turn in one message.
    messages.push({ role: "user", content: await tools.run(calls) });
  }
  return "The model did not come to an end.";
}

function scripted(script: Script, name: string): Complete {
  let calls = 0;
  return async ({ messages }) => {
    const last = messages.at(-1);
    const step = script.next(last?.role === "tool" ? String(last.content) : "");
    if (step.done) return { role: "assistant", content: step.value, refusal: null };
    const call = { name, arguments: JSON.stringify(step.value) };
    const tool_calls = [{ id: `call_${++calls}`, type: "function" as const, function: call }];
    return { role: "assistant", content: null, refusal: null, tool_calls };
  };
}
