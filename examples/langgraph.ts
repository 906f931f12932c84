import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { langChainTools } from "agent-connectors/langchain";
import { SlackConnector } from "agent-connectors/slack";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });

const agent = createReactAgent({
  llm: new ChatOpenAI({ model: process.env.OPENAI_MODEL ?? "gpt-6-luna" }),
  tools: await langChainTools(slack),
});
const { messages } = await agent.invoke({
  messages: [{ role: "user", content: "What was decided in #general today?" }],
});
console.log(messages.at(-1)!.content);
