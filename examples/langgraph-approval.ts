import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { Command, MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { agentTools, approvalDesk, approvals } from "agent-connectors";
import { fileStore } from "agent-connectors/file-store";
import { ConnectorToolkit } from "agent-connectors/langchain";
import { SlackConnector } from "agent-connectors/slack";
import { createAgent, humanInTheLoopMiddleware, type HITLRequest } from "langchain";

// Start the program without an argument. The program ends when a person must decide. Then start the program again
// with the argument `approve`, or with `reject` and a note.
const [answer, note] = process.argv.slice(2);

// Keeps the checkpoints in a file, so that another process can continue.
const file = "checkpoints";
const checkpointer = new MemorySaver();
if (existsSync(file)) Object.assign(checkpointer, deserialize(readFileSync(file)));

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const store = fileStore("approvals");
const desk = approvalDesk(store);
const tools = approvals(await agentTools(slack), { scope: "thread 1", store, decides: "desk" });
const toolkit = new ConnectorToolkit(tools);

const agent = createAgent({
  model: new ChatOpenAI({ model: process.env.OPENAI_MODEL ?? "gpt-6-luna" }),
  tools: toolkit.tools,
  middleware: [humanInTheLoopMiddleware({ interruptOn: toolkit.interruptOn() })],
  checkpointer,
});

const thread = { configurable: { thread_id: "1" } };

// Another program can do this too, such as the handler of a button, or a page.
async function decideAtDesk() {
  for (const { id } of await desk.list())
    await desk.decide(id, { approve: answer === "approve", by: "maya@example.com", note });
}

let input: Command | { messages: { role: "user"; content: string }[] };
if (answer === undefined) {
  input = { messages: [{ role: "user", content: "Tell #general that lunch is here." }] };
} else {
  await decideAtDesk();
  const { tasks } = await agent.graph.getState(thread);
  const { actionRequests } = tasks[0]!.interrupts[0]!.value as HITLRequest;
  // This only lets the agent continue. The tool reads the decision from the desk.
  const decisions = actionRequests.map(() => ({ type: "approve" }));
  input = new Command({ resume: { decisions } });
}
const state = await agent.invoke(input, thread);
writeFileSync(file, serialize({ storage: checkpointer.storage, writes: checkpointer.writes }));

const waiting = (await desk.list()).filter(({ status }) => status === "pending");
for (const { text } of waiting) console.log(text);
console.log(waiting.length > 0 ? "Approve or reject?" : state.messages.at(-1)!.text);
