import { openai } from "@ai-sdk/openai";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { convertToModelMessages, stepCountIs, streamText, type UIMessage } from "ai";

const { SLACK_TOKEN } = process.env;
const sandbox = slackSandbox();
const slack = SLACK_TOKEN
  ? new SlackConnector({ auth: { api_token: SLACK_TOKEN } })
  : new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
const tools = await aiSdkTools(slack, { effects: ["read"] });

// The route for a chat page that uses useChat().
export async function POST(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: UIMessage[] };
  const result = streamText({
    model: openai(process.env.OPENAI_MODEL ?? "gpt-6-luna"),
    tools,
    messages: await convertToModelMessages(messages, { tools }),
    stopWhen: stepCountIs(10),
  });
  return result.toUIMessageStreamResponse();
}
