import type { CodingTask } from "../coding-task.ts";

const withSlack = (body: string, imports = "") => ({
  "app.ts": `import type { SlackConnector } from "agent-connectors/slack";
${imports}
${body}
`,
});

/** Tasks that call a platform in code. */
export const codeTasks: readonly CodingTask[] = [
  {
    name: "first-call",
    prompt:
      "Complete app.ts with the package agent-connectors: open Slack with a bot token, post the text to the channel, and return the link to the message. Keep the signature.",
    start: {
      "app.ts": `/** \`options\`: further options of the connector, such as the sandbox of a test. */
export async function post(token: string, channel: string, text: string, options: object = {}): Promise<string> {
  return "";
}
`,
    },
    solution: {
      "app.ts": `import { SlackConnector } from "agent-connectors/slack";

export async function post(token, channel, text, options = {}) {
  const slack = new SlackConnector({ auth: { api_token: token } }, options);
  const { data } = await slack.messages.create({ channel, text });
  return data.permalink;
}
`,
    },
    // The shape of another client.
    wrong: {
      "app.ts": `import { SlackConnector } from "agent-connectors/slack";

export async function post(token, channel, text, options = {}) {
  const slack = new SlackConnector({ token, ...options });
  const { message } = await slack.chat.postMessage({ channel, text });
  return message.permalink;
}
`,
    },
    check: `import assert from "node:assert/strict";
import { post } from "./app.ts";
import { openSlack } from "./check-tools.ts";

const { sandbox, auth, posts } = openSlack();
assert.match(await post(auth.api_token, "#general", "Hello", sandbox.options), /^https:\\/\\/.*\\/archives\\/C/);
assert.equal(posts("Hello"), 1);
`,
  },
  {
    name: "all-pages",
    prompt:
      "The function in app.ts must return the names of all users of the Slack workspace, which can have thousands. Complete it with the package agent-connectors. Keep the signature.",
    start: withSlack(`export async function namesOf(slack: SlackConnector): Promise<string[]> {
  return [];
}`),
    solution: withSlack(`export async function namesOf(slack: SlackConnector): Promise<string[]> {
  const names: string[] = [];
  for await (const { real_name, name } of slack.users.list.all()) names.push(real_name ?? name ?? "");
  return names;
}`),
    wrong: withSlack(`export async function namesOf(slack: SlackConnector): Promise<string[]> {
  const { data } = await slack.users.list({ limit: 200 });
  return data.map(({ real_name, name }) => real_name ?? name ?? "");
}`),
    check: `import assert from "node:assert/strict";
import { namesOf } from "./app.ts";
import { openSlack } from "./check-tools.ts";

const users = Array.from({ length: 450 }, (_, index) => \`Person \${index}\`);
const { slack } = openSlack({ workspace: { users, channels: ["general"] } });
const names = new Set(await namesOf(slack));
assert.deepEqual(users.filter((name) => !names.has(name)), []);
`,
  },
  {
    name: "unknown-outcome",
    prompt:
      "The function in app.ts posts an alert to Slack. Sometimes the answer of Slack gets lost. Make it return `posted`, `not posted` or `unknown`, as far as it is certain. No alert may be posted twice. Use what the package agent-connectors offers. Keep the signature.",
    start:
      withSlack(`export async function alert(slack: SlackConnector, text: string): Promise<"posted" | "not posted" | "unknown"> {
  await slack.messages.create({ channel: "#general", text });
  return "posted";
}`),
    solution:
      withSlack(`export async function alert(slack: SlackConnector, text: string): Promise<"posted" | "not posted" | "unknown"> {
  try {
    await slack.messages.create({ channel: "#general", text });
    return "posted";
  } catch (error) {
    return (error as { outcome?: string }).outcome === "not_started" ? "not posted" : "unknown";
  }
}`),
    // Tries again, and takes every failure for certain.
    wrong:
      withSlack(`export async function alert(slack: SlackConnector, text: string): Promise<"posted" | "not posted" | "unknown"> {
  for (let attempt = 0; attempt < 3; attempt++)
    try {
      await slack.messages.create({ channel: "#general", text });
      return "posted";
    } catch {}
  return "not posted";
}`),
    check: `import assert from "node:assert/strict";
import { alert } from "./app.ts";
import { openSlack } from "./check-tools.ts";

const { slack, sandbox, posts } = openSlack();
assert.equal(await alert(slack, "One"), "posted");
assert.equal(posts("One"), 1);
// Slack posts the alert, and neither its answer nor the channel can be read.
sandbox.fail({ operation: "chat.postMessage", kind: "timeout", done: true });
for (const operation of ["conversations.history", "search.messages"]) sandbox.fail({ operation, kind: "http_500", times: 50 });
const answer = await alert(slack, "Two");
assert.ok(posts("Two") <= 1, "the alert was posted twice");
assert.equal(answer, "unknown");
const { slack: other, sandbox: second } = openSlack();
const { data } = await other.channels.get({ channel: "#general" });
assert(data.id);
second.fail({ operation: "chat.postMessage", kind: "rate_limit", retryAfter: 100_000, times: 50 });
assert.equal(await alert(other, "Three"), "not posted");
`,
  },
  {
    name: "preview",
    prompt:
      "Before a person sends a message, this app shows what Slack would get. Complete app.ts with the package agent-connectors: return that preview, and write nothing to Slack. Keep the signature.",
    start:
      withSlack(`export async function preview(slack: SlackConnector, channel: string, text: string): Promise<unknown> {
  return undefined;
}`),
    solution:
      withSlack(`export async function preview(slack: SlackConnector, channel: string, text: string): Promise<unknown> {
  const { data } = await slack.messages.create({ channel, text, dry_run: true });
  return data;
}`),
    // Posts, and takes it back.
    wrong:
      withSlack(`export async function preview(slack: SlackConnector, channel: string, text: string): Promise<unknown> {
  const posted = await slack.messages.create({ channel, text });
  await slack.undo(posted);
  return posted.data;
}`),
    check: `import assert from "node:assert/strict";
import { preview } from "./app.ts";
import { openSlack } from "./check-tools.ts";

const { slack, posts } = openSlack();
assert.match(JSON.stringify(await preview(slack, "#general", "Hello")), /Hello/);
assert.equal(posts("Hello"), 0);
`,
  },
  {
    name: "undo",
    prompt:
      "The function in app.ts sets the topic of a Slack channel. Make it return a function that brings back what was there before. Use what the package agent-connectors offers. Keep the signature.",
    start:
      withSlack(`export async function setTopic(slack: SlackConnector, channel: string, topic: string): Promise<() => Promise<void>> {
  await slack.channel_topics.create({ channel, topic });
  return async () => {};
}`),
    solution:
      withSlack(`export async function setTopic(slack: SlackConnector, channel: string, topic: string): Promise<() => Promise<void>> {
  const done = await slack.channel_topics.create({ channel, topic });
  return async () => void (await slack.undo(done));
}`),
    wrong:
      withSlack(`export async function setTopic(slack: SlackConnector, channel: string, topic: string): Promise<() => Promise<void>> {
  await slack.channel_topics.create({ channel, topic });
  return async () => void (await slack.channel_topics.create({ channel, topic: "" }));
}`),
    check: `import assert from "node:assert/strict";
import { setTopic } from "./app.ts";
import { openSlack } from "./check-tools.ts";

const { slack, sandbox } = openSlack();
const topic = () => sandbox.state().channels.find(({ name }) => name === "general").topic.value;
const before = topic();
const back = await setTopic(slack, "#general", "Lunch");
assert.equal(topic(), "Lunch");
await back();
assert.equal(topic(), before);
`,
  },
  {
    name: "test-in-ci",
    prompt:
      "Write the file app.test.ts for app.ts, which runs with `node --test app.test.ts` in CI: without an account, without a network, and with the sandbox of the package agent-connectors. The test must fail if the function posts to another channel, posts nothing, or lets a text notify everybody.",
    start: withSlack(`/** Posts a text of a customer to #general. The text notifies nobody. */
export async function forward(slack: SlackConnector, text: string): Promise<void> {
  await slack.messages.create({ channel: "#general", text });
}`),
    solution: {
      "app.test.ts": `import assert from "node:assert/strict";
import { test } from "node:test";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { forward } from "./app.ts";

test("a text arrives in #general, and notifies nobody", async () => {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  await forward(slack, "Help, <!channel>");
  const posts = sandbox.calls().filter(({ method }) => method === "chat.postMessage");
  assert.equal(posts.length, 1);
  const general = sandbox.state().channels.find(({ name }) => name === "general");
  assert.equal(posts[0].args.channel, general.id);
  assert.ok(!JSON.stringify(posts[0].args).includes("<!channel>"));
});
`,
    },
    // A mock of the connector sees no mention and no channel's id.
    wrong: {
      "app.test.ts": `import assert from "node:assert/strict";
import { test } from "node:test";
import { forward } from "./app.ts";

test("posts", async () => {
  const sent = [];
  await forward({ messages: { create: async (params) => sent.push(params) } }, "Help");
  assert.equal(sent.length, 1);
});
`,
    },
    check: `import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

assert(existsSync("app.test.ts"), "there is no app.test.ts");
const app = readFileSync("app.ts", "utf8");
const passes = () => {
  const { status, stdout } = spawnSync(process.execPath, ["--test", "app.test.ts"], { encoding: "utf8", timeout: 20_000 });
  return status === 0 && /pass [1-9]/.test(stdout);
};
const call = "slack.messages.create({ channel: \\"#general\\", text })";
assert(app.includes(call));
try {
  assert(passes(), "the test fails");
  for (const other of [call.replace("#general", "#random"), "undefined", call.replace("text }", "text, mentions: true }")]) {
    writeFileSync("app.ts", app.replace(call, other));
    assert(!passes(), \`the test passes with \${other}\`);
  }
} finally {
  writeFileSync("app.ts", app);
}
`,
  },
  {
    name: "own-api",
    prompt:
      "The file notes.openapi.json describes the API of this company. Complete app.ts with the package agent-connectors: return tools of the Vercel AI SDK with which a model can read notes, but not change them. Keep the signature. You may write further files.",
    start: {
      "notes.openapi.json": JSON.stringify({
        openapi: "3.0.3",
        info: { title: "Notes", version: "1" },
        servers: [{ url: "https://notes.example/api" }],
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
        paths: {
          "/notes": {
            get: {
              operationId: "listNotes",
              summary: "List notes",
              responses: {
                200: {
                  description: "ok",
                  content: {
                    "application/json": {
                      schema: {
                        type: "array",
                        items: {
                          type: "object",
                          properties: { id: { type: "string" }, text: { type: "string" } },
                        },
                      },
                    },
                  },
                },
              },
            },
            post: {
              operationId: "createNote",
              summary: "Create a note",
              requestBody: {
                content: {
                  "application/json": {
                    schema: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
                  },
                },
              },
              responses: { 201: { description: "ok" } },
            },
          },
        },
      }),
      "app.ts": `import type { ToolSet } from "ai";

/** \`fetch\`: sends the requests, such as an imitation in a test. */
export async function toolsFor(apiKey: string, fetch: typeof globalThis.fetch): Promise<ToolSet> {
  return {};
}
`,
    },
    solution: {
      "app.ts": `import { readFile } from "node:fs/promises";
import { defineConnector } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { importConnector } from "agent-connectors/import";

export async function toolsFor(apiKey, fetch) {
  const { file } = await importConnector(await readFile("notes.openapi.json", "utf8"), { name: "notes" });
  const Notes = defineConnector(file);
  const [form] = Object.values(Notes.auth);
  const auth = Object.fromEntries(Object.keys(form).map((field) => [field, apiKey]));
  return aiSdkTools(new Notes({ auth }, { fetch }), { effects: ["read"] });
}
`,
    },
    wrong: {
      "app.ts": `import { readFile } from "node:fs/promises";
import { defineConnector } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { importConnector } from "agent-connectors/import";

export async function toolsFor(apiKey, fetch) {
  const { file } = await importConnector(await readFile("notes.openapi.json", "utf8"), { name: "notes" });
  const Notes = defineConnector(file);
  const [form] = Object.values(Notes.auth);
  const auth = Object.fromEntries(Object.keys(form).map((field) => [field, apiKey]));
  return aiSdkTools(new Notes({ auth }, { fetch }), { effects: ["read", "write", "destructive"] });
}
`,
    },
    check: `import assert from "node:assert/strict";
import { toolsFor } from "./app.ts";

const requests = [];
const fetch = async (input, init) => {
  const request = new Request(input, init);
  requests.push(\`\${request.method} \${request.url} \${request.headers.get("x-key")}\`);
  return Response.json(request.method === "GET" ? [{ id: "n1", text: "Buy tents" }] : { id: "n2" });
};
const [tool, ...others] = Object.values(await toolsFor("k-0123456789", fetch));
assert(tool && others.length === 0);
const options = { toolCallId: "1", messages: [] };
const read = await tool.execute({ entity: "notes", action: "list", params: {} }, options);
assert.match(JSON.stringify(read), /Buy tents/);
assert.match(requests[0], /^GET https:\\/\\/notes\\.example\\/api\\/notes\\S* k-0123456789$/);
const written = await tool.execute({ entity: "notes", action: "create", params: { text: "No" } }, options);
assert(written.error);
assert.equal(requests.length, 1);
`,
  },
];
