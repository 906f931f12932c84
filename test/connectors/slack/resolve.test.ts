import type { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// What people call things, wherever an id is meant.

function open() {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const { channels, users } = sandbox.state();
  const general = channels.find(({ name }) => name === "general")!;
  const person = users.find((one) => !one.is_bot && !one.deleted && one.id !== "USLACKBOT")!;
  const sent = (wanted: string) => sandbox.calls().filter(({ method }) => method === wanted);
  return { sandbox, slack, general, person, users, sent };
}
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );

describe("channels", () => {
  test.each(["#general", "#General"])("%s", async (channel) => {
    const { slack, general, sent } = open();
    expect((await slack.channels.get({ channel })).data.id).toBe(general.id);
    await slack.channel_messages.list({ channel, limit: 1 });
    expect(sent("conversations.history")[0]?.args["channel"]).toBe(general.id);
    expect(sent("conversations.list")).toHaveLength(1);
  });
  test("a link of the channel, and of a message in it", async () => {
    const { slack, general } = open();
    for (const rest of ["", "/p1712161829000300", "/p1712161829000300?thread_ts=1712161829.000300"]) {
      const channel = `https://fernhill.slack.com/archives/${general.id}${rest}`;
      expect((await slack.channels.get({ channel })).data.id).toBe(general.id);
    }
  });
  test("an unknown name is answered with the nearest", async () => {
    const { slack, general } = open();
    const error = await caught(slack.channels.get({ channel: "#genral" }));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.channel", outcome: "not_started" });
    expect(error.message).toContain(`did you mean #general (${general.id})?`);
  });
  test("an id costs no request", async () => {
    const { slack, general, sandbox } = open();
    await slack.channels.get({ channel: general.id });
    expect(sandbox.calls()).toHaveLength(1);
  });
});

describe("people", () => {
  test("by handle, by name and by e-mail", async () => {
    const { slack, person, sent } = open();
    const named = [`@${person.name}`, `@${String(person.real_name)}`, person.email!];
    for (const user of named) expect((await slack.users.get({ user })).data.id).toBe(person.id);
    expect(sent("users.list")).toHaveLength(1);
    expect(sent("users.lookupByEmail")).toHaveLength(1);
  });
  test("a message to a person, and several people at once", async () => {
    const { slack, person, users, sent } = open();
    await slack.messages.create({ channel: `@${person.name}`, text: "hello" });
    expect(sent("chat.postMessage")[0]?.args["channel"]).toBe(person.id);
    const { data } = await slack.channels.create({ name: "named" });
    const two = users.filter((one) => !one.is_bot && !one.deleted && !one.is_restricted).slice(0, 2);
    await slack.channel_invites.create({ channel: data.id, users: two.map(({ name }) => `@${name}`) });
    expect(sent("conversations.invite")[0]?.args["users"]).toBe(two.map(({ id }) => id).join(","));
  });
  test("nobody, and several", async () => {
    const answers: Record<string, unknown> = {
      "users.list": {
        members: [
          { id: "U1AAAA", name: "ana.a", real_name: "Ana", profile: {} },
          { id: "U2BBBB", name: "ana.b", real_name: "Ana", profile: {} },
        ],
      },
    };
    const fetch: typeof globalThis.fetch = async (input) =>
      Response.json({ ok: true, ...(answers[String(input).split("/").at(-1)!] as object) });
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
    const several = await caught(slack.users.get({ user: "@ana" }));
    expect(several.message).toBe("user: @ana may be @ana.a (Ana, U1AAAA) or @ana.b (Ana, U2BBBB).");
    expect(several.code).toBe("invalid_params");
    const nobody = await caught(slack.users.get({ user: "@ana.c" }));
    expect(nobody.message).toMatch(/nobody called @ana\.c; did you mean @ana\.[ab]/);
  });
  test("an e-mail address of nobody", async () => {
    const { slack } = open();
    const error = await caught(slack.users.get({ user: "nobody@example.com" }));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.user" });
  });
});

describe("messages and times", () => {
  test("a link in place of a ts; of a reply, its thread", async () => {
    const { slack, general, sent } = open();
    const { data: root } = await slack.messages.create({ channel: general.id, text: "root" });
    const { data: reply } = await slack.messages.create({
      channel: general.id,
      text: "reply",
      thread_ts: root.ts,
    });
    const link = String(reply.permalink);
    const { data } = await slack.threads.list({ channel: link, ts: link });
    expect(data.map(({ ts }) => ts)).toEqual([root.ts, reply.ts]);
    await slack.reactions.create({ channel: link, ts: link, name: "eyes" });
    expect(sent("reactions.add")[0]?.args["timestamp"]).toBe(reply.ts);
    const other = await caught(slack.threads.list({ channel: "C0NOTTHERE", ts: link }));
    expect(other).toMatchObject({ code: "invalid_params", path: "params.ts" });
  });
  test("times as ISO, and as so long ago", async () => {
    const { slack, sandbox, general, sent } = open();
    const now = Math.floor(sandbox.clock.now() / 1000);
    const cases = {
      "2026-03-11T09:00:00Z": Date.UTC(2026, 2, 11, 9) / 1000,
      "2026-03-11T09:00": Date.UTC(2026, 2, 11, 9) / 1000,
      "2026-03-11": Date.UTC(2026, 2, 11) / 1000,
      "2026-03-11T09:00+02:00": Date.UTC(2026, 2, 11, 7) / 1000,
      "2d": now - 2 * 86_400,
      "90m": now - 90 * 60,
      "1712161829": 1712161829,
    };
    for (const [oldest, seconds] of Object.entries(cases)) {
      await slack.channel_messages.list({ channel: general.id, oldest });
      expect(Number(sent("conversations.history").at(-1)?.args["oldest"])).toBe(seconds);
    }
  });
  test("wherever a time is meant", async () => {
    const { slack, sandbox, sent } = open();
    const days = (count: number) => String(Math.floor(sandbox.clock.now() / 1000) - count * 86_400);
    const march = String(Date.UTC(2026, 2, 11) / 1000);
    await slack.files.list({ ts_from: "2026-03-11", ts_to: "1d" });
    expect(sent("files.list")[0]?.args).toMatchObject({ ts_from: march, ts_to: days(1) });
    await slack.search.context({ query: "x", before: "1d", after: "2026-03-11" }).catch(() => {});
    const asked = sent("assistant.search.context")[0]?.args;
    expect(asked).toMatchObject({ before: days(1), after: march });
  });
  test.each(["yesterday", "2 d", "2026-3-1", "", "99999d", "2y"])("%j is no time", async (oldest) => {
    const { slack, general, sandbox } = open();
    const error = await caught(slack.channel_messages.list({ channel: general.id, oldest }));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.oldest" });
    expect(sandbox.calls()).toEqual([]);
  });
});
