import { functionTools } from "agent-connectors/json-schema";
import { SlackConnector } from "agent-connectors/slack";
import OpenAI from "openai";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const tools = await functionTools(slack);

const openai = new OpenAI();
const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [
  { role: "user", content: "What was decided in #general today?" },
];
for (;;) {
  const { choices } = await openai.chat.completions.create({
    model: process.env.OPENAI_MODEL ?? "gpt-6-luna",
    messages,
    tools: tools.definitions("openai"),
  });
  const { message } = choices[0]!;
  messages.push(message);
  if (!message.tool_calls?.length) break;
  messages.push(...(await tools.run(message.tool_calls)));
}
console.log(messages.at(-1)!.content);
