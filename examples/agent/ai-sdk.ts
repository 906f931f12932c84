import type { AgentTool } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { generateText, isStepCount, type LanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { maxTurns, type Model } from "./model.ts";
import type { Script } from "./task.ts";

/** Lets a model do a task with the Vercel AI SDK, which calls the tool until the model is done. */
export async function runAiSdk(tool: AgentTool, prompt: string, model: Model): Promise<string> {
  const { text } = await generateText({
    model: await languageModel(model),
    tools: await aiSdkTools(tool),
    prompt,
    stopWhen: isStepCount(maxTurns),
  });
  return text;
}

async function languageModel(model: Model): Promise<LanguageModel> {
  if (model.provider === "openai") return (await import("@ai-sdk/openai")).openai(model.name);
  if (model.provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    // Anthropic's own client also reads ANTHROPIC_BASE_URL, but expects an address without the version /v1.
    const { ANTHROPIC_BASE_URL } = process.env;
    return createAnthropic(ANTHROPIC_BASE_URL ? { baseURL: `${ANTHROPIC_BASE_URL}/v1` } : {})(model.name);
  }
  return scripted(model.start());
}

function scripted(script: Script): LanguageModel {
  let calls = 0;
  const usage = {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  };
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1);
      const [part] = last?.role === "tool" ? last.content : [];
      const output = part?.type === "tool-result" ? part.output : undefined;
      const step = script.next(output ? textOf(output) : "");
      const call = { type: "tool-call" as const, toolCallId: `call_${++calls}`, toolName: "slack" };
      return {
        content: step.done
          ? [{ type: "text", text: step.value }]
          : [{ ...call, input: JSON.stringify(step.value) }],
        finishReason: { unified: step.done ? "stop" : "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

/** Returns the text that the server of a provider would receive. */
function textOf(output: { type: string; value?: unknown }): string {
  return JSON.stringify(output.type === "error-json" ? { error: output.value } : output.value);
}
