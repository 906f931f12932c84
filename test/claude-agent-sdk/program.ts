import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSdkMcpServer, query, type Options } from "@anthropic-ai/claude-agent-sdk";
import { agentTools, approvalDesk, approvals, type CallEvent, type ToolsOptions } from "agent-connectors";
import { canUseTool } from "agent-connectors/claude-agent-sdk";
import { fileStore } from "agent-connectors/file-store";
import { registerMcpTools } from "agent-connectors/mcp";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { messagesApi, type Block } from "./messages-api.ts";

// Runs Claude Code itself, with a stand-in of the Messages API. `npm run check:versions -- "claude agent"` runs this program in a folder
// with the SDK, which is too large for the dependencies of this package.

const home = mkdtempSync(join(tmpdir(), "claude-home-"));
const sandbox = slackSandbox({ rateLimits: false });
const events: CallEvent[] = [];
/** While `stuck` has a function, requests do not end, and this function is called for each of them. */
let stuck: (() => void) | undefined;
const fetch: typeof globalThis.fetch = (input, init) => {
  if (!stuck) return sandbox.options.fetch(input, init);
  stuck();
  return new Promise((_, reject) =>
    init?.signal?.addEventListener("abort", () => reject(init.signal!.reason)),
  );
};
const slack = new SlackConnector(
  { auth: { api_token: sandbox.tokens.bot } },
  { ...sandbox.options, fetch, onCall: (event) => void events.push(event) },
);
const channel = sandbox.state().channels[0]!.id;
const store = fileStore(mkdtempSync(join(tmpdir(), "claude-store-")));
const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;

const call = (id: string, tool: string, action: [string, string], params: object): Block => ({
  type: "tool_use",
  id,
  name: `mcp__slack__slack_${tool}`,
  input: { entity: action[0], action: action[1], params },
});
const read = (id: string) => call(id, "read", ["channels", "list"], { limit: 1 });
const post = (id: string, text: string) => call(id, "write", ["messages", "create"], { channel, text });

/** Runs one prompt with new tools and a new server, as a new process would. Returns what the model has read. */
async function run(
  turns: readonly (readonly Block[])[],
  {
    decides = "framework" as "framework" | "desk",
    options = {} as Options,
    tools: toolOptions = {} as ToolsOptions,
    ask = async (_reason: string) => true,
    onStart = undefined as ((started: { interrupt(): Promise<unknown> }) => void) | undefined,
  } = {},
) {
  const api = await messagesApi(turns);
  events.length = 0;
  const made = await agentTools(slack, {
    split: true,
    effects: ["read", "write", "destructive"],
    ...toolOptions,
  });
  const tools = approvals(made, { scope: "conversation", store, decides });
  const server = createSdkMcpServer({ name: "slack", alwaysLoad: true });
  await registerMcpTools(server.instance, tools);
  const asked = query({
    prompt: "Go",
    options: {
      mcpServers: { slack: server },
      settingSources: [],
      tools: [],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        ANTHROPIC_BASE_URL: api.url,
        ANTHROPIC_API_KEY: "none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
      canUseTool: canUseTool("slack", tools, ({ reason }) => ask(reason)),
      ...options,
    },
  });
  onStart?.(asked);
  let session = "";
  try {
    for await (const message of asked) if ("session_id" in message) session = message.session_id ?? session;
  } catch (error) {
    // A query that is interrupted ends with an error.
    if (!onStart) throw error;
  } finally {
    api.close();
  }
  return { results: api.results(), asked: api.asked, session, tools };
}
const textOf = (result: { content?: unknown } | undefined) => JSON.stringify(result?.content);

// The tools, their names, and the id of a call.
{
  const { results, asked } = await run([[read("toolu_r1")]]);
  const names = asked[0]!.tools!.map(({ name }) => name).filter((name) => name.startsWith("mcp__"));
  assert.deepEqual(
    names.toSorted(),
    ["destructive", "read", "write"].map((name) => `mcp__slack__slack_${name}`),
  );
  assert.match(textOf(results.toolu_r1), /rows/);
  assert.equal(events.at(-1)!.callId, "toolu_r1");
  console.log("tools and ids of calls: ok");
}

// A person agrees, another one refuses. What nobody was asked about does not run.
{
  const reasons: string[] = [];
  const ask = async (reason: string) => {
    reasons.push(reason);
    return reason.includes("yes");
  };
  const { results } = await run([[post("toolu_1", "yes")], [post("toolu_2", "no")], [read("toolu_3")]], {
    ask,
  });
  assert.equal(posts(), 1);
  assert.match(textOf(results.toolu_1), /ts/);
  assert.match(textOf(results.toolu_2), /has refused this call/);
  assert.equal(reasons.length, 2);
  assert.match(reasons[0]!, /Slack messages\.create/);
  const turns = [[post("toolu_4", "unasked")]];
  for (const options of [{ allowedTools: ["mcp__slack"] }, { permissionMode: "dontAsk" }] as Options[]) {
    const unasked = await run(turns, { options, ask });
    assert.equal(unasked.results.toolu_4!.is_error, true);
  }
  assert.equal(posts(), 1);
  console.log("canUseTool: ok");
}

// The same call again, as after a crash, writes once.
{
  const before = posts();
  await run([[post("toolu_5", "yes, once")]]);
  await run([[post("toolu_5", "yes, once")]]);
  assert.equal(posts(), before + 1);
  console.log("a repeated call writes once: ok");
}

// A call that waits at the desk. The person decides after the program has ended, and the session goes on.
{
  const before = posts();
  const waiting = await run([[post("toolu_6", "later")]], { decides: "desk" });
  assert.match(textOf(waiting.results.toolu_6), /approval_pending/);
  const desk = approvalDesk(store);
  const { id } = (await desk.list())[0]!;
  await desk.decide(id, { approve: true, by: "maya" });
  assert.equal((await desk.run(id, waiting.tools)).ok, true);
  const outcome = call("toolu_7", "write", ["connector", "approval"], { id });
  const later = await run([[outcome]], { decides: "desk", options: { resume: waiting.session } });
  assert.match(textOf(later.results.toolu_7), /ts/);
  assert.match(JSON.stringify(later.asked[0]!.messages), /approval_pending/);
  assert.equal(posts(), before + 1);
  console.log("the desk, and a resumed session: ok");
}

// A call that Claude Code interrupts is aborted.
{
  await run([[read("toolu_8")]], { onStart: (started) => (stuck = () => void started.interrupt()) });
  stuck = undefined;
  assert.deepEqual(
    events.map(({ outcome, callId }) => [outcome, callId]),
    [["aborted", "toolu_8"]],
  );
  console.log("an interrupted call is aborted: ok");
}

// An image reaches the model as an image.
{
  const png = "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489";
  const content_base64 = Buffer.from(png, "hex").toString("base64");
  const { id } = (await slack.files.upload({ filename: "map.png", content_base64 })).data;
  const { results } = await run([[call("toolu_9", "read", ["files", "download"], { file: id })]], {
    tools: { vision: true },
  });
  assert.match(textOf(results.toolu_9), /"type":"image"/);
  console.log("images: ok");
}
