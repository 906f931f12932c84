import { slackSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { drive, type Answer } from "./helpers.ts";

const API = "https://slack.com/api/";

async function send(
  path: string,
  init: RequestInit & { token?: string } = {},
): Promise<{ response: Response; answer: Answer }> {
  const { token, ...rest } = init;
  const response = await slackSandbox().fetch(API + path, {
    ...rest,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(rest.headers as Record<string, string>),
    },
  });
  return { response, answer: (await response.json()) as Answer };
}
const BOT = slackSandbox().tokens.bot;
const JSON_TYPE = "application/json; charset=utf-8";

describe("arguments come by", () => {
  const said = { ok: true, args: { foo: "a&b ü" } };

  test("form", async () => {
    const { answer } = await send("api.test", {
      method: "POST",
      body: new URLSearchParams({ foo: "a&b ü" }),
    });
    expect(answer).toEqual(said);
  });
  test("multipart form", async () => {
    const body = new FormData();
    body.set("foo", "a&b ü");
    expect((await send("api.test", { method: "POST", body })).answer).toEqual(said);
  });
  test("JSON", async () => {
    const { answer } = await send("api.test", {
      method: "POST",
      body: JSON.stringify({ foo: "a&b ü" }),
      headers: { "content-type": JSON_TYPE },
    });
    expect(answer).toEqual(said);
  });
  test("query", async () => {
    expect((await send("api.test?foo=a%26b%20%C3%BC")).answer).toEqual(said);
  });
  test("any origin and a trailing slash", async () => {
    const response = await slackSandbox().fetch("http://127.0.0.1:1/slack/api/api.test/?foo=1");
    expect(await response.json()).toEqual({ ok: true, args: { foo: "1" } });
  });
});

test("JSON without a charset is accepted with a warning", async () => {
  const { answer } = await send("auth.test", {
    method: "POST",
    token: BOT,
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect(answer).toMatchObject({
    ok: true,
    warning: "missing_charset",
    response_metadata: { warnings: ["missing_charset"] },
  });
});

test("a method without JSON input ignores a JSON body", async () => {
  const init = { method: "POST", token: BOT, headers: { "content-type": JSON_TYPE } };
  const body = JSON.stringify({ user: "U07AB3D8W2M" });
  expect((await send("users.info", { ...init, body })).answer.error).toBe("invalid_arguments");
});

test.each([
  ["{", JSON_TYPE, "invalid_json"],
  ["[]", JSON_TYPE, "json_not_object"],
  ["x", "text/plain", "invalid_post_type"],
  ["a=b", "application/x-www-form-urlencoded; charset=utf-16", "invalid_charset"],
  ["x", "multipart/form-data", "invalid_form_data"],
])("a body of %s as %s is %s", async (body, type, error) => {
  const { answer, response } = await send("auth.test", {
    method: "POST",
    token: BOT,
    body,
    headers: { "content-type": type },
  });
  expect(response.status).toBe(200);
  expect(answer).toMatchObject({ ok: false, error });
});

describe("tokens", () => {
  const { tokens } = slackSandbox();

  test.each([
    [undefined, "not_authed"],
    ["xoxb-made-up", "invalid_auth"],
    [tokens.revoked, "token_revoked"],
    [tokens.expired, "token_expired"],
    [tokens.inactive, "account_inactive"],
    [tokens.app, "not_allowed_token_type"],
  ])("%s is %s", async (token, error) => {
    const { answer } = await send("auth.test", { method: "POST", ...(token ? { token } : {}) });
    expect(answer).toEqual({ ok: false, error });
  });

  test("a token can be in a form, but not in a query or a JSON body", async () => {
    const form = await send("auth.test", {
      method: "POST",
      body: new URLSearchParams({ token: tokens.bot }),
    });
    expect(form.answer.ok).toBe(true);
    expect((await send(`auth.test?token=${tokens.bot}`)).answer.error).toBe("not_authed");
    const json = {
      method: "POST",
      body: JSON.stringify({ token: tokens.bot }),
      headers: { "content-type": JSON_TYPE },
    };
    expect((await send("auth.test", json)).answer.error).toBe("not_authed");
  });

  test("calls() contains no token", async () => {
    const { sandbox, call } = drive();
    await call("api.test", { token: sandbox.tokens.bot, foo: "1" });
    await call("auth.test", {}, "xoxb-made-up");
    expect(JSON.stringify(sandbox.calls())).not.toContain("xox");
    expect(sandbox.calls()).toMatchObject([
      {
        method: "api.test",
        token: "bot",
        args: { foo: "1" },
        status: 200,
        ok: true,
        at: sandbox.clock.now(),
      },
      { method: "auth.test", token: "unknown", verb: "POST", status: 200, ok: false, error: "invalid_auth" },
    ]);
  });
});

describe("scopes", () => {
  test("headers list the granted scopes and the accepted scopes", async () => {
    const { request, sandbox } = drive();
    const { headers } = await request("chat.postMessage", {}, sandbox.tokens.limited);
    expect(headers.get("x-oauth-scopes")).toBe("channels:history,channels:read,reactions:read,users:read");
    expect(headers.get("x-accepted-oauth-scopes")).toBe("chat:write");
    expect(headers.get("x-slack-req-id")).toMatch(/^[0-9a-f]{32}$/);
  });

  test("missing_scope has the fields needed and provided", async () => {
    const { call, sandbox, id } = drive();
    expect(
      await call("chat.postMessage", { channel: id("random"), text: "x" }, sandbox.tokens.limited),
    ).toEqual({
      ok: false,
      error: "missing_scope",
      needed: "chat:write",
      provided: "channels:history,channels:read,reactions:read,users:read",
    });
  });

  test("a kind of channel needs its own scope", async () => {
    const { call, sandbox, id } = drive();
    const limited = sandbox.tokens.limited;
    expect(
      await call("conversations.list", { types: "public_channel,private_channel" }, limited),
    ).toMatchObject({
      error: "missing_scope",
      needed: "groups:read",
    });
    expect(await call("conversations.history", { channel: id("security-review") }, limited)).toMatchObject({
      error: "missing_scope",
      needed: "groups:history",
    });
    expect((await call("conversations.history", { channel: id("random") }, limited)).ok).toBe(true);
  });

  test("e-mail addresses need users:read.email", async () => {
    const { call, sandbox, id } = drive();
    const email = async (token: string): Promise<unknown> =>
      (await call("users.info", { user: id("tom.okafor") }, token))["user"];
    expect(await email(sandbox.tokens.bot)).toHaveProperty("profile.email");
    expect(await email(sandbox.tokens.limited)).not.toHaveProperty("profile.email");
  });
});

describe("wrong arguments", () => {
  test("the error names missing arguments", async () => {
    expect(await drive().call("conversations.rename", { channel: "C07A1QW2ER3" })).toEqual({
      ok: false,
      error: "invalid_arguments",
      response_metadata: { messages: ["[ERROR] missing required field: name"] },
    });
  });

  test.each([
    ["users.list", { limit: "many" }, "invalid_arguments"],
    ["conversations.list", { limit: "-1" }, "invalid_limit"],
    ["conversations.list", { types: "open" }, "invalid_types"],
    ["conversations.history", { channel: "C07A1QW2ER3", oldest: "soon" }, "invalid_ts_oldest"],
    ["conversations.history", { channel: "C07A1QW2ER3", latest: "soon" }, "invalid_ts_latest"],
    ["conversations.create", { name: "Loud Name" }, "invalid_name_specials"],
    ["conversations.create", { name: "--" }, "invalid_name_punctuation"],
    ["conversations.create", { name: "x".repeat(81) }, "invalid_name_maxlength"],
    ["conversations.create", { name: "leadership" }, "name_taken"],
    ["conversations.archive", { channel: "C07A1QW2ER3" }, "cant_archive_general"],
    ["conversations.setTopic", { channel: "C07A2RT4YU5", topic: "x".repeat(251) }, "too_long"],
    ["conversations.rename", { channel: "D07D1AS5DF6", name: "x" }, "method_not_supported_for_channel_type"],
    ["conversations.invite", { channel: "C07A2RT4YU5", users: "" }, "no_user"],
    ["conversations.invite", { channel: "C07A2RT4YU5", users: "U07AM3U1J6Z" }, "ura_max_channels"],
    ["chat.postMessage", { channel: "C07A2RT4YU5" }, "no_text"],
    ["chat.postMessage", { channel: "C07B4VB8NM9", text: "x" }, "channel_not_found"],
    ["chat.postMessage", { channel: "C07B2GH4JK5", text: "x" }, "not_in_channel"],
    ["chat.postMessage", { channel: "C07B3LZ6XC7", text: "x" }, "is_archived"],
    ["chat.postMessage", { channel: "C07A2RT4YU5", text: "x", markdown_text: "y" }, "markdown_text_conflict"],
    ["chat.postMessage", { channel: "C07A2RT4YU5", text: "x", thread_ts: "1.000001" }, "thread_not_found"],
    ["chat.postMessage", { channel: "C07A2RT4YU5", blocks: "[" }, "invalid_blocks_format"],
    ["chat.postMessage", { channel: "C07A2RT4YU5", blocks: '[{"type":"poem"}]' }, "invalid_blocks"],
    ["chat.postMessage", { channel: "C07A2RT4YU5", text: "x", metadata: "{" }, "invalid_metadata_format"],
    ["chat.update", { channel: "C07A2RT4YU5", ts: "1.000001", text: "x" }, "message_not_found"],
    ["reactions.add", { channel: "C07A2RT4YU5", name: "owl" }, "no_item_specified"],
    ["reactions.add", { channel: "C07A2RT4YU5", name: "owl", timestamp: "today" }, "bad_timestamp"],
    ["bookmarks.add", { channel_id: "C07A2RT4YU5", title: "x", type: "file" }, "invalid_bookmark_type"],
    ["files.list", { types: "poems" }, "unknown_type"],
  ])("%s %o is %s", async (method, args, error) => {
    expect((await drive().call(method, args as unknown as Record<string, string>)).error).toBe(error);
  });

  test("an unknown method, and an invalid path", async () => {
    const { call, sandbox } = drive();
    expect(await call("chat.shout")).toEqual({
      ok: false,
      error: "unknown_method",
      req_method: "chat.shout",
    });
    expect((await call("toString")).error).toBe("unknown_method");
    expect((await sandbox.fetch("https://slack.com/help")).status).toBe(404);
  });

  test("conversations.invite lists the users that it could not invite, and invites the others with force", async () => {
    const { call, id } = drive();
    const users = `U0NOBODY,${id("sofia.almeida")}`;
    const errors = [{ user: "U0NOBODY", ok: false, error: "user_not_found" }];
    const args = { channel: id("engineering"), users };
    expect(await call("conversations.invite", args)).toEqual({ ok: false, error: "user_not_found", errors });
    expect(await call("conversations.invite", { ...args, force: "true" })).toMatchObject({
      ok: true,
      errors,
    });
    const { members } = await call("conversations.members", { channel: id("engineering") });
    expect(members).toContain(id("sofia.almeida"));
  });
});

describe("paging", () => {
  test("cursors end in '=', belong to one method, and the last is empty", async () => {
    const { call, id } = drive();
    const cursorOf = (answer: Answer): string =>
      (answer["response_metadata"] as { next_cursor: string }).next_cursor;
    for (const [method, args] of [
      ["users.list", {}],
      ["conversations.list", {}],
      ["conversations.members", { channel: id("general") }],
      ["conversations.history", { channel: id("deploys") }],
    ] as const) {
      const first = await call(method, { ...args, limit: "3" });
      expect(cursorOf(first)).toMatch(/=$/);
      expect((await call("users.conversations", { cursor: cursorOf(first) })).error).toBe("invalid_cursor");
      expect(cursorOf(await call(method, { ...args, limit: "5000" }))).toBe("");
    }
  });

  test("a page can be short, with a cursor", async () => {
    const { call } = drive();
    const { channels, response_metadata } = await call("conversations.list", {
      limit: "12",
      exclude_archived: "true",
    });
    expect(channels).toHaveLength(11);
    expect(response_metadata).toEqual({ next_cursor: "" });
  });

  test("history accepts a range of times, with or without its ends", async () => {
    const { call, id } = drive();
    const channel = id("lunch");
    const all = ((await call("conversations.history", { channel }))["messages"] as { ts: string }[]).map(
      ({ ts }) => ts,
    );
    const [latest = "", oldest = ""] = [all[0], all.at(-1)];
    const within = async (args: Record<string, string>): Promise<string[]> =>
      ((await call("conversations.history", { channel, ...args }))["messages"] as { ts: string }[]).map(
        ({ ts }) => ts,
      );
    expect(await within({ oldest, latest })).toEqual(all.slice(1, -1));
    expect(await within({ oldest, latest, inclusive: "1" })).toEqual(all);
    expect(await within({ latest, inclusive: "true", limit: "1" })).toEqual([latest]);
  });
});

describe("text", () => {
  const stored = async (text: string, more: Record<string, string> = {}): Promise<unknown> => {
    const { call, id } = drive();
    const { message } = await call("chat.postMessage", { channel: id("random"), text, ...more });
    return (message as { text: string }).text;
  };

  test.each([
    ["a & b < c > d", "a &amp; b &lt; c &gt; d"],
    ["already &amp; &lt;done&gt;", "already &amp; &lt;done&gt;"],
    ["<@U07AB3D8W2M> <!here> <#C07A1QW2ER3|general>", "<@U07AB3D8W2M> <!here> <#C07A1QW2ER3|general>"],
    ["<https://owls.example/?a=1&b=2|owls> <b>", "<https://owls.example/?a=1&b=2|owls> &lt;b&gt;"],
    ["see https://owls.example/?a=1&b=2.", "see <https://owls.example/?a=1&amp;b=2>."],
  ])("%s is stored as %s", async (text, result) => {
    expect(await stored(text)).toBe(result);
  });

  test("parse=none makes no links; markdown becomes Slack's own markup", async () => {
    expect(await stored("see https://owls.example", { parse: "none" })).toBe("see https://owls.example");
    const { call, id } = drive();
    const markdown_text = "# Owls\n**Big** and *small*, [all](https://owls.example) in `a*b*c`";
    const { message } = await call("chat.postMessage", { channel: id("random"), markdown_text });
    expect((message as { text: string }).text).toBe(
      "*Owls*\n*Big* and _small_, <https://owls.example|all> in `a*b*c`",
    );
  });

  test("more than 40,000 characters are cut, with a warning; an update of more than 4,000 is refused", async () => {
    const { call, id } = drive();
    const posted = await call("chat.postMessage", { channel: id("random"), text: "x".repeat(40_001) });
    expect(posted).toMatchObject({ ok: true, warning: "message_truncated" });
    const update = { channel: id("random"), ts: String(posted["ts"]), text: "x".repeat(4_001) };
    expect((await call("chat.update", update)).error).toBe("msg_too_long");
  });
});

test("metadata is returned only on request", async () => {
  const { call, id } = drive();
  const metadata = { event_type: "task", event_payload: { key: "k1" } };
  await call("chat.postMessage", { channel: id("random"), text: "x", metadata: JSON.stringify(metadata) });
  const latest = async (more: Record<string, string>): Promise<unknown> =>
    (
      (await call("conversations.history", { channel: id("random"), limit: "1", ...more }))[
        "messages"
      ] as unknown[]
    )[0];
  expect(await latest({})).not.toHaveProperty("metadata");
  expect(await latest({ include_all_metadata: "true" })).toMatchObject({ metadata });
});

test("each ts of a channel is unique and larger than the one before", async () => {
  const { call, id } = drive({ rateLimits: false });
  const stamps: unknown[] = [];
  for (let index = 0; index < 50; index++) {
    stamps.push((await call("chat.postMessage", { channel: id("random"), text: "x" }))["ts"]);
  }
  expect(new Set(stamps).size).toBe(50);
  expect(stamps).toEqual([...stamps].sort());
  expect(stamps[0]).toMatch(/^\d{10}\.\d{6}$/);
});
