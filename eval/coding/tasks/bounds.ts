import type { CodingTask } from "../coding-task.ts";

const slackTools = (more = "") => ({
  "app.ts": `import { agentTools, type AgentTool } from "agent-connectors";
import type { SlackConnector } from "agent-connectors/slack";

/** The tools of the agent. */
export const toolsFor = async (slack: SlackConnector): Promise<AgentTool[]> => agentTools(slack${more});
`,
});

const startOfApproval = {
  "app.ts": `import { agentTools, type AgentTool } from "agent-connectors";
import type { SlackConnector } from "agent-connectors/slack";
import type { memoryStore } from "agent-connectors/store";

/** The tools of the agent in one conversation. The framework calls \`decide\` before \`call\`, and asks the person. */
export async function toolsFor(
  slack: SlackConnector,
  store: ReturnType<typeof memoryStore>,
  conversation: string,
): Promise<readonly AgentTool[]> {
  return agentTools(slack);
}
`,
};

/** Tasks that keep an agent in bounds. */
export const boundTasks: readonly CodingTask[] = [
  {
    name: "read-only",
    prompt:
      "The agent of this app must only read Slack, whatever its model asks for. Change app.ts. Keep the signature.",
    start: slackTools(),
    solution: slackTools(`, { effects: ["read"] }`),
    // Other writes still run.
    wrong: slackTools(`, { exclude: ["messages"] }`),
    check: `import assert from "node:assert/strict";
import { toolsFor } from "./app.ts";
import { listChannels, openSlack, post } from "./check-tools.ts";

const { slack, posts } = openSlack();
const [tool] = await toolsFor(slack);
assert((await tool.call(listChannels)).ok);
assert(!(await tool.call(post("No"))).ok);
assert(!(await tool.call({ entity: "channels", action: "create", params: { name: "tents-2" } })).ok);
assert.equal(posts("No"), 0);
`,
  },
  {
    name: "one-channel",
    prompt:
      "All Slack calls of this app, those of its agent and of its own code, must only be able to use one channel, whose id is in `channel`. Change app.ts, with the package agent-connectors. Keep the signature.",
    start: {
      "app.ts": `import { SlackConnector } from "agent-connectors/slack";

/** \`options\`: further options of the connector, such as the sandbox of a test. */
export const openFor = (auth: { api_token: string }, channel: string, options: object = {}) =>
  new SlackConnector({ auth }, { ...options });
`,
    },
    solution: {
      "app.ts": `import { SlackConnector } from "agent-connectors/slack";

export const openFor = (auth, channel, options = {}) =>
  new SlackConnector({ auth }, { ...options, policy: { only: { channel: [channel] } } });
`,
    },
    // The agent's tool would be bound, and the code of the app is not.
    wrong: {
      "app.ts": `import { SlackConnector } from "agent-connectors/slack";

export function openFor(auth, channel, options = {}) {
  const slack = new SlackConnector({ auth }, options);
  const { tool } = slack;
  slack.tool = (more) => tool.call(slack, { ...more, only: { channel: [channel] } });
  return slack;
}
`,
    },
    check: `import assert from "node:assert/strict";
import { openFor } from "./app.ts";
import { codeOf, openSlack } from "./check-tools.ts";

const { slack, sandbox, auth, posts } = openSlack();
const { data: general } = await slack.channels.get({ channel: "#general" });
const only = openFor(auth, general.id, sandbox.options);
await only.messages.create({ channel: "#general", text: "Yes" });
await only.messages.create({ channel: general.id, text: "Yes" });
assert.equal(posts("Yes"), 2);
assert.equal(await codeOf(only.messages.create({ channel: "#random", text: "No" })), "policy_denied");
assert.equal(await codeOf(only.channel_messages.list({ channel: "#random" })), "policy_denied");
`,
  },
  {
    name: "ask-before-posting",
    prompt:
      "Before the agent of this app writes to Slack, a person must agree. Reads must run without a question. Change app.ts, with the package agent-connectors. Keep the signature.",
    start: startOfApproval,
    solution: {
      "app.ts": `import { agentTools, approvals } from "agent-connectors";

export const toolsFor = async (slack, store, conversation) =>
  approvals(await agentTools(slack), { scope: conversation, store });
`,
    },
    // All conversations have one scope, so a call of one is taken for that of another.
    wrong: {
      "app.ts": `import { agentTools, approvals } from "agent-connectors";

export const toolsFor = async (slack, store, conversation) =>
  approvals(await agentTools(slack), { scope: "app", store });
`,
    },
    check: `import assert from "node:assert/strict";
import { memoryStore } from "agent-connectors/store";
import { toolsFor } from "./app.ts";
import { listChannels, openSlack, post } from "./check-tools.ts";

const { slack, posts } = openSlack();
const store = memoryStore();
for (const conversation of ["a", "b"]) {
  const [tool] = await toolsFor(slack, store, conversation);
  const id = { callId: "call_1" };
  assert.equal((await tool.decide(listChannels, { callId: "call_0" })).status, "run");
  const unasked = await tool.call(post("Unasked"), { callId: "call_9" });
  assert(!unasked.ok, "a write ran before anybody was asked");
  assert.equal((await tool.decide(post(conversation), id)).status, "ask");
  assert((await tool.call(post(conversation), id)).ok);
  await tool.call(post(conversation), id);
  assert.equal(posts(conversation), 1);
}
assert.equal(posts("Unasked"), 0);
`,
  },
  {
    name: "ask-before-deleting",
    prompt:
      "The agent of this app may read and write Slack without a question. It may also delete and archive, but only after a person has agreed. Change app.ts, with the package agent-connectors. Keep the signature.",
    start: startOfApproval,
    solution: {
      "app.ts": `import { agentTools, approvals } from "agent-connectors";

export const toolsFor = async (slack, store, conversation) =>
  approvals(await agentTools(slack, { effects: ["read", "write", "destructive"] }), {
    scope: conversation,
    store,
    needsApproval: ({ effect }) => effect === "destructive",
  });
`,
    },
    // The tool refuses what is destructive by default, and asks before each write.
    wrong: {
      "app.ts": `import { agentTools, approvals } from "agent-connectors";

export const toolsFor = async (slack, store, conversation) =>
  approvals(await agentTools(slack), { scope: conversation, store });
`,
    },
    check: `import assert from "node:assert/strict";
import { memoryStore } from "agent-connectors/store";
import { toolsFor } from "./app.ts";
import { openSlack, post } from "./check-tools.ts";

const { slack, posts } = openSlack();
const [tool] = await toolsFor(slack, memoryStore(), "a");
assert.equal((await tool.decide(post("Hello"), { callId: "1" })).status, "run");
assert((await tool.call(post("Hello"), { callId: "1" })).ok);
assert.equal(posts("Hello"), 1);
const { data } = await slack.messages.create({ channel: "#general", text: "Old" });
const remove = { entity: "messages", action: "delete", params: { channel: data.channel, ts: data.ts } };
assert.equal((await tool.decide(remove, { callId: "2" })).status, "ask");
assert((await tool.call(remove, { callId: "2" })).ok);
`,
  },
  {
    name: "approval-survives-restart",
    prompt:
      "The questions of this app's agent must survive a restart of the process: one process asks, and another one decides and runs the call. `folder` is a folder that both use. Complete app.ts, with the package agent-connectors. Keep the signature.",
    start: {
      "app.ts": `import { agentTools, approvalDesk, approvals } from "agent-connectors";
import type { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";

export async function openDesk(slack: SlackConnector, folder: string) {
  const store = memoryStore();
  const tools = approvals(await agentTools(slack), { scope: "chat", store });
  return { tools, desk: approvalDesk(store) };
}
`,
    },
    solution: {
      "app.ts": `import { agentTools, approvalDesk, approvals } from "agent-connectors";
import { fileStore } from "agent-connectors/file-store";

export async function openDesk(slack, folder) {
  const store = fileStore(folder);
  const tools = approvals(await agentTools(slack), { scope: "chat", store, decides: "desk" });
  return { tools, desk: approvalDesk(store) };
}
`,
    },
    wrong: {
      "app.ts": `import { agentTools, approvalDesk, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";

export async function openDesk(slack, folder) {
  const store = memoryStore();
  const tools = approvals(await agentTools(slack), { scope: "chat", store, decides: "desk" });
  return { tools, desk: approvalDesk(store) };
}
`,
    },
    check: `import assert from "node:assert/strict";
import { openDesk } from "./app.ts";
import { openSlack, post } from "./check-tools.ts";

const { slack, posts } = openSlack();
const first = await openDesk(slack, "state");
await first.tools[0].decide(post("Later"), { callId: "1" });
await first.tools[0].call(post("Later"), { callId: "1" });
assert.equal(posts("Later"), 0);
const second = await openDesk(slack, "state");
const [waiting] = await second.desk.list();
assert(waiting, "the question is lost");
await second.desk.decide(waiting.id, { approve: true, by: "maya@example.com" });
await second.desk.run(waiting.id, second.tools);
assert.equal(posts("Later"), 1);
`,
  },
  {
    name: "limit-spend",
    prompt:
      "The agent of this app may change budgets of Amazon Ads campaigns, but no campaign may get a daily budget of more than 100 USD, or more than 50 % of a change on one day. Change app.ts, with the package agent-connectors. Keep the signature.",
    start: {
      "app.ts": `import { agentTools } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { memoryStore } from "agent-connectors/store";

/** \`options\`: further options of the connector, such as the sandbox of a test. */
export async function toolsFor(auth: object, options: object = {}) {
  const ads = new AmazonAdsConnector({ auth } as never, { ...options, store: memoryStore() });
  return agentTools(ads);
}
`,
    },
    solution: {
      "app.ts": `import { agentTools } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { memoryStore } from "agent-connectors/store";

export async function toolsFor(auth, options = {}) {
  const policy = { caps: { max_daily_budget: { USD: 100 }, max_change_percent: 50 } };
  const ads = new AmazonAdsConnector({ auth }, { ...options, policy, store: memoryStore() });
  return agentTools(ads, { effects: ["read", "write", "spend"] });
}
`,
    },
    // The prompt of a tool is no limit.
    wrong: {
      "app.ts": `import { agentTools } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { memoryStore } from "agent-connectors/store";

export async function toolsFor(auth, options = {}) {
  const policy = { caps: { max_daily_budget: "unlimited", max_change_percent: "unlimited" } };
  const ads = new AmazonAdsConnector({ auth }, { ...options, policy, store: memoryStore() });
  const tools = await agentTools(ads, { effects: ["read", "write", "spend"] });
  return tools.map((tool) => ({ ...tool, description: tool.description + " Never set a budget above 100 USD." }));
}
`,
    },
    check: `import assert from "node:assert/strict";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { toolsFor } from "./app.ts";

const sandbox = amazonAdsSandbox();
const profileId = "2381940675312846";
const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
const { data } = await ads.sponsored_product_campaigns.list({ profileId });
const campaign = data.find(({ budget }) => budget.budget > 20 && budget.budget < 90);
const [tool] = await toolsFor(sandbox.credentials, sandbox.options);
const set = (budget) =>
  tool.call({
    entity: "sponsored_product_campaigns",
    action: "update",
    params: { profileId, campaigns: [{ campaignId: campaign.campaignId, budget: { budget, budgetType: "DAILY" } }] },
  });
const before = campaign.budget.budget;
const high = await set(101);
assert(!high.ok, "101 USD were set");
assert.equal(high.error.code, "cap_exceeded");
assert((await set(before + 1)).ok, "a small raise was refused");
const now = (await ads.sponsored_product_campaigns.list({ profileId })).data.find((one) => one.campaignId === campaign.campaignId);
assert.equal(now.budget.budget, before + 1);
`,
  },
  {
    name: "stop-switch",
    prompt:
      "Operators of this app need a switch that stops all writes of its Slack connector at once, and says who has stopped them. Complete app.ts, with the package agent-connectors. Keep the signatures.",
    start: {
      "app.ts": `import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";

const store = memoryStore();

/** \`options\`: further options of the connector, such as the sandbox of a test. */
export const open = (auth: { api_token: string }, options: object = {}) => new SlackConnector({ auth }, { ...options });

export async function stopAll(by: string): Promise<void> {}
`,
    },
    solution: {
      "app.ts": `import { stop } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";

const store = memoryStore();

export const open = (auth, options = {}) => new SlackConnector({ auth }, { ...options, store, journal: true });

export async function stopAll(by) {
  await stop(store, { by });
}
`,
    },
    // Without the journal, the connector does not look at the stop.
    wrong: {
      "app.ts": `import { stop } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore } from "agent-connectors/store";

const store = memoryStore();

export const open = (auth, options = {}) => new SlackConnector({ auth }, { ...options, store });

export async function stopAll(by) {
  await stop(store, { by });
}
`,
    },
    check: `import assert from "node:assert/strict";
import { open, stopAll } from "./app.ts";
import { openSlack } from "./check-tools.ts";

const { sandbox, auth, posts } = openSlack();
const slack = open(auth, sandbox.options);
await slack.messages.create({ channel: "#general", text: "Before" });
await stopAll("maya@example.com");
const error = await slack.messages.create({ channel: "#general", text: "After" }).catch((one) => one);
assert.equal(error.code, "stopped");
assert.match(error.message + error.hint, /maya@example\\.com/);
assert.deepEqual([posts("Before"), posts("After")], [1, 0]);
await slack.channels.list();
`,
  },
];
