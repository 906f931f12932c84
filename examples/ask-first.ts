import { createInterface } from "node:readline/promises";
import { agentTools, approvals } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";

const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN! } });
const tools = approvals(await agentTools(slack), { scope: "conversation 1", store: memoryStore() });
const tool = tools[0]!;

// A call as the model has sent it.
const params = { channel: "#general", text: "Lunch is here." };
const [input, callId] = [{ entity: "messages", action: "create", params }, "call_1"];

const decision = await tool.decide(input, { callId });
const person = createInterface({ input: process.stdin, output: process.stdout });
const isYes = async (reason: string) => (await person.question(`${reason}\nRun it? (y/n) `)) === "y";
// The text for the model: the result, or why there is none.
const { text } =
  decision.status !== "ask" || (await isYes(decision.reason))
    ? await tool.call(input, { callId })
    : { text: "The person said no." };
console.log(text);
person.close();
