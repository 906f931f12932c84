import { createInterface } from "node:readline/promises";
import { Command, MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { agentTools } from "agent-connectors";
import { ConnectorToolkit } from "agent-connectors/langchain";
import { SlackConnector } from "agent-connectors/slack";
import { createAgent, humanInTheLoopMiddleware, type HITLRequest, type HITLResponse } from "langchain";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const toolkit = new ConnectorToolkit(await agentTools(slack));
const interruptOn = toolkit.interruptOn(({ effect }) => effect !== "read");

const agent = createAgent({
  model: new ChatOpenAI({ model: process.env.OPENAI_MODEL ?? "gpt-6-luna" }),
  tools: toolkit.tools,
  middleware: [humanInTheLoopMiddleware({ interruptOn })],
  checkpointer: new MemorySaver(),
});

const person = createInterface({ input: process.stdin, output: process.stdout });
const thread = { configurable: { thread_id: "1" } };
const request = { messages: [{ role: "user", content: "Tell #general that lunch is here." }] };
let state = await agent.invoke(request, thread);
while (state.__interrupt__?.length) {
  const { actionRequests } = state.__interrupt__[0]!.value as HITLRequest;
  const decisions: HITLResponse["decisions"] = [];
  for (const { args } of actionRequests) {
    const answer = await person.question(`${JSON.stringify(args)}\nRun it? (y/n) `);
    decisions.push(answer === "y" ? { type: "approve" } : { type: "reject", message: "The user said no." });
  }
  state = await agent.invoke(new Command({ resume: { decisions } }), thread);
}
person.close();
console.log(state.messages.at(-1)!.text);
