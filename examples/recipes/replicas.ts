import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { agentTools, approvalDesk, approvals } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { postgresStore, sealedStore, sqliteStore } from "agent-connectors/store";
import { Pool } from "pg";

const { SLACK_TOKEN, DATABASE_URL, STORE_KEY = randomBytes(32).toString("base64") } = process.env;
const file = `${mkdtempSync(`${tmpdir()}/replicas-`)}/store.sqlite`;
const sandbox = slackSandbox();
const conversation = randomUUID();

/** What each replica makes for itself, or each call of a serverless function. Everything that must last is in the store. */
async function replica() {
  const database = DATABASE_URL
    ? postgresStore(new Pool({ connectionString: DATABASE_URL, allowExitOnIdle: true }))
    : sqliteStore(new DatabaseSync(file));
  const store = sealedStore(database, STORE_KEY);
  const slack = SLACK_TOKEN
    ? new SlackConnector({ auth: { api_token: SLACK_TOKEN } }, { store })
    : new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, { ...sandbox.options, store });
  const tools = approvals(await agentTools(slack), { scope: conversation, store, decides: "desk" });
  return { tools, desk: approvalDesk(store) };
}
const [first, second, third] = [await replica(), await replica(), await replica()];

// The first replica gets a call of the model. The call waits for a person.
const params = { channel: "#general", text: "Lunch is here." };
const input = { entity: "messages", action: "create", params };
const waiting = await first.tools[0]!.call(input, { callId: "call_1" });
console.log(waiting.ok ? "posted" : waiting.error.code);

// The click of the person reaches the second replica.
const [question] = await second.desk.list({ run: conversation });
await second.desk.decide(question!.id, { approve: true, by: "maya@example.com" });

// Two replicas run the call at the same time. The message is posted once.
const runs = await Promise.all([second, third].map(({ desk, tools }) => desk.run(question!.id, tools)));
console.log(runs.map(({ ok }) => ok));
console.log(sandbox.calls().filter(({ method }) => method === "chat.postMessage").length, "message");
