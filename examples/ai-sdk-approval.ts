import { createInterface } from "node:readline/promises";
import { openai } from "@ai-sdk/openai";
import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { aiSdkTools, toolApproval } from "agent-connectors/ai-sdk";
import { SlackConnector } from "agent-connectors/slack";
import { generateText, stepCountIs, type ModelMessage, type ToolApprovalResponse } from "ai";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const rules = { scope: "conversation 1", store: memoryStore() };
const tools = approvals(await agentTools(slack), rules);

const person = createInterface({ input: process.stdin, output: process.stdout });
const messages: ModelMessage[] = [{ role: "user", content: "Tell #general that lunch is here." }];
for (;;) {
  const { content, text, responseMessages } = await generateText({
    model: openai(process.env.OPENAI_MODEL ?? "gpt-6-luna"),
    tools: await aiSdkTools(tools),
    toolApproval: toolApproval(tools),
    messages,
    stopWhen: stepCountIs(10),
  });
  messages.push(...responseMessages);
  const requests = content
    .filter((part) => part.type === "tool-approval-request")
    .filter(({ isAutomatic }) => !isAutomatic);
  if (requests.length === 0) {
    console.log(text);
    break;
  }
  // The AI SDK reads only the last message, so all answers must be in one message.
  const answers: ToolApprovalResponse[] = [];
  for (const { approvalId, reason } of requests) {
    const answer = await person.question(`${reason}\nRun it? (y/n) `);
    answers.push({ type: "tool-approval-response", approvalId, approved: answer === "y" });
  }
  messages.push({ role: "tool", content: answers });
}
person.close();
