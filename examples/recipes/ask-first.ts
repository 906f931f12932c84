import { createInterface } from "node:readline/promises";
import { agentTools, approvals } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";

const { SLACK_TOKEN } = process.env;
const sandbox = slackSandbox();
const slack = SLACK_TOKEN
  ? new SlackConnector({ auth: { api_token: SLACK_TOKEN } })
  : new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);

const [tool] = approvals(await agentTools(slack), { scope: "conversation 1", store: memoryStore() });

// A call as the model has sent it.
const params = { channel: "#general", text: "Lunch is here." };
const [input, callId] = [{ entity: "messages", action: "create", params }, "call_1"];

const decision = await tool!.decide(input, { callId });
const person = createInterface({ input: process.stdin, output: process.stdout });
const isYes = async (reason: string) => (await person.question(`${reason}\nRun it? (y/n) `)) === "y";
// The text for the model: the result, or why there is none.
const { text } =
  decision.status !== "ask" || (await isYes(decision.reason))
    ? await tool!.call(input, { callId })
    : { text: "The person said no." };
console.log(text);
person.close();
