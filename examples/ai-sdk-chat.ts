import { openai } from "@ai-sdk/openai";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { SlackConnector } from "agent-connectors/slack";
import { convertToModelMessages, stepCountIs, streamText, type UIMessage } from "ai";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const tools = await aiSdkTools(slack);

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
