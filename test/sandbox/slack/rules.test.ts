import { describe, expect, test } from "vitest";
import { drive, type Answer } from "./helpers.ts";

type Message = Record<string, unknown> & { ts: string; text: string };
const messagesOf = (answer: Answer): Message[] => answer["messages"] as Message[];

describe("scheduling", () => {
  const scheduler = () => {
    const driver = drive({ rateLimits: false });
    const channel = driver.id("random");
    const now = driver.sandbox.clock.now() / 1000;
    return {
      ...driver,
      channel,
      schedule: (after: number, more: Record<string, string> = {}) =>
        driver.call("chat.scheduleMessage", {
          channel,
          post_at: String(now + after),
          text: `+${after}`,
          ...more,
        }),
    };
  };

  test("is refused in the past, after 120 days, and for the 31st message in five minutes", async () => {
    const { schedule } = scheduler();
    expect((await schedule(0)).error).toBe("time_in_past");
    expect((await schedule(120 * 86_400 + 1)).error).toBe("time_too_far");
    for (let index = 0; index < 30; index++) expect((await schedule(600 + index)).ok).toBe(true);
    expect((await schedule(640)).error).toBe("restricted_too_many");
    expect((await schedule(1_000)).ok).toBe(true);
    expect((await scheduler().schedule(60, { post_at: "soon" })).error).toBe("invalid_time");
  });

  test("messages are posted in the order of their time, and cannot be cancelled in the last minute", async () => {
    const { schedule, call, channel, sandbox } = scheduler();
    const late = await schedule(90);
    await schedule(30);
    sandbox.clock.advance(40_000);
    const undo = { channel, scheduled_message_id: String(late["scheduled_message_id"]) };
    expect((await call("chat.deleteScheduledMessage", undo)).error).toBe("invalid_scheduled_message_id");
    sandbox.clock.advance(60_000);
    const { messages = [] } = sandbox.state().channels.find(({ id }) => id === channel) ?? {};
    expect(messages.slice(-2).map(({ text }) => text)).toEqual(["+30", "+90"]);
    expect(sandbox.state().scheduled).toEqual([]);
  });

  test("a reply can be scheduled; in a channel archived meanwhile nothing is posted", async () => {
    const { schedule, call, channel, sandbox, ts } = scheduler();
    const parent = ts("random", (text) => text.startsWith("Weekend"));
    await schedule(60, { thread_ts: parent });
    sandbox.clock.advance(60_000);
    expect(messagesOf(await call("conversations.replies", { channel, ts: parent })).at(-1)?.text).toBe("+60");
    await schedule(120);
    await call("conversations.archive", { channel });
    sandbox.clock.advance(120_000);
    expect(JSON.stringify(sandbox.state())).not.toContain("+120");
  });
});

describe("messages", () => {
  test("a bot can delete only its own messages, and an admin's token can delete any", async () => {
    const { call, id, ts, sandbox } = drive();
    const args = { channel: id("random"), ts: ts("random", (text) => text.startsWith("Found")) };
    expect((await call("chat.delete", args)).error).toBe("cant_delete_message");
    expect((await call("chat.delete", args, sandbox.tokens.user)).ok).toBe(true);
  });

  test("a deleted reply no longer counts", async () => {
    const { call, id, ts, sandbox } = drive();
    const channel = id("random");
    const parent = ts("random", (text) => text.startsWith("Weekend"));
    const reply = ts("random", (text) => text.startsWith("Bread"));
    await call("chat.delete", { channel, ts: reply }, sandbox.tokens.user);
    const [first, ...replies] = messagesOf(await call("conversations.replies", { channel, ts: parent }));
    expect(first).toMatchObject({ reply_count: 1, reply_users: [id("maya.chen")] });
    expect(replies).toHaveLength(1);
  });

  test("a reply to a reply belongs to the parent's thread; Slack's own notes accept no reply", async () => {
    const { call, id, ts } = drive();
    const channel = id("engineering");
    const reply = ts("engineering", (text) => text.startsWith("Lovely"));
    const parent = ts("engineering", (text) => text.startsWith("The stock service"));
    const posted = await call("chat.postMessage", { channel, text: "Yes", thread_ts: reply });
    expect(posted["message"]).toMatchObject({ thread_ts: parent, parent_user_id: id("priya.raman") });
    const note = ts("engineering", (text) => text.startsWith("set the channel topic"));
    expect((await call("chat.postMessage", { channel, text: "Yes", thread_ts: note })).error).toBe(
      "cannot_reply_to_message",
    );
  });

  test("blocks get ids, and stay until an update without blocks", async () => {
    const { call, id } = drive();
    const blocks = JSON.stringify([
      { type: "header", text: { type: "plain_text", text: "Hoot" } },
      { type: "section", fields: [{ type: "mrkdwn", text: "*Wings*\n2" }] },
    ]);
    const posted = await call("chat.postMessage", { channel: id("random"), blocks });
    const ids = (posted["message"] as { blocks: { block_id: string }[] }).blocks.map(
      ({ block_id }) => block_id,
    );
    expect(new Set(ids).size).toBe(2);
    const update = { channel: id("random"), ts: String(posted["ts"]), text: "Plain" };
    const { message } = await call("chat.update", update);
    expect(message).toMatchObject({ text: "Plain", blocks: [{ type: "rich_text" }] });
  });

  test("the error for invalid blocks has their path", async () => {
    const { call, id } = drive();
    const blocks = JSON.stringify([{ type: "divider" }, { type: "section" }]);
    expect(await call("chat.postMessage", { channel: id("random"), blocks })).toMatchObject({
      error: "invalid_blocks",
      response_metadata: { messages: ["[ERROR] missing required field: text [json-pointer:/blocks/1]"] },
    });
  });

  test("plain text is also stored as rich text", async () => {
    const { call, id } = drive();
    const text =
      "Ask <@U07AC5T1X3P> in <#C07A4DF8GH9> :owl: *now* or `later` at <https://owls.example|owls> & co";
    const { message } = await call("chat.postMessage", { channel: id("random"), text });
    const [
      {
        elements: [section],
      },
    ] = (message as { blocks: [{ elements: [{ elements: unknown[] }] }] }).blocks;
    expect(section.elements).toEqual([
      { type: "text", text: "Ask " },
      { type: "user", user_id: "U07AC5T1X3P" },
      { type: "text", text: " in " },
      { type: "channel", channel_id: "C07A4DF8GH9" },
      { type: "text", text: " " },
      { type: "emoji", name: "owl" },
      { type: "text", text: " " },
      { type: "text", text: "now", style: { bold: true } },
      { type: "text", text: " or " },
      { type: "text", text: "later", style: { code: true } },
      { type: "text", text: " at " },
      { type: "link", url: "https://owls.example", text: "owls" },
      { type: "text", text: " & co" },
    ]);
  });

  test("a message with a custom name is a bot_message, which the bot can still change", async () => {
    const { call, id } = drive();
    const posted = await call("chat.postMessage", {
      channel: "#random",
      text: "Hoot",
      username: "Owl",
      icon_emoji: ":owl:",
    });
    expect(posted["message"]).toMatchObject({
      subtype: "bot_message",
      username: "Owl",
      icons: { emoji: ":owl:" },
    });
    expect(posted["message"]).not.toHaveProperty("user");
    const update = { channel: id("random"), ts: String(posted["ts"]), text: "Hoo" };
    expect((await call("chat.update", update)).ok).toBe(true);
  });

  test("a message with a user token belongs to the user and names the app", async () => {
    const { call, id, sandbox } = drive();
    const posted = await call("chat.postMessage", { channel: id("random"), text: "Me" }, sandbox.tokens.user);
    expect(posted["message"]).toMatchObject({ user: id("maya.chen"), app_id: "A07ZQ3W8E2R" });
    const args = { channel: id("random"), ts: String(posted["ts"]), text: "You" };
    expect((await call("chat.update", args)).error).toBe("cant_update_message");
  });
});

describe("an invisible conversation", () => {
  test("is not found by any method", async () => {
    const { call, id, sandbox } = drive();
    const { id: direct = "" } =
      sandbox
        .state()
        .channels.find(({ members }) => members.includes(id("tom.okafor")) && members.length === 2) ?? {};
    for (const channel of [id("leadership"), direct]) {
      for (const [method, args] of [
        ["conversations.history", {}],
        ["conversations.members", {}],
        ["chat.getPermalink", { message_ts: "1.000001" }],
        ["pins.list", {}],
        ["reactions.get", { timestamp: "1.000001" }],
      ] as const) {
        expect((await call(method, { channel, ...args })).error, method).toBe("channel_not_found");
      }
    }
  });

  test("a person can read public channels without being a member, and a bot cannot", async () => {
    const { call, id, sandbox } = drive();
    const args = { channel: id("marketing") };
    expect((await call("conversations.history", args)).error).toBe("not_in_channel");
    expect((await call("conversations.history", args, sandbox.tokens.user)).ok).toBe(true);
    expect((await call("pins.add", { ...args, timestamp: "1.000001" })).error).toBe("message_not_found");
  });

  test("does not show a file that is shared only there", async () => {
    const budget = {
      id: "F07BG1D5G3T",
      created: 1_773_252_300,
      name: "budget.pdf",
      title: "Budget",
      mimetype: "application/pdf",
      filetype: "pdf",
      pretty_type: "PDF",
      user: "U07A9F2KQ1R",
      size: 1,
      shares: { C07B4VB8NM9: ["1773252300.000219"] },
    };
    const { call, sandbox } = drive({ seed: { files: [budget] } });
    const count = async (token: string): Promise<number> =>
      ((await call("files.list", { types: "pdfs" }, token))["files"] as unknown[]).length;
    expect([await count(sandbox.tokens.bot), await count(sandbox.tokens.user)]).toEqual([0, 1]);
    expect((await call("files.info", { file: budget.id })).error).toBe("file_not_found");
    expect((await call("files.info", { file: budget.id }, sandbox.tokens.user)).ok).toBe(true);
  });
});

describe("reactions", () => {
  const react = (name: string) => {
    const { call, id, ts } = drive();
    const timestamp = ts("random", (text) => text.startsWith("Weekend"));
    return call("reactions.add", { channel: id("random"), timestamp, name });
  };

  // https://docs.slack.dev/reference/methods/reactions.add: `invalid_name`
  test.each(["thumbs_up", "no-such-emoji", ":owl:", "👍", "constructor", "", "party-otter::skin-tone-2"])(
    "%j is not an emoji",
    async (name) => {
      expect((await react(name)).error).toBe(name === "" ? "invalid_arguments" : "invalid_name");
    },
  );
  test.each(["thumbsup", "+1", "wave::skin-tone-3", "otter", "party-otter"])(
    "%j is an emoji",
    async (name) => {
      expect((await react(name)).ok).toBe(true);
    },
  );
});

describe("direct messages", () => {
  // https://slack.com/help/articles/212281468: messages to yourself are visible only to you.
  test("a person's own direct message is theirs alone", async () => {
    const { call, id, sandbox } = drive();
    const { user } = sandbox.tokens;
    const maya = id("maya.chen");
    const own = (await call("conversations.open", { users: maya, return_im: "true" }, user))["channel"];
    expect(own).toMatchObject({ is_im: true, user: maya });
    const channel = (own as { id: string }).id;
    expect(sandbox.state().channels.find((one) => one.id === channel)?.members).toEqual([maya]);
    expect((await call("chat.postMessage", { channel: maya, text: "note" }, user))["channel"]).toBe(channel);
    // The bot's post to the same person is in another direct message.
    expect((await call("chat.postMessage", { channel: maya, text: "hi" }))["channel"]).not.toBe(channel);
    expect((await call("conversations.history", { channel })).error).toBe("channel_not_found");
  });
});

// https://docs.slack.dev/reference/methods/chat.postMessage#authorship
test("a message that a person posts through the app has the person as its user, and the app's bot_id", async () => {
  const { call, id, sandbox } = drive();
  const args = { channel: id("random"), text: "through the app" };
  const { message } = await call("chat.postMessage", args, sandbox.tokens.user);
  expect(message).toMatchObject({ user: id("maya.chen"), bot_id: "B07AS5T9N1L" });
  expect(message).not.toHaveProperty("subtype");
});
