import { createInterface } from "node:readline/promises";
import { openai } from "@ai-sdk/openai";
import { approvalOf } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { SlackConnector } from "agent-connectors/slack";
import { generateText, stepCountIs, type ModelMessage } from "ai";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const tool = await slack.tool();
const isWrite = approvalOf(tool, ({ effect }) => effect !== "read");

const person = createInterface({ input: process.stdin, output: process.stdout });
const messages: ModelMessage[] = [{ role: "user", content: "Tell #general that lunch is here." }];
for (;;) {
  const { content, text, responseMessages } = await generateText({
    model: openai(process.env.OPENAI_MODEL ?? "gpt-6-luna"),
    tools: await aiSdkTools(tool),
    toolApproval: { slack: async (input) => ((await isWrite(input)) ? "user-approval" : undefined) },
    messages,
    stopWhen: stepCountIs(10),
  });
  messages.push(...responseMessages);
  const requests = content.filter((part) => part.type === "tool-approval-request");
  if (requests.length === 0) {
    console.log(text);
    break;
  }
  for (const { approvalId, toolCall } of requests) {
    const answer = await person.question(`${JSON.stringify(toolCall.input)}\nRun it? (y/n) `);
    const approved = answer === "y";
    messages.push({ role: "tool", content: [{ type: "tool-approval-response", approvalId, approved }] });
  }
}
person.close();
