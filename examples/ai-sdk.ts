import { openai } from "@ai-sdk/openai";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { SlackConnector } from "agent-connectors/slack";
import { generateText, stepCountIs } from "ai";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });

const { text } = await generateText({
  model: openai(process.env.OPENAI_MODEL ?? "gpt-6-luna"),
  tools: await aiSdkTools(slack),
  prompt: "What was decided in #general today?",
  stopWhen: stepCountIs(10),
});
console.log(text);
