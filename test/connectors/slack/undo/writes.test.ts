import type { ConnectorError, Result } from "agent-connectors";
import { slackSandbox, type Fault } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { afterEach, describe, expect, test, vi } from "vitest";

// Tests faults around a write. If its outcome is unknown, the write is never repeated. A fault in optional data, such
// as the undo data, never makes the write fail.

function open() {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const channel = sandbox.state().channels.find(({ name }) => name === "random")!.id;
  const texts = () =>
    sandbox
      .state()
      .channels.find(({ id }) => id === channel)!
      .messages.map(({ text }) => text);
  const sent = (wanted: string) => sandbox.calls().filter(({ method }) => method === wanted);
  return { sandbox, slack, channel, texts, sent };
}
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );

afterEach(() => void vi.useRealTimers());

describe("the permalink never fails a write", () => {
  const faults: Record<string, Fault> = {
    refused: { kind: "ok_false", error: "invalid_auth" },
    "in doubt": { kind: "ok_false", error: "fatal_error", times: 99 },
    "rate limited": { kind: "rate_limit", retryAfter: 600 },
    broken: { kind: "http_503", times: 99 },
    "not JSON": { kind: "not_json", times: 99 },
    dead: { kind: "reset", times: 99 },
    redirected: { kind: "redirect" },
  };
  test.each(Object.entries(faults))("auth.test %s", async (_what, fault) => {
    const { sandbox, slack, channel, texts } = open();
    sandbox.fail({ operation: "auth.test", ...fault });
    const { data, meta } = await slack.messages.create({ channel, text: "posted" });
    expect(data.ts).toMatch(/^\d{10}\.\d{6}$/);
    expect(data).not.toHaveProperty("permalink");
    expect(meta.undo?.params).toEqual({ channel, ts: data.ts });
    expect(texts().filter((text) => text === "posted")).toHaveLength(1);
  });

  test("after a failed auth.test, the next write sends it again; after a success, no write does", async () => {
    const { sandbox, slack, channel, sent } = open();
    sandbox.fail({ operation: "auth.test", kind: "ok_false", error: "invalid_auth" });
    expect((await slack.messages.create({ channel, text: "1" })).data).not.toHaveProperty("permalink");
    const { data } = await slack.messages.create({ channel, text: "2" });
    expect(data.permalink).toContain(`/archives/${channel}/p`);
    await slack.messages.update({ channel, ts: data.ts, text: "3" });
    expect(sent("auth.test")).toHaveLength(2);
  });

  test("many writes at once send one auth.test", async () => {
    const { slack, channel, sent } = open();
    const all = await Promise.all(["1", "2", "3"].map((text) => slack.messages.create({ channel, text })));
    for (const { data } of all) expect(data.permalink).toContain(channel);
    expect(sent("auth.test")).toHaveLength(1);
  });

  test.each(["", "not an address", "//", 5, null])("an invalid address of the workspace: %s", async (url) => {
    const fetch: typeof globalThis.fetch = async (input) =>
      Response.json(
        String(input).endsWith("auth.test")
          ? { ok: true, url }
          : { ok: true, channel: "C012AB3CD", ts: "1712161829.000300", message: { text: "x" } },
      );
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
    const { data } = await slack.messages.create({ channel: "C012AB3CD", text: "x" });
    expect(data).toEqual({ channel: "C012AB3CD", ts: "1712161829.000300", text: "x" });
  });

  test("an abort during auth.test does not fail the call, because the message is posted", async () => {
    const { sandbox, slack, channel } = open();
    sandbox.fail({ operation: "auth.test", kind: "timeout" });
    const caller = new AbortController();
    const call = slack.messages.create({ channel, text: "posted" }, { signal: caller.signal });
    await vi.waitUntil(() => sandbox.calls().some(({ method, ok }) => method === "chat.postMessage" && ok));
    caller.abort();
    const { data } = await call;
    expect(data.ts).toMatch(/^\d{10}\.\d{6}$/);
  });

  test("without a response to auth.test, a write waits only two seconds", async () => {
    const { sandbox, slack, channel } = open();
    await slack.channels.list();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    sandbox.fail({ operation: "auth.test", kind: "timeout" });
    const results: Result[] = [];
    void slack.messages.create({ channel, text: "posted" }).then((value) => results.push(value));
    let waited = 0;
    for (; results.length === 0 && waited < 20_000; waited += 100) await vi.advanceTimersByTimeAsync(100);
    expect(waited).toBeLessThan(5000);
    expect(results[0]?.data).toMatchObject({ text: "posted" });
    expect(results[0]?.data).not.toHaveProperty("permalink");
  });
});

describe("a write with an unknown outcome is not repeated if it cannot be searched for", () => {
  const faults: Record<string, Fault> = {
    "the connection dies after the request": { kind: "reset_after" },
    "the answer is cut": { kind: "truncated" },
    "the answer is no JSON": { kind: "not_json" },
    "a proxy fails": { kind: "http_503" },
    "Slack has a fault": { kind: "ok_false", error: "internal_error" },
  };
  test.each(Object.entries(faults))("%s", async (_what, fault) => {
    const { sandbox, slack, channel, sent } = open();
    sandbox.fail({ operation: "chat.meMessage", ...fault });
    const error = await caught(slack.messages.me({ channel, text: "once" }));
    expect(error).toMatchObject({ outcome: "unknown", retryable: false });
    expect(error.hint).toMatch(/Check before/);
    expect(sent("chat.meMessage")).toHaveLength(1);
  });

  test("no response in time", async () => {
    const sandbox = slackSandbox();
    const slack = new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      { ...sandbox.options, timeoutMs: 20 },
    );
    sandbox.fail({ operation: "chat.meMessage", kind: "timeout" });
    const error = await caught(slack.messages.me({ channel: "C012AB3CD", text: "once" }));
    expect(error).toMatchObject({ code: "upstream_timeout", outcome: "unknown", retryable: false });
  });

  test("an abort after the request was sent", async () => {
    const { sandbox, slack, channel } = open();
    sandbox.fail({ operation: "chat.postMessage", kind: "timeout" });
    const caller = new AbortController();
    const call = caught(slack.messages.create({ channel, text: "x" }, { signal: caller.signal }));
    await vi.waitUntil(() => sandbox.calls().some(({ method }) => method === "chat.postMessage"));
    caller.abort();
    expect(await call).toMatchObject({ code: "aborted", outcome: "unknown" });
  });

  test("an abort before the request: nothing is sent", async () => {
    const { sandbox, slack, channel } = open();
    const call = slack.messages.create({ channel, text: "x" }, { signal: AbortSignal.abort() });
    expect(await caught(call)).toMatchObject({ code: "aborted", outcome: "not_started" });
    expect(sandbox.calls()).toEqual([]);
  });

  test("a rate limit proves that nothing was done, so the write is sent again", async () => {
    const { sandbox, slack, channel, texts } = open();
    sandbox.fail({ operation: "chat.postMessage", kind: "rate_limit", retryAfter: 3, times: 2 });
    await slack.messages.create({ channel, text: "once" });
    expect(texts().filter((text) => text === "once")).toHaveLength(1);
  });
});

describe("a request", () => {
  const args = (call: { args: Record<string, unknown> } | undefined) => call?.args;

  test("turns link previews off, even if the caller passes undefined or null", async () => {
    const { slack, channel, sent } = open();
    for (const value of [undefined, null, false])
      await slack.messages.create({ channel, text: "x", unfurl_links: value, unfurl_media: value } as never);
    await slack.messages.create({ channel, text: "x", unfurl_links: true });
    await slack.scheduled_messages.create({ channel, text: "x", post_at: 1774000000 });
    const seen = [...sent("chat.postMessage"), ...sent("chat.scheduleMessage")].map(args);
    expect(seen.map((one) => [one?.["unfurl_links"], one?.["unfurl_media"]])).toEqual([
      ["false", "false"],
      ["false", "false"],
      ["false", "false"],
      ["true", "false"],
      ["false", "false"],
    ]);
  });

  test("contains booleans as true or false, lists with commas, and no absent params", async () => {
    const { slack, channel, sent } = open();
    await slack.channels.list({ types: ["public_channel", "im"], exclude_archived: false });
    expect(args(sent("conversations.list")[0])).toEqual({
      types: "public_channel,im",
      exclude_archived: "false",
      limit: "100",
    });
    await caught(slack.channel_invites.create({ channel, users: ["U012AB3CD", "W045EF6GH"], force: true }));
    expect(args(sent("conversations.invite")[0])).toEqual({
      channel,
      users: "U012AB3CD,W045EF6GH",
      force: "true",
    });
  });

  test("for a changed channel returns the id of the channel, even if Slack returns only ok", async () => {
    const channel = "C012AB3CD";
    const fetch = async () => Response.json({ ok: true });
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
    const answers = await Promise.all([
      slack.channel_purposes.create({ channel, purpose: "x" }),
      slack.channel_topics.create({ channel, topic: "x" }),
      slack.channel_invites.create({ channel, users: ["U012AB3CD"] }),
      slack.channels.update({ channel, name: "x" }),
    ]);
    for (const { data } of answers) expect(data).toEqual({ id: channel });
  });

  test("whose response has no ts gives no undo and no link", async () => {
    const fetch = async () => Response.json({ ok: true });
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
    const { data, meta } = await slack.messages.create({ channel: "C012AB3CD", text: "x" });
    expect(data).toEqual({ channel: "C012AB3CD" });
    const unknown = "It is unknown who can read C012AB3CD, because Slack's response does not say it.";
    expect(meta).toEqual({ warnings: [unknown] });
  });
});

test.each([
  ["#genral", "params.channel", /no channel #genral.*did you mean “#general/],
  ["@nobody.at.all", "params.channel", /nobody called @nobody\.at\.all/],
  ["@Sam Doe", "params.channel", /may be “@sam\.doe, .* or “@sam\.d2, /],
  ["nobody@example.com", "params.channel", /nobody has the e-mail address/],
])("a message to %s, which matches nobody or several people, is not sent", async (channel, path, words) => {
  const users = [
    { id: "U07SAMDOE01", name: "sam.doe", real_name: "Sam Doe" },
    { id: "U07SAMDOE02", name: "sam.d2", real_name: "Sam Doe" },
  ];
  const sandbox = slackSandbox({ seed: { users } });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const error = await caught(slack.messages.create({ channel, text: "x" }));
  expect(error).toMatchObject({ code: "invalid_params", path, outcome: "not_started" });
  expect(error.message).toMatch(words);
  expect(error.hint).toMatch(/\w/);
  const reads = new Set(["conversations.list", "users.list", "users.lookupByEmail"]);
  expect(sandbox.calls().every(({ method }) => reads.has(method))).toBe(true);
});

const ts = "1712161829.000300";
test("a message with attachments has no undo, because it would write their text into the message", async () => {
  const message = { ts, text: "", attachments: [{ title: "T", text: "details" }], user: "U1AAAA" };
  const fetch: typeof globalThis.fetch = async (input) =>
    Response.json(
      String(input).endsWith("conversations.history")
        ? { ok: true, messages: [message] }
        : { ok: true, channel: "C012AB3CD", ts, message: { text: "new" }, url: "https://x.slack.com/" },
    );
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
  const { meta } = await slack.messages.update({ channel: "C012AB3CD", ts, text: "new" });
  expect(meta).not.toHaveProperty("undo");
});

describe("undo restores everything, or there is no undo:", () => {
  /** Opens a simulated Slack with one user group, and records the requests. */
  function withGroup(members: string[]) {
    const sent: [method: string, args: Record<string, string>][] = [];
    const group = { id: "S012AB3CD", name: "Atlas", handle: "atlas", prefs: { channels: [] } };
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const method = String(input).split("/").at(-1)!;
      sent.push([method, Object.fromEntries(new URLSearchParams(String(init?.body)))]);
      return Response.json({ ok: true, usergroups: [group], usergroup: group, users: members });
    };
    return { slack: new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch }), sent };
  }
  const usergroup = "S012AB3CD";

  test("the team_id of an organization's token is in the read and in the undo", async () => {
    const { slack, sent } = withGroup(["U1AAAA"]);
    const params = { usergroup, users: ["U2BBBB"], team_id: "T012AB3CD" };
    const { meta } = await slack.usergroup_members.replace(params);
    expect(sent[0]).toMatchObject(["usergroups.users.list", { team_id: "T012AB3CD" }]);
    expect(meta.undo?.params).toEqual({ ...params, users: ["U1AAAA"] });
    const renamed = await slack.usergroups.update({ usergroup, name: "New", team_id: "T012AB3CD" });
    expect(sent.find(([method]) => method === "usergroups.list")?.[1]).toMatchObject({
      team_id: "T012AB3CD",
    });
    expect(renamed.meta.undo?.params).toEqual({ usergroup, name: "Atlas", team_id: "T012AB3CD" });
    const made = await slack.usergroups.create({ name: "Atlas", team_id: "T012AB3CD" });
    expect(made.meta.undo?.params).toEqual({ usergroup, team_id: "T012AB3CD" });
  });
  test("a group that was empty has no undo, because Slack allows no empty group", async () => {
    const { slack } = withGroup([]);
    expect(
      (await slack.usergroup_members.replace({ usergroup, users: ["U2BBBB"] })).meta.undo,
    ).toBeUndefined();
  });
  test("there is no undo for values that Slack does not return", async () => {
    const { slack } = withGroup([]);
    const { meta } = await slack.usergroups.update({
      usergroup,
      name: "New",
      additional_channels: ["C012AB3CD"],
    });
    expect(meta.undo).toBeUndefined();
  });
  test("a new date is removed by undo", async () => {
    const fetch: typeof globalThis.fetch = async () =>
      Response.json({ ok: true, profile: { real_name: "Ana" } });
    const slack = new SlackConnector({ auth: { api_token: "xoxp-1" } }, { fetch });
    const changed = await slack.user_profiles.update({ profile: { start_date: "2026-01-01" } });
    expect(changed.meta.undo?.params).toEqual({ profile: { start_date: "" } });
    await slack.undo(changed);
  });
});
