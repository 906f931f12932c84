import { readFileSync, writeFileSync } from "node:fs";
import { Agent, run, RunState } from "@openai/agents";
import { agentTools, approvals } from "agent-connectors";
import { fileStore } from "agent-connectors/file-store";
import { openAIAgentsTools } from "agent-connectors/openai-agents";
import { SlackConnector } from "agent-connectors/slack";

// Start the program without an argument. The program ends when a person must decide. Then start the program again
// with the argument `approve` or `reject`.
const [answer] = process.argv.slice(2);

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const rules = { scope: "run 1", store: fileStore("approvals") };
const [tool] = approvals(await agentTools(slack), rules);

const agent = new Agent({
  name: "Assistant",
  model: process.env.OPENAI_MODEL ?? "gpt-6-luna",
  tools: await openAIAgentsTools(tool!),
});

async function resume() {
  const state = await RunState.fromString(agent, readFileSync("run.json", "utf8"));
  for (const item of state.getInterruptions())
    if (answer === "approve") state.approve(item);
    else state.reject(item);
  return run(agent, state);
}

const request = "Tell #general that lunch is here.";
const result = answer === undefined ? await run(agent, request) : await resume();
writeFileSync("run.json", result.state.toString());

for (const { rawItem } of result.interruptions) {
  if (rawItem.type !== "function_call") continue;
  const decision = await tool!.decide(JSON.parse(rawItem.arguments), { callId: rawItem.callId });
  if (decision.status === "ask") console.log(decision.reason);
}
console.log(result.interruptions.length > 0 ? "Approve or reject?" : result.finalOutput);
