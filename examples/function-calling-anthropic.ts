import Anthropic from "@anthropic-ai/sdk";
import { functionTools } from "agent-connectors/json-schema";
import { SlackConnector } from "agent-connectors/slack";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const tools = await functionTools(slack);

const anthropic = new Anthropic();
const messages: Anthropic.MessageParam[] = [{ role: "user", content: "What was decided in #general today?" }];
for (;;) {
  const { content } = await anthropic.messages.create({
    model: process.env.ANTHROPIC_MODEL ?? "claude-sonnet-5",
    max_tokens: 2000,
    messages,
    tools: tools.definitions("anthropic"),
  });
  messages.push({ role: "assistant", content });
  const results = await tools.run(content); // skips text and thinking
  if (results.length === 0) {
    console.log(content.map((part) => (part.type === "text" ? part.text : "")).join(""));
    break;
  }
  messages.push({ role: "user", content: results });
}
