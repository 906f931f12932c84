import { readFileSync, writeFileSync } from "node:fs";
import { Agent, run, RunState } from "@openai/agents";
import { agentTools, approvalDesk, approvals } from "agent-connectors";
import { fileStore } from "agent-connectors/file-store";
import { openAIAgentsTools } from "agent-connectors/openai-agents";
import { SlackConnector } from "agent-connectors/slack";

// Start the program without an argument. The program ends when a person must decide. Then start the program again
// with the argument `approve`, or with `reject` and a note.
const [answer, note] = process.argv.slice(2);

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const store = fileStore("approvals");
const desk = approvalDesk(store);
const tools = approvals(await agentTools(slack), { scope: "run 1", store, decides: "desk" });

const agent = new Agent({
  name: "Assistant",
  model: process.env.OPENAI_MODEL ?? "gpt-6-luna",
  tools: await openAIAgentsTools(tools),
});

// Another program can do this too, such as the handler of a button, or a page.
async function decideAtDesk() {
  for (const { id } of await desk.list())
    await desk.decide(id, { approve: answer === "approve", by: "maya@example.com", note });
}

async function resume() {
  await decideAtDesk();
  const state = await RunState.fromString(agent, readFileSync("run.json", "utf8"));
  // This only lets the run continue. The tool reads the decision from the desk.
  for (const item of state.getInterruptions()) state.approve(item);
  return run(agent, state);
}

const request = "Tell #general that lunch is here.";
const result = answer === undefined ? await run(agent, request) : await resume();
writeFileSync("run.json", result.state.toString());

const waiting = (await desk.list()).filter(({ status }) => status === "pending");
for (const { text } of waiting) console.log(text);
console.log(waiting.length > 0 ? "Approve or reject?" : result.finalOutput);
