import { createInterface } from "node:readline/promises";
import { Command, MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { ConnectorToolkit } from "agent-connectors/langchain";
import { SlackConnector } from "agent-connectors/slack";
import { createAgent, humanInTheLoopMiddleware, type HITLRequest, type HITLResponse } from "langchain";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const rules = { scope: "thread 1", store: memoryStore() };
const toolkit = new ConnectorToolkit(approvals(await agentTools(slack), rules));

const agent = createAgent({
  model: new ChatOpenAI({ model: process.env.OPENAI_MODEL ?? "gpt-6-luna" }),
  tools: toolkit.tools,
  middleware: [humanInTheLoopMiddleware({ interruptOn: toolkit.interruptOn() })],
  checkpointer: new MemorySaver(),
});

const person = createInterface({ input: process.stdin, output: process.stdout });
const thread = { configurable: { thread_id: "1" } };
const request = { messages: [{ role: "user", content: "Tell #general that lunch is here." }] };
let state = await agent.invoke(request, thread);
while (state.__interrupt__?.length) {
  const { actionRequests } = state.__interrupt__[0]!.value as HITLRequest;
  const decisions: HITLResponse["decisions"] = [];
  for (const { description } of actionRequests) {
    const answer = await person.question(`${description}\nRun it? (y/n) `);
    // If one call is rejected, LangChain runs none of the calls.
    const no = { type: "reject", message: "The user said no. No call of this turn ran." } as const;
    decisions.push(answer === "y" ? { type: "approve" } : no);
  }
  state = await agent.invoke(new Command({ resume: { decisions } }), thread);
}
person.close();
console.log(state.messages.at(-1)!.text);
