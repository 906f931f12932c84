import { SlackConnector } from "agent-connectors/slack";
import { countTokens } from "gpt-tokenizer";
import { channels, messages, users } from "./slack-fixtures.ts";

// What lists of Slack's cost a model in tokens, beside Slack's own records as JSON, and whether all that a later call
// needs is still there. `node --conditions=agent-connectors-source bench/tokens.ts`

const people = users(50);
const channel = "C012AB3CD";
const cursor = "dXNlcjpVMDYxTkZUVDI=";
const answers: Record<string, Record<string, unknown>> = {
  "conversations.list": { channels: channels(100) },
  "users.list": { members: people },
  "conversations.history": { messages: messages(50) },
  "auth.test": { url: "https://example.slack.com/" },
};
const fetch: typeof globalThis.fetch = async (input, init) => {
  const method = new URL(String(input)).pathname.slice("/api/".length);
  const user = new URLSearchParams(String(init?.body)).get("user");
  const body =
    method === "users.info"
      ? { user: people.find((one) => one["id"] === user) }
      : { ...answers[method], response_metadata: { next_cursor: cursor } };
  return Response.json({ ok: true, ...body });
};

interface Case {
  what: string;
  limit: number;
  raw: readonly Record<string, unknown>[];
  call: { entity: string; action: string; params: Record<string, unknown> };
  /** Fields of the record that a later call may need. */
  needed: readonly string[];
}
const cases: Case[] = [
  {
    what: "100 channels",
    limit: 0.15,
    raw: channels(100),
    call: { entity: "channels", action: "list", params: { limit: 100 } },
    needed: ["id", "name"],
  },
  {
    what: "50 users",
    limit: 0.15,
    raw: people,
    call: { entity: "users", action: "list", params: { limit: 50 } },
    needed: ["id", "name"],
  },
  {
    what: "50 rich messages",
    limit: 0.2,
    raw: messages(50),
    call: { entity: "channel_messages", action: "list", params: { channel, limit: 50 } },
    needed: ["ts", "user"],
  },
];

for (const { what, limit, raw, call, needed } of cases) {
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
  const tool = await slack.tool({ outputBudget: 100_000 });
  const { text } = await tool.call(call);
  const [ours, theirs] = [countTokens(text), countTokens(JSON.stringify(raw))];
  const missing = raw.flatMap((record) =>
    needed.filter((name) => typeof record[name] === "string" && !text.includes(record[name] as string)),
  );
  if (!text.includes(cursor)) missing.push("cursor");
  const ratio = ours / theirs;
  console.log(
    `${what.padEnd(17)} ${String(theirs).padStart(6)} tokens raw, ${String(ours).padStart(5)} for the model: ${ratio.toFixed(3)}x (limit ${limit}x), ${(ours / raw.length).toFixed(0)} each; missing: ${missing.join(", ") || "nothing"}`,
  );
  if (ratio > limit || missing.length > 0) process.exitCode = 1;
}
const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
console.log(`the tool itself   ${countTokens((await slack.tool()).description)} tokens of description`);
