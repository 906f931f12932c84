import { aiSdkTools, toolApproval } from "agent-connectors/ai-sdk";
import type { ApprovalTool } from "agent-connectors/adapter";
import { generateText, stepCountIs, type LanguageModel, type ModelMessage } from "ai";
import { asText, nextCall, type Script } from "../script.ts";
import * as plain from "../tools/plain-tool.ts";
import { request, type Framework, type Run } from "./framework.ts";

type Kit = Pick<
  Parameters<typeof generateText>[0],
  "tools" | "toolApproval" | "experimental_toolApprovalSecret"
>;
type Model = Extract<LanguageModel, { specificationVersion: "v4" }>;
type Prompt = Parameters<Model["doGenerate"]>[0]["prompt"];

const resultsIn = (prompt: Prompt): string[] =>
  prompt
    .flatMap(({ role, content }) => (role === "tool" ? content : []))
    .flatMap((part) => (part.type === "tool-result" ? [part.output] : []))
    .map((output) => asText("value" in output ? output.value : output));

/** @param results gets what the model got at last */
function scriptedModel(script: Script, results: string[]): Model {
  const tokens = { total: 1 } as never;
  return {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate({ prompt }) {
      results.splice(0, results.length, ...resultsIn(prompt));
      const toolCallId = nextCall(script, results);
      const reason = toolCallId ? "tool-calls" : "stop";
      return {
        content: [
          toolCallId
            ? { type: "tool-call", toolCallId, toolName: script.tool, input: JSON.stringify(script.args) }
            : { type: "text", text: "Done." },
        ],
        finishReason: { unified: reason, raw: reason },
        usage: { inputTokens: tokens, outputTokens: tokens },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error("not used")),
  };
}

async function run(kit: Kit, { script, save }: Run, messages: ModelMessage[]): Promise<string[]> {
  const results: string[] = [];
  const model = scriptedModel(script, results);
  const { responseMessages } = await generateText({ ...kit, model, messages, stopWhen: stepCountIs(5) });
  save(JSON.stringify([...messages, ...responseMessages]));
  return results;
}

export const aiSdk: Framework<Kit> = {
  plain: plain.aiSdk,
  ours: async ({ tools, context }, asks) => ({
    tools: await aiSdkTools(tools, { context }),
    ...(asks ? { toolApproval: toolApproval(tools as ApprovalTool[]) } : {}),
  }),
  start: (kit, given) => run(kit, given, [{ role: "user", content: request }]),
  resume(kit, given, state) {
    const messages = JSON.parse(state) as ModelMessage[];
    const answers = messages
      .flatMap(({ role, content }) => (role === "assistant" && typeof content !== "string" ? content : []))
      .filter((part) => part.type === "tool-approval-request")
      .map(({ approvalId }) => ({ type: "tool-approval-response" as const, approvalId, approved: true }));
    return run(kit, given, [...messages, { role: "tool", content: answers }]);
  },
};
