import { aiSdkTools } from "agent-connectors/ai-sdk";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { generateText, stepCountIs, type LanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";

/** Your agent. Your program calls it with a real model and a real connector. */
const runAgent = async (model: LanguageModel, slack: SlackConnector) =>
  generateText({
    model,
    tools: await aiSdkTools(slack, { effects: ["read", "write"] }),
    prompt: "Tell #general that lunch is here, and close the old channel.",
    stopWhen: stepCountIs(10),
  });

/** A model that makes these calls, one in each turn, and then says "Done." */
function scriptedModel(...calls: object[]) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const turn = (content: object, reason: "tool-calls" | "stop") =>
    ({ content: [content], finishReason: { unified: reason, raw: reason }, usage, warnings: [] }) as never;
  const turns = calls.map((call, index) =>
    turn(
      { type: "tool-call", toolCallId: `call_${index}`, toolName: "slack", input: JSON.stringify(call) },
      "tool-calls",
    ),
  );
  return new MockLanguageModelV4({ doGenerate: [...turns, turn({ type: "text", text: "Done." }, "stop")] });
}

test("the agent posts, and cannot archive a channel", async () => {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const model = scriptedModel(
    { entity: "messages", action: "create", params: { channel: "#general", text: "Lunch is here." } },
    { entity: "channels", action: "archive", params: { channel: "#lunch" } },
  );

  const { text } = await runAgent(model, slack);

  expect(text).toBe("Done.");
  const { channels } = sandbox.state();
  expect(channels.find(({ name }) => name === "general")!.messages.at(-1)!.text).toBe("Lunch is here.");
  expect(channels.find(({ name }) => name === "lunch")!.is_archived).toBe(false);
  // What the model has read after its second call.
  expect(JSON.stringify(model.doGenerateCalls.at(-1)!.prompt.at(-1))).toContain("policy_denied");
});
