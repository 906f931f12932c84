import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { slackSandbox } from "agent-connectors/sandbox";
import { slackEvent, SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

const sandbox = slackSandbox({ rateLimits: false });
const connector = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
const { users, channels } = sandbox.state();
const maya = users.find(({ name }) => name === "maya.chen")!;
const general = channels.find(({ name }) => name === "general")!;
const mayaName = `${maya.display_name || maya.real_name} (${maya.id})`;
const where = { channel: general.id, channel_type: "channel" };
const ts = "1773333000.000100";

const callback = (event: object) => ({ token: "x", type: "event_callback", event, event_id: "Ev1" });
const said = (more: object = {}) => ({
  type: "message",
  user: maya.id,
  ts,
  text: `Hi <@${maya.id}>`,
  ...where,
  ...more,
});

describe("a message", () => {
  test("has the same row as a read, in every envelope, plus its channel", async () => {
    const { data } = await connector.messages.create({
      channel: general.id,
      text: "Deploy &amp; *go*: see <https://a.example|a>",
    });
    const read = await (
      await connector.tool()
    ).call({ entity: "messages", action: "get", params: { channel: general.id, ts: data.ts } });
    const { look } = {
      look: sandbox
        .state()
        .channels.find(({ id }) => id === general.id)!
        .messages.at(-1)!,
    };
    const event = { ...look, ...where, event_ts: data.ts };
    const shown = JSON.parse(read.text) as { data: object };
    for (const payload of [
      event,
      callback(event),
      { type: "events_api", envelope_id: "e", payload: callback(event) },
    ]) {
      const { row, ...rest } = await slackEvent(payload, { connector });
      const { channel, ...others } = row;
      expect(channel).toBe(`general (${general.id})`);
      expect(JSON.parse(JSON.stringify(others))).toEqual(shown.data);
      expect(rest).toMatchObject({
        type: "message",
        channel: general.id,
        ts: data.ts,
        context: { slack: {} },
      });
    }
  });

  test("has names only with a connector", async () => {
    const without = await slackEvent(callback(said()));
    expect(without.row).toEqual({
      channel: general.id,
      ts,
      time: "2026-03-12T16:30Z",
      author: maya.id,
      text: `Hi <@${maya.id}>`,
    });
    const { row } = await slackEvent(callback(said()), { connector });
    expect(row).toMatchObject({ channel: `general (${general.id})`, author: mayaName });
    expect(row.text).toContain(mayaName.split(" (")[0]);
  });

  test.each<[string, object, object]>([
    [
      "app_mention",
      said({ type: "app_mention", thread_ts: "1773332000.000100" }),
      { text: `Hi <@${maya.id}>`, thread_ts: "1773332000.000100" },
    ],
    [
      "bot_message",
      said({
        subtype: "bot_message",
        user: undefined,
        bot_id: "B1",
        username: "Alerts",
        text: "",
        attachments: [{ text: "Disk is full" }],
      }),
      { author: "Alerts (B1)", text: "Disk is full" },
    ],
    [
      "file_share",
      said({
        subtype: "file_share",
        text: "",
        files: [{ id: "F1", name: "plan.png", mimetype: "image/png" }],
      }),
      { files: "plan.png [F1]" },
    ],
    [
      "thread_broadcast",
      said({ subtype: "thread_broadcast", thread_ts: "1773332000.000100", root: { text: "root" } }),
      { text: `Hi <@${maya.id}>`, thread_ts: "1773332000.000100" },
    ],
    ["me_message", said({ subtype: "me_message" }), { subtype: "me_message", author: maya.id }],
    [
      "channel_topic",
      said({ subtype: "channel_topic", text: `<@${maya.id}> set the topic: Atlas`, topic: "Atlas" }),
      { text: `<@${maya.id}> set the topic: Atlas` },
    ],
    [
      "without text",
      said({ subtype: "channel_posting_permissions", text: "" }),
      { text: "[channel_posting_permissions]" },
    ],
    [
      "message_changed",
      {
        type: "message",
        subtype: "message_changed",
        ...where,
        ts: "1773333009.000100",
        message: said({ text: "new" }),
        previous_message: said({ text: "old" }),
      },
      { change: "changed", ts, text: "new", before: "old", author: maya.id },
    ],
    [
      "message_changed by a preview",
      { type: "message", subtype: "message_changed", ...where, message: said(), previous_message: said() },
      { change: "changed", text: `Hi <@${maya.id}>` },
    ],
    [
      "message_deleted",
      {
        type: "message",
        subtype: "message_deleted",
        ...where,
        deleted_ts: ts,
        previous_message: said({ text: "gone" }),
      },
      { change: "deleted", ts, text: "gone" },
    ],
    [
      "message_deleted, unknown",
      { type: "message", subtype: "message_deleted", ...where, deleted_ts: ts },
      { change: "deleted", ts },
    ],
    [
      "message_replied",
      {
        type: "message",
        subtype: "message_replied",
        ...where,
        message: said({ reply_count: 1, thread_ts: ts }),
      },
      { text: `Hi <@${maya.id}>`, reply_count: 1 },
    ],
  ])("%s", async (_what, event, row) => {
    const result = await slackEvent(callback(event));
    expect(result.row).toMatchObject({ channel: general.id, ...row });
    expect(result).toMatchObject({ channel: general.id, ts });
    if (!("before" in row)) expect(result.row).not.toHaveProperty("before");
  });
});

const item = { type: "message", channel: general.id, ts };

test.each<[object, string, string]>([
  [
    { type: "reaction_added", user: maya.id, reaction: "tada", item, item_user: "U0OTHER", event_ts: ts },
    `reaction added: tada, message ${ts}, by ${maya.id}, on a message of U0OTHER, in ${general.id}`,
    `by ${mayaName}`,
  ],
  [
    { type: "member_joined_channel", user: maya.id, ...where, inviter: "U0OTHER" },
    `member joined channel: by ${maya.id}, invited by U0OTHER, in ${general.id}`,
    `in general (${general.id})`,
  ],
  [
    {
      type: "pin_added",
      user: maya.id,
      channel_id: general.id,
      item: { type: "message", channel: general.id, message: { ts } },
    },
    `pin added: message ${ts}, by ${maya.id}, in ${general.id}`,
    mayaName,
  ],
  [
    { type: "file_shared", user_id: maya.id, file_id: "F1", channel_id: general.id },
    `file shared: file F1, in ${general.id}`,
    "general",
  ],
  [
    {
      type: "link_shared",
      user: maya.id,
      channel: general.id,
      message_ts: ts,
      links: [{ domain: "a.example", url: "https://a.example/1" }],
    },
    `link shared: message ${ts}, https://a.example/1, by ${maya.id}, in ${general.id}`,
    mayaName,
  ],
  [
    { type: "channel_rename", channel: { id: general.id, name: "all" } },
    `channel rename: named all, in ${general.id}`,
    "all",
  ],
  [
    { type: "app_home_opened", user: maya.id, channel: "D1", tab: "home" },
    `app home opened: tab home, by ${maya.id}, in D1`,
    mayaName,
  ],
  [
    {
      type: "assistant_thread_started",
      assistant_thread: { user_id: maya.id, channel_id: "D1", thread_ts: ts },
    },
    `assistant thread started: by ${maya.id}, in D1`,
    mayaName,
  ],
  [{ type: "tokens_revoked", tokens: { oauth: ["U1"] } }, "tokens revoked", "tokens"],
  [{ type: "something_new", user: maya.id }, `something new: by ${maya.id}`, mayaName],
])("%#: another event is one line", async (event, text, named) => {
  expect((await slackEvent(callback(event))).row.text).toBe(text);
  expect((await slackEvent(callback(event), { connector })).row.text).toContain(named);
});

test("the tokens of an event and of a click go to the context of later calls, never to the row", async () => {
  const token = "10647138185092.960436384805.afce3599";
  for (const [event, slack] of [
    [said({ assistant_thread: { action_token: token } }), { action_token: token }],
    [said({ action_token: token }), { action_token: token }],
    [
      { type: "block_actions", trigger_id: token, user: { id: maya.id }, channel: { id: general.id } },
      { trigger_id: token },
    ],
    [
      { type: "shortcut", callback_id: "deploy", trigger_id: token, user: { id: maya.id } },
      { trigger_id: token },
    ],
    [
      { type: "block_actions", interactivity: { interactivity_pointer: token }, user: { id: maya.id } },
      { interactivity_pointer: token },
    ],
  ] as const) {
    const { context, row } = await slackEvent(event);
    expect(context).toEqual({ slack });
    expect(JSON.stringify(row)).not.toContain("afce3599");
  }
  const { context } = await slackEvent(said({ action_token: sandbox.actionToken }));
  const found = await connector.search.messages({ query: "release" }, { context });
  expect(found.data.length).toBeGreaterThan(0);
});

test("an id that is a name of Object.prototype has no name", async () => {
  const event = { type: "reaction_added", user: "constructor", reaction: "x", item: { channel: "toString" } };
  expect((await slackEvent(event, { connector })).row.text).toBe(
    "reaction added: x, by constructor, in toString",
  );
  expect((await slackEvent(said({ channel: "valueOf" }), { connector })).row.channel).toBe("valueOf");
});

test.each([undefined, null, "text", 5, [], {}, { event: {} }, { type: 5 }])(
  "%j is not an event",
  async (payload) => {
    await expect(slackEvent(payload)).rejects.toMatchObject({ code: "invalid_params", path: "payload" });
  },
);

test("if names cannot be read, the event still has its ids", async () => {
  const broken = new SlackConnector(
    { auth: { api_token: "xoxb-none" } },
    { fetch: async () => new Response("", { status: 500 }), clock: sandbox.clock },
  );
  const { row } = await slackEvent(callback(said()), { connector: broken });
  expect(row).toMatchObject({ author: maya.id, channel: general.id });
});

describe("turn", () => {
  const envelope = (event: object, event_id: string) => ({ ...callback(event), event_id, team_id: "T1" });
  const turnOf = async (payload: object) => (await slackEvent(payload)).turn;
  const hello = said({ team: "T2", user_team: "T3" });

  test("a mention, its retry and its twin have the same turn", async () => {
    const { channel_type: _type, ...mention } = { ...hello, type: "app_mention" };
    const twins = [envelope(hello, "Ev1"), envelope(mention, "Ev2")];
    const socket = { type: "events_api", envelope_id: "e", payload: twins[0] };
    const turn = `T1 ${general.id} ${ts}`;
    expect(await Promise.all([...twins, socket].map(turnOf))).toEqual([turn, turn, turn]);
    expect(await turnOf(hello)).toBe(`T2 ${general.id} ${ts}`);
  });

  test("another workspace, channel or message is another turn", async () => {
    const others = [
      envelope(hello, "Ev1"),
      { ...envelope(hello, "Ev1"), team_id: "T9" },
      envelope({ ...hello, channel: "C9" }, "Ev1"),
      envelope({ ...hello, ts: "1773333000.000200" }, "Ev1"),
    ];
    expect(new Set(await Promise.all(others.map(turnOf))).size).toBe(4);
  });

  test.each([
    ["a file", { subtype: "file_share" }],
    ["a reply that is also sent to the channel", { subtype: "thread_broadcast" }],
    ["/me", { subtype: "me_message" }],
    ["bot_id null", { bot_id: null }],
  ])("a person's message has a turn: %s", async (_, more) => {
    expect(await turnOf(said(more))).toBe(` ${general.id} ${ts}`);
  });

  test.each([
    ["a bot", { bot_id: "B1" }],
    ["a bot without a user", { subtype: "bot_message", user: undefined, bot_id: "B1" }],
    ["a new member", { subtype: "channel_join" }],
    ["Slackbot", { user: "USLACKBOT" }],
    ["a change", { subtype: "message_changed", message: said(), previous_message: said() }],
    ["a deletion", { subtype: "message_deleted", deleted_ts: ts, previous_message: said() }],
    ["a reaction", { type: "reaction_added", item: { channel: general.id, ts } }],
    ["no channel", { channel: undefined }],
  ])("a bot must not answer this event: %s", async (_, more) => {
    expect(await turnOf(said(more))).toBeUndefined();
  });

  test("team is the workspace of the author", async () => {
    expect((await slackEvent(envelope(hello, "Ev1"))).team).toBe("T3");
    expect((await slackEvent(envelope(said({ team: "T2" }), "Ev1"))).team).toBe("T2");
    expect((await slackEvent(envelope(said(), "Ev1"))).team).toBe("T1");
  });
});

const corpus = join(import.meta.dirname, "../../../../../shared/corpus/slack-messages");
const absent = existsSync(corpus) ? false : "the public events are not beside the project";

/** Returns the public events: the JSON files with an event. */
function publicEvents(): [name: string, payload: Record<string, unknown>][] {
  return readdirSync(corpus, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.name.endsWith(".json")) return [];
    const path = join(entry.parentPath, entry.name);
    const payload = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown> | null;
    const { type, event, payload: inner } = payload ?? {};
    return type === "event_callback" || (event as { type?: unknown } | undefined)?.type || inner
      ? [[path.slice(corpus.length + 1), payload!]]
      : [];
  });
}

test.skipIf(absent)(`every public event is readable${absent ? ` [skipped: ${absent}]` : ""}`, async () => {
  const events = publicEvents();
  expect(events.length).toBeGreaterThan(90);
  for (const [name, payload] of events) {
    const { row, type } = await slackEvent(payload).catch((error: Error) =>
      expect.fail(`${name}: ${error.message}`),
    );
    expect(type, name).not.toBe("event_callback");
    const told = `${String(row.text ?? "")}${String(row.files ?? "")}${String(row.change ?? "")}`;
    // Some public samples consist of empty texts only.
    if (/"text":\s*"[^"]/.test(JSON.stringify(payload)) || type !== "message")
      expect(told, name).not.toBe("");
    expect(JSON.stringify(row), name).not.toContain("[object");
  }
});

test("a misspelled option is refused", async () => {
  const event = { type: "message", channel: "C1", ts: "1.1", text: "Hi" };
  await expect(slackEvent(event, { conector: {} } as never)).rejects.toThrow(/no option "conector"/);
});
