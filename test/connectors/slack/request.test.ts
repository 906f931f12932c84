import { LogLevel, WebClient } from "@slack/web-api";
import type { ConnectorError, Policy } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { connect } from "../../adapters/mcp-loop.ts";
import { json, serve } from "../../fixtures/server.ts";

function open(policy: Policy = {}) {
  const sandbox = slackSandbox();
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, policy },
  );
  const web = new WebClient(sandbox.tokens.bot, {
    retryConfig: { retries: 0 },
    logLevel: LogLevel.ERROR,
    fetch: sandbox.fetch,
  });
  const channel = sandbox.state().channels.find(({ name }) => name === "general")!.id;
  return { sandbox, slack, web, channel, sent: () => sandbox.calls().map(({ method }) => method) };
}
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );
const read = { effect: "read" } as const;

describe("a request to Slack", () => {
  test.each([
    ["conversations.list", { limit: 2, types: "public_channel" }],
    ["users.info", { user: "" }],
    ["team.info", undefined],
    ["emoji.list", {}],
    ["auth.test", {}],
  ])("returns what Slack's own client returns: %s", async (method, params: Record<string, unknown> = {}) => {
    const { sandbox, slack, web } = open();
    if ("user" in params) params.user = sandbox.state().users[0]!.id;
    // Slack's client adds the scopes and the pause, which it reads from the headers.
    const { response_metadata, ...theirs } = (await web.apiCall(method, params)) as unknown as Record<
      string,
      unknown
    >;
    const { next_cursor } = (response_metadata ?? {}) as { next_cursor?: string };
    const { data, meta } = await slack.request<Record<string, unknown>>(method, params, read);
    const { response_metadata: own, ...ours } = data;
    expect(ours).toEqual(theirs);
    expect((own as { next_cursor?: string } | undefined)?.next_cursor).toBe(next_cursor);
    expect(meta).toEqual({
      status: 200,
      request_id: expect.any(String),
      ...(next_cursor ? { next_cursor } : {}),
    });
  });
  test("sends blocks as JSON, lists of ids with commas, and no null", async () => {
    await using server = await serve((_, response) => json(response, 200, { ok: true }));
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1-canary" } }, { endpoint: server.url });
    const blocks = [{ type: "divider" }];
    await slack.request("some.method", {
      blocks,
      users: ["U1", "U2"],
      view: { a: 1 },
      unfurl: false,
      no: null,
    });
    const { path, body, headers } = server.requests[0]!;
    expect(path).toBe("/some.method");
    expect(headers.authorization).toBe("Bearer xoxb-1-canary");
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      blocks: JSON.stringify(blocks),
      users: "U1,U2",
      view: '{"a":1}',
      unfurl: "false",
    });
  });
  test("an event does not show the tokens in its context", async () => {
    const seen: unknown[] = [];
    const sandbox = slackSandbox();
    const onCall = ({ context }: { context: unknown }) => void seen.push(context);
    const auth = { api_token: sandbox.tokens.bot };
    const slack = new SlackConnector({ auth }, { ...sandbox.options, onCall });
    const context = { user: 1, slack: { trigger_id: "1.2.canary" } };
    await slack.request("team.info", {}, { ...read, context });
    expect(seen).toEqual([{ user: 1 }]);
  });
  test("shares the rate limit of the actions", async () => {
    const { sandbox, slack, channel } = open();
    const started = sandbox.clock.now();
    // Slack allows about one message a second in a channel, after a burst of eight.
    for (let count = 0; count < 5; count++) {
      await slack.messages.create({ channel, text: "one" });
      await slack.request("chat.postMessage", { channel, text: "two" }, { effect: "write" });
    }
    expect(sandbox.clock.now() - started).toBeGreaterThan(1000);
  });
  test("refreshes a rotating token, and sends a write once", async () => {
    const sandbox = slackSandbox();
    const slack = new SlackConnector({ auth: sandbox.rotating() }, sandbox.options);
    const channel = sandbox.state().channels.find(({ name }) => name === "general")!.id;
    sandbox.clock.advance(13 * 3600 * 1000);
    await slack.request("chat.postMessage", { channel, text: "once" }, { effect: "write" });
    expect(sandbox.calls().map(({ method, ok }) => [method, ok])).toEqual([
      ["chat.postMessage", false],
      ["oauth.v2.access", true],
      ["chat.postMessage", true],
    ]);
  });
  test.each([
    [
      "conversations.info",
      { channel: "C0NOPE" },
      { code: "upstream_rejected", platform: { code: "channel_not_found" } },
    ],
    ["no.such_method", {}, { platform: { code: "unknown_method" } }],
    ["admin.users.list", {}, { outcome: "not_started" }],
  ])("a refusal of %s is an error", async (method, params, expected) => {
    const { slack } = open();
    expect(await caught(slack.request(method, params, read))).toMatchObject(expected);
  });
  test("a state that is there already is Slack's error, because a request has no rule for it", async () => {
    const { slack, channel, sandbox } = open();
    const { data } = await slack.messages.create({ channel, text: "x" });
    const reaction = { channel, timestamp: data.ts, name: "eyes" };
    await slack.request("reactions.add", reaction, { effect: "write" });
    expect(await caught(slack.request("reactions.add", reaction, { effect: "write" }))).toMatchObject({
      code: "upstream_rejected",
      platform: { code: "already_reacted" },
    });
    expect(sandbox.calls().filter(({ method }) => method === "reactions.add")).toHaveLength(2);
  });
  test("a write whose answer is lost is unknown and not repeated, though the action for it would be", async () => {
    await using server = await serve((_, response) => void response.socket!.destroy());
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1-canary" } }, { endpoint: server.url });
    const params = { channel: "C012AB3CD", timestamp: "1.1", name: "eyes" };
    const error = await caught(slack.request("reactions.add", params, { effect: "write" }));
    expect(error).toMatchObject({ code: "upstream_unreachable", outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(error) + error.stack).not.toContain("canary");
  });
  test.each([
    ["../oauth.v2.access", {}, {}, "target"],
    ["GET /users.info", {}, {}, "target"],
    ["bytes.download", {}, {}, "target"],
    ["users.info", [], {}, "params"],
    ["users.info", { token: "xoxp-canary" }, {}, "params.token"],
    ["users.info", {}, { headers: { accept: "text/plain" } }, "options.headers"],
    ["users.info", {}, { query: { user: "U1" } }, "options.query"],
  ])("refuses %s with %j and %j", async (method, params, options, path) => {
    const { slack, sent } = open();
    const error = await caught(slack.request(method, params, options));
    expect(error).toMatchObject({ path });
    expect(JSON.stringify(error)).not.toContain("canary");
    expect(sent()).toEqual([]);
  });
});

describe("the limits of a Slack connector", () => {
  test.each<[Policy, RegExp]>([
    [{ only: { channel: ["C012AB3CD"] } }, /has only, and nothing can check/],
    [{ external: false }, /external: false, and nothing can check who can read/],
    [{ effects: ["read"] }, /counts as write/],
  ])("%j refuses a write, and nothing is sent", async (policy, message) => {
    const { slack, channel, sent } = open(policy);
    const call = slack.request("chat.postMessage", { channel, text: "x" }, { effect: "write" });
    expect(await caught(call)).toMatchObject({
      code: "policy_denied",
      message: expect.stringMatching(message),
    });
    expect(sent()).toEqual([]);
  });
  test("an allow-list refuses a read too, and external: false does not", async () => {
    const { slack, channel, sent } = open({ only: { channel: ["C012AB3CD"] } });
    expect(await caught(slack.request("conversations.info", { channel }, read))).toMatchObject({
      code: "policy_denied",
    });
    expect(sent()).toEqual([]);
    const inside = open({ external: false });
    expect((await inside.slack.request("team.info", {}, read)).data).toMatchObject({ ok: true });
  });
});

test("no tool offers requests: not in its text, not by search, and not over MCP", async () => {
  const { slack, sent } = open();
  const tool = await slack.tool({ effects: ["read", "write", "spend", "destructive"] });
  const call = { entity: "request", action: "chat.postMessage", params: { channel: "C1", text: "x" } };
  expect(await tool.call(call)).toMatchObject({ error: { code: "unknown_entity" } });
  expect((await caught(slack.execute("request" as never, "team.info" as never))).code).toBe("unknown_entity");
  const found = await slack.searchActions("send a raw request to any method of the web api", { limit: 20 });
  const entities = found.map(({ entity }) => entity);
  expect(entities).not.toContain("request");
  expect(Object.keys((await slack.describe()).entities)).not.toContain("request");
  await using connected = await connect(slack, { effects: ["read", "write"] });
  const { tools } = await connected.client.listTools();
  const texts = [tool.description, JSON.stringify(tool.inputSchema), JSON.stringify(tools)].join("\n");
  expect(texts).not.toMatch(/\braw\b|request\(|"request"|\brequest\.|any method/i);
  expect(sent()).toEqual([]);
});
