import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { Command, MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { agentTools, approvals } from "agent-connectors";
import { fileStore } from "agent-connectors/file-store";
import { ConnectorToolkit } from "agent-connectors/langchain";
import { SlackConnector } from "agent-connectors/slack";
import { createAgent, humanInTheLoopMiddleware, type HITLRequest } from "langchain";

// Start the program without an argument. The program ends when a person must decide. Then start the program again
// with the argument `approve` or `reject`.
const [answer] = process.argv.slice(2);

// Keeps the checkpoints in a file, so that another process can continue.
const file = "checkpoints";
const checkpointer = new MemorySaver();
if (existsSync(file)) Object.assign(checkpointer, deserialize(readFileSync(file)));

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const rules = { scope: "thread 1", store: fileStore("approvals") };
const toolkit = new ConnectorToolkit(approvals(await agentTools(slack), rules));

const agent = createAgent({
  model: new ChatOpenAI({ model: process.env.OPENAI_MODEL ?? "gpt-6-luna" }),
  tools: toolkit.tools,
  middleware: [humanInTheLoopMiddleware({ interruptOn: toolkit.interruptOn() })],
  checkpointer,
});

const thread = { configurable: { thread_id: "1" } };
const questionsOf = (interrupts: { value?: unknown }[] = []) =>
  interrupts.flatMap(({ value }) => (value as HITLRequest).actionRequests);

let input: Command | { messages: { role: "user"; content: string }[] };
if (answer === undefined) {
  input = { messages: [{ role: "user", content: "Tell #general that lunch is here." }] };
} else {
  const { tasks } = await agent.graph.getState(thread);
  const decisions = questionsOf(tasks[0]?.interrupts).map(() => ({ type: answer }));
  input = new Command({ resume: { decisions } });
}
const state = await agent.invoke(input, thread);
writeFileSync(file, serialize({ storage: checkpointer.storage, writes: checkpointer.writes }));

const questions = questionsOf(state.__interrupt__);
for (const { description } of questions) console.log(description);
console.log(questions.length > 0 ? "Approve or reject?" : state.messages.at(-1)!.text);
