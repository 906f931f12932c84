import type { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test, vi } from "vitest";
import { openSlackService } from "../../../hosted/open-service.ts";

// A param that needs an id also accepts the names that people use, such as #general or @maya.

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

/** Returns the `fetch` of a simulated Slack whose list of users has these pages. */
const people = (pages: readonly (readonly Record<string, unknown>[])[]) =>
  vi.fn<typeof globalThis.fetch>(async (input, init) => {
    const args = new URLSearchParams(String(init?.body));
    if (String(input).endsWith("/users.info"))
      return Response.json({ ok: true, user: pages.flat().find(({ id }) => id === args.get("user")) });
    const page = Number(args.get("cursor") ?? 0);
    const next_cursor = page + 1 < pages.length ? String(page + 1) : "";
    return Response.json({ ok: true, members: pages[page], response_metadata: { next_cursor } });
  });

describe("channels", () => {
  test.each(["#general", "#General"])("%s", async (channel) => {
    const { slack, general, sent } = open();
    expect((await slack.channels.get({ channel })).data.id).toBe(general.id);
    await slack.channel_messages.list({ channel, limit: 1 });
    expect(sent("conversations.history")[0]?.args["channel"]).toBe(general.id);
    expect(sent("conversations.list")).toHaveLength(1);
  });
  test("a link to the channel, or to a message in it, is accepted", async () => {
    const { slack, general } = open();
    for (const rest of ["", "/p1712161829000300", "/p1712161829000300?thread_ts=1712161829.000300"]) {
      const channel = `https://fernhill.slack.com/archives/${general.id}${rest}`;
      expect((await slack.channels.get({ channel })).data.id).toBe(general.id);
    }
  });
  test.each(["", "/", "?x=1", "/thread/C0AAAA-1712161829.000300"])(
    "the address that a browser shows is accepted: %j",
    async (rest) => {
      const { slack, general } = open();
      const channel = `https://app.slack.com/client/T07ABC123/${general.id}${rest}`;
      expect((await slack.channels.get({ channel })).data.id).toBe(general.id);
    },
  );
  test.each([
    "https://evil.example/archives/C012AB3CD",
    "https://evil.example/?.slack.com/archives/C012AB3CD",
    "http://fernhill.slack.com/archives/C012AB3CD",
    "https://fernhill.slack.com/team/U012AB3CD",
    "https://fernhill.slack.com/archives/",
  ])("a link that does not lead to a channel is refused: %s", async (channel) => {
    const { slack, sandbox } = open();
    expect(await caught(slack.channels.get({ channel }))).toMatchObject({ path: "params.channel" });
    expect(sandbox.calls()).toEqual([]);
  });
  test("the error for an unknown name suggests the nearest name", async () => {
    const { slack, general } = open();
    const error = await caught(slack.channels.get({ channel: "#genral" }));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.channel", outcome: "not_started" });
    expect(error.message).toContain(`did you mean “#general” (${general.id})?`);
  });
  test("an id needs no lookup", async () => {
    const { slack, general, sandbox } = open();
    await slack.channels.get({ channel: general.id });
    expect(sandbox.calls()).toHaveLength(1);
  });
});

test("a token that can list only public channels finds these by name", async () => {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const types = new URLSearchParams(String(init?.body)).get("types") ?? "";
    if (!String(input).endsWith("conversations.list"))
      return Response.json({ ok: true, channel: { id: "C1GENERAL", name: "general" } });
    return types.includes("private")
      ? Response.json({ ok: false, error: "missing_scope", needed: "groups:read" })
      : Response.json({ ok: true, channels: [{ id: "C1GENERAL", name: "general" }] });
  };
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
  expect((await slack.channels.get({ channel: "#general" })).data.id).toBe("C1GENERAL");
});

describe("people", () => {
  test("are found by handle, by name and by e-mail", async () => {
    const { slack, person, sent } = open();
    const named = [`@${person.name}`, `@${person.real_name}`, person.email!];
    for (const user of named) expect((await slack.users.get({ user })).data.id).toBe(person.id);
    expect(sent("users.list")).toHaveLength(1);
    expect(sent("users.lookupByEmail")).toHaveLength(1);
  });
  test("are found by the link to their profile", async () => {
    const { slack, person, sent } = open();
    const user = `https://fernhill.slack.com/team/${person.id}`;
    expect((await slack.users.get({ user })).data.id).toBe(person.id);
    await slack.messages.create({ channel: user, text: "hello" });
    expect(sent("chat.postMessage")[0]?.args["channel"]).toBe(person.id);
    expect((await caught(slack.users.get({ user: `@x/team/${person.id}` }))).message).toContain(
      "nobody called",
    );
  });
  test("are found by name as the target of a message, and as a list", async () => {
    const { slack, person, users, sent } = open();
    await slack.messages.create({ channel: `@${person.name}`, text: "hello" });
    expect(sent("chat.postMessage")[0]?.args["channel"]).toBe(person.id);
    const { data } = await slack.channels.create({ name: "named" });
    const two = users.filter((one) => !one.is_bot && !one.deleted && !one.is_restricted).slice(0, 2);
    await slack.channel_invites.create({ channel: data.id, users: two.map(({ name }) => `@${name}`) });
    expect(sent("conversations.invite")[0]?.args["users"]).toBe(two.map(({ id }) => id).join(","));
  });
  test("a name that matches nobody or several people is refused", async () => {
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
    expect(several.message).toBe("user: @ana may be “@ana.a, Ana” (U1AAAA) or “@ana.b, Ana” (U2BBBB).");
    expect(several.code).toBe("invalid_params");
    const nobody = await caught(slack.users.get({ user: "@ana.c" }));
    expect(nobody.message).toMatch(/nobody called @ana\.c; did you mean “@ana\.[ab]/);
  });
  test("a handle is preferred to the same name of other people", async () => {
    const fetch = people([
      [{ id: "U1AAAA", name: "x", real_name: "ana", profile: {} }],
      [{ id: "U2BBBB", name: "ana", real_name: "Ana B", profile: { display_name: "Ana" } }],
      [{ id: "U3CCCC", name: "y", real_name: "Ana", profile: {} }],
    ]);
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
    expect((await slack.users.get({ user: "@Ana" })).data.id).toBe("U2BBBB");
    expect(fetch).toHaveBeenCalledTimes(3);
  });
  test("a name that also exists on a later page is ambiguous", async () => {
    const fetch = people([
      [{ id: "U1AAAA", name: "ana.a", real_name: "Ana", profile: {} }],
      [{ id: "U2BBBB", name: "ana.b", profile: { real_name: "Ana" } }],
    ]);
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
    const error = await caught(slack.users.get({ user: "@ana" }));
    expect(error).toMatchObject({
      code: "invalid_params",
      path: "params.user",
      message: "user: @ana may be “@ana.a, Ana” (U1AAAA) or “@ana.b, Ana” (U2BBBB).",
    });
  });
  test("if there are more than ten pages, a unique name is still ambiguous, but a handle is accepted", async () => {
    const one = { id: "U1AAAA", name: "ana.a", real_name: "Ana", profile: {} };
    const filler = (index: number) => ({ id: `U9${index}ZZZ`, name: `z${index}`, profile: {} });
    const fetch = people([[one], ...Array.from({ length: 11 }, (_, index) => [filler(index)])]);
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
    const { message } = await caught(slack.users.get({ user: "@ana" }));
    expect(message).toMatch(
      /^user: @ana may be “@ana\.a, Ana” \(U1AAAA\), or somebody after the first 10\.$/,
    );
    expect((await slack.users.get({ user: "@ana.a" })).data.id).toBe("U1AAAA");
  });
  test("the error lists only some people if very many have the name", async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      id: `U1AAAA${index}`,
      name: `ana.${index}`,
      real_name: "Ana",
      profile: {},
    }));
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch: people([many]) });
    const { message } = await caught(slack.users.get({ user: "@ana" }));
    expect(message.match(/U1AAAA/g)).toHaveLength(10);
  });
  test("an unknown e-mail address is refused", async () => {
    const { slack } = open();
    const error = await caught(slack.users.get({ user: "nobody@example.com" }));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.user" });
  });
});

describe("direct messages", () => {
  test("an open direct message is read and written to by the name of the other person", async () => {
    const { sandbox, slack, person, sent } = open();
    const channel = `@${person.name}`;
    const other = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    const { data: message } = await other.messages.create({ channel, text: "hello" });
    for (const name of [channel, person.email!, person.id]) {
      const { data } = await slack.channel_messages.list({ channel: name, limit: 1 });
      expect(data[0]).toMatchObject({ ts: message.ts, text: "hello" });
    }
    expect(sent("conversations.list").map(({ args }) => args.types)).toEqual(["im"]);
    await slack.messages.update({ channel, ts: message.ts, text: "hello again" });
    expect((await slack.messages.get({ channel, ts: message.ts })).data.text).toBe("hello again");
    await slack.reactions.create({ channel, ts: message.ts, name: "eyes" });
    await slack.files.upload({ filename: "a.txt", content: "a", channel });
    expect(sent("files.completeUploadExternal")[0]?.args["channel_id"]).toBe(message.channel);
    await slack.dms.close({ channel });
    expect(sent("conversations.close")[0]?.args["channel"]).toBe(message.channel);
  });
  test("the error for a direct message that does not exist yet suggests dms.open", async () => {
    const { slack, person, sent } = open();
    const error = await caught(slack.channel_messages.list({ channel: `@${person.name}` }));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.channel", outcome: "not_started" });
    expect(error.message).toBe(
      `channel: the token has no direct message with @${person.name} (${person.id}) yet.`,
    );
    expect(error.hint).toContain("dms.open");
    expect(sent("conversations.history")).toEqual([]);
  });
  test("a group message is opened by the names of its members", async () => {
    const { slack, users, sent } = open();
    const two = users.filter((one) => !one.is_bot && !one.deleted && one.id !== "USLACKBOT").slice(0, 2);
    await slack.dms.open({ users: [`@${two[0]!.name}`, two[1]!.email!] });
    expect(sent("conversations.open")[0]?.args["users"]).toBe(two.map(({ id }) => id).join(","));
  });
});

describe("user groups", () => {
  test("are found by handle and by name in every param for a user group", async () => {
    const { slack, users, sent } = open();
    const { data: group } = await slack.usergroups.create({ name: "Atlas People", handle: "atlas" });
    for (const usergroup of ["@atlas", "@Atlas People", group.id])
      await slack.usergroup_members.replace({ usergroup, users: [users[0]!.id] });
    const asked = sent("usergroups.users.update").map(({ args }) => args["usergroup"]);
    expect(asked).toEqual([group.id, group.id, group.id]);
    await slack.usergroups.disable({ usergroup: "@atlas" });
    expect((await slack.usergroups.enable({ usergroup: "@Atlas" })).data.id).toBe(group.id);
  });
  test("an unknown user group is refused", async () => {
    const { slack, sent } = open();
    const { data } = await slack.usergroups.create({ name: "Atlas People", handle: "atlas" });
    const error = await caught(slack.usergroups.disable({ usergroup: "@atals" }));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.usergroup" });
    expect(error.message).toBe(
      `usergroup: there is no user group called @atals; did you mean “@atlas, Atlas People” (${data.id})?`,
    );
    expect(sent("usergroups.disable")).toEqual([]);
  });
});

describe("messages and times", () => {
  test("a link replaces a ts; the link to a reply also gives its thread", async () => {
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
  test("the address of a thread in the browser is accepted", async () => {
    const { slack, general, sent } = open();
    const { data: root } = await slack.messages.create({ channel: general.id, text: "root" });
    const link = `https://app.slack.com/client/T07ABC123/${general.id}/thread/${general.id}-${root.ts}`;
    expect((await slack.threads.list({ channel: link, ts: link })).data[0]?.text).toBe("root");
    await slack.messages.create({ channel: link, thread_ts: link, text: "reply" });
    expect(sent("chat.postMessage")[1]?.args).toMatchObject({ channel: general.id, thread_ts: root.ts });
  });
  test("the link to a file or a canvas is accepted", async () => {
    const { slack, sent } = open();
    const { data } = await slack.files.upload({ filename: "a-F00.txt", content: "a" });
    for (const link of [
      String(data.permalink),
      `https://files.slack.com/files-pri/T07ABC123-${data.id}/a-f00.txt`,
      `https://fernhill.slack.com/docs/T07ABC123/${data.id}`,
    ])
      expect((await slack.files.get({ file: link })).data.id, link).toBe(data.id);
    const { data: canvas } = await slack.canvases.create({ title: "Plan", markdown: "# Plan" });
    const canvas_id = `https://fernhill.slack.com/docs/T07ABC123/${canvas.canvas_id}?focus=1`;
    await slack.canvases.delete({ canvas_id });
    expect(sent("canvases.delete")[0]?.args["canvas_id"]).toBe(canvas.canvas_id);
    const other = await caught(slack.files.get({ file: "https://evil.example/files/U1AAA/F1AAA/x" }));
    expect(other).toMatchObject({ code: "invalid_params", path: "params.file" });
  });
  test("a time can be ISO, or a duration before now", async () => {
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
  test("every param for a time accepts these formats", async () => {
    const { slack, sandbox, sent } = open();
    const days = (count: number) => String(Math.floor(sandbox.clock.now() / 1000) - count * 86_400);
    const march = String(Date.UTC(2026, 2, 11) / 1000);
    await slack.files.list({ ts_from: "2026-03-11", ts_to: "1d" });
    expect(sent("files.list")[0]?.args).toMatchObject({ ts_from: march, ts_to: days(1) });
    await slack.search.context({ query: "x", before: "1d", after: "2026-03-11" }).catch(() => {});
    const asked = sent("assistant.search.context")[0]?.args;
    expect(asked).toMatchObject({ before: days(1), after: march });
  });
  test("a future time can be ISO, a duration from now, or seconds", async () => {
    const { slack, sandbox, general, sent } = open();
    const now = Math.floor(sandbox.clock.now() / 1000);
    const day = new Date((now + 86_400) * 1000).toISOString();
    const cases: [string | number, number][] = [
      [day, now + 86_400],
      [day.replace(/\.\d+Z$/, ".5Z"), now + 86_401],
      ["90m", now + 5400],
      [now + 60, now + 60],
      [String(now + 60), now + 60],
    ];
    for (const [post_at, seconds] of cases) {
      const { data } = await slack.scheduled_messages.create({
        channel: general.id,
        text: "x",
        post_at: post_at as number,
      });
      expect(data.post_at).toBe(seconds);
      expect(sent("chat.scheduleMessage").at(-1)?.args["post_at"]).toBe(String(seconds));
    }
  });
  test("a duration from now is resolved once per idempotencyKey, even if the call is repeated late", async () => {
    const { slack, sandbox, general, sent } = open();
    const params = { channel: "#general", text: "x", post_at: "2h" };
    const create = (more: object = {}) =>
      slack.scheduled_messages.create({ ...params, ...more }, { idempotencyKey: "once" });
    const { data: first } = await create();
    sandbox.clock.advance(5000);
    expect((await create()).data).toEqual(first);
    expect(sent("chat.scheduleMessage")).toHaveLength(1);
    await expect(create({ channel: general.id, text: "y" })).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
  });
  test("reminders and statuses accept these formats", async () => {
    const { sandbox, sent } = open();
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
    const now = Math.floor(sandbox.clock.now() / 1000);
    const day = new Date((now + 86_400) * 1000).toISOString();
    for (const time of [day, "2h", "in 15 minutes", String(now + 9)])
      await slack.reminders.create({ text: "x", time });
    expect(sent("reminders.add").map(({ args }) => args["time"])).toEqual([
      String(now + 86_400),
      String(now + 7200),
      "in 15 minutes",
      String(now + 9),
    ]);
    for (const status_expiration of [day, "2h", 0]) {
      await slack.user_profiles.update({ profile: { status_text: "Lunch", status_expiration } });
    }
    const ends = sent("users.profile.set").map(({ args }) => JSON.parse(String(args["profile"])));
    expect(ends.map((profile) => profile.status_expiration)).toEqual([now + 86_400, now + 7200, 0]);
  });
  test.each(["soon", "2026-13-45T09:00Z", "-2h", "2 h"])("%j is not a future time", async (post_at) => {
    const { slack, general, sandbox } = open();
    const call = slack.scheduled_messages.create({ channel: general.id, text: "x", post_at });
    expect(await caught(call)).toMatchObject({ code: "invalid_params", path: "params.post_at" });
    expect(sandbox.calls()).toEqual([]);
  });
  test.each(["yesterday", "2 d", "2026-3-1", "2026-02-30", "2026-02-29T10:00", "", "99999d", "2y"])(
    "%j is not a time",
    async (oldest) => {
      const { slack, general, sandbox } = open();
      const error = await caught(slack.channel_messages.list({ channel: general.id, oldest }));
      expect(error).toMatchObject({ code: "invalid_params", path: "params.oldest" });
      expect(sandbox.calls()).toEqual([]);
    },
  );
});

test("all names and times work in the same way through a service", async () => {
  const sandbox = slackSandbox();
  const service = await openSlackService(sandbox.options);
  try {
    const slack = await SlackConnector.create({
      external_user_id: "user-1",
      ...service.application,
      base_url: service.url,
      auth: { api_token: sandbox.tokens.user },
    });
    const sent = (wanted: string) => sandbox.calls().findLast(({ method }) => method === wanted)?.args;
    const now = Math.floor(sandbox.clock.now() / 1000);
    const person = sandbox.state().users.find((one) => !one.is_bot && !one.deleted && one.name !== "maya")!;
    const channel = `@${person.name}`;
    const { data } = await slack.messages.create({ channel, text: "hello" });
    expect((await slack.messages.get({ channel, ts: data.ts })).data.text).toBe("hello");
    await slack.scheduled_messages.create({ channel: "#general", text: "x", post_at: "2h" });
    expect(sent("chat.scheduleMessage")?.["post_at"]).toBe(String(now + 7200));
    await slack.user_profiles.update({ profile: { status_text: "Lunch", status_expiration: "1h" } });
    expect(String(sent("users.profile.set")?.["profile"])).toContain(String(now + 3600));
    const group = await slack.usergroups.create({ name: "Atlas People", handle: "atlas" });
    await slack.usergroups.disable({ usergroup: "@atlas" });
    expect(sent("usergroups.disable")?.["usergroup"]).toBe(group.data.id);
    const found = await slack.search.everything({ query: "checkout", limit: 1 });
    expect(found.data[0]).toMatchObject({ type: "message", message: { author: expect.any(String) } });
  } finally {
    await service.close();
  }
});
