import { slackSandbox, type Fault } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// The response to a write that is not repeatable is lost. The connector then reads whether the write was done.

function open(kind: "bot" | "user" = "bot") {
  const sandbox = slackSandbox({ rateLimits: false });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens[kind] } }, sandbox.options);
  const sent = (operation: string) => sandbox.calls().filter(({ method }) => method === operation).length;
  return { sandbox, slack, sent, state: () => sandbox.state() };
}
type Bench = ReturnType<typeof open>;

const general = ({ state }: Bench) => state().channels.find(({ name }) => name === "general")!.id;

/** A write: the operation, the call, and the number of times that its effect is in the workspace. */
interface Write {
  operation: string;
  prepare?: (bench: Bench) => Promise<string>;
  run: (bench: Bench, id: string) => Promise<{ data: object; meta: object }>;
  effects: (bench: Bench, id: string) => number;
  /** Whether the write creates a record although it has a `prepare`. */
  creates?: true;
}

const link = "https://wiki.example.com";
const newRoom = async ({ sandbox, slack }: Bench) => {
  const { id } = (await slack.channels.create({ name: "new-room" })).data;
  // A change of the last minutes could be a change by somebody else.
  sandbox.clock.advance(3600_000);
  return id;
};
const newGroup = async ({ sandbox, slack }: Bench) => {
  const { id } = (await slack.usergroups.create({ name: "New group", handle: "new-group" })).data;
  sandbox.clock.advance(3600_000);
  return id;
};
const newBookmark = async (bench: Bench) => {
  const { data } = await bench.slack.bookmarks.create({ channel: general(bench), title: "Old", link });
  bench.sandbox.clock.advance(3600_000);
  return data.id;
};
const newListItem = async ({ sandbox, slack }: Bench) => {
  const { list_id } = (await slack.lists.create({ name: "Before" })).data;
  await slack.list_items.create({ list_id });
  sandbox.clock.advance(3600_000);
  return list_id;
};
const list = ({ state }: Bench, list_id: string) => state().files.find(({ id }) => id === list_id)!.list!;
const room = ({ state }: Bench, id: string) => state().channels.find((channel) => channel.id === id)!;
const notices = (bench: Bench, id: string, kind: string) =>
  room(bench, id).messages.filter(({ subtype }) => subtype === kind).length;
const group = ({ state }: Bench, id: string) => state().usergroups.find((one) => one.id === id)!;

const writes: Record<string, Write> = {
  "channels.create": {
    operation: "conversations.create",
    run: ({ slack }) => slack.channels.create({ name: "once" }),
    effects: ({ state }) => state().channels.filter(({ name }) => name === "once").length,
  },
  "channels.update": {
    operation: "conversations.rename",
    prepare: newRoom,
    run: ({ slack }, channel) => slack.channels.update({ channel, name: "once" }),
    effects: (bench, id) => notices(bench, id, "channel_name"),
  },
  "channel_topics.create": {
    operation: "conversations.setTopic",
    prepare: newRoom,
    run: ({ slack }, channel) => slack.channel_topics.create({ channel, topic: "a < b & c" }),
    effects: (bench, id) => notices(bench, id, "channel_topic"),
  },
  "channel_purposes.create": {
    operation: "conversations.setPurpose",
    prepare: newRoom,
    run: ({ slack }, channel) => slack.channel_purposes.create({ channel, purpose: "once" }),
    effects: (bench, id) => notices(bench, id, "channel_purpose"),
  },
  "bookmarks.create": {
    operation: "bookmarks.add",
    run: (bench) => bench.slack.bookmarks.create({ channel: general(bench), title: "Once", link }),
    effects: (bench) => room(bench, general(bench)).bookmarks.filter(({ title }) => title === "Once").length,
  },
  "bookmarks.update": {
    operation: "bookmarks.edit",
    prepare: newBookmark,
    run: (bench, id) =>
      bench.slack.bookmarks.update({ channel: general(bench), bookmark_id: id, title: "Once" }),
    effects: (bench) => room(bench, general(bench)).bookmarks.filter(({ title }) => title === "Once").length,
  },
  "usergroups.create": {
    operation: "usergroups.create",
    run: ({ slack }) => slack.usergroups.create({ name: "Once", handle: "once" }),
    effects: ({ state }) => state().usergroups.filter(({ name }) => name === "Once").length,
  },
  "usergroups.update": {
    operation: "usergroups.update",
    prepare: newGroup,
    run: ({ slack }, id) => slack.usergroups.update({ usergroup: id, description: "once" }),
    effects: (bench, id) => Number(group(bench, id).description === "once"),
  },
  "usergroup_members.replace": {
    operation: "usergroups.users.update",
    prepare: newGroup,
    run: ({ slack, state }, id) => slack.usergroup_members.replace({ usergroup: id, users: people(state()) }),
    effects: (bench, id) => Number(group(bench, id).users.length === 2),
  },
  "list_items.update": {
    operation: "slackLists.items.update",
    prepare: newListItem,
    run: (bench, list_id) => {
      const { items, schema } = list(bench, list_id);
      const cell = { row_id: items[0]!.id, column_id: schema[0]!.id, rich_text: richText("a < b & c") };
      return bench.slack.list_items.update({ list_id, cells: [cell] });
    },
    effects: (bench, id) =>
      list(bench, id).items[0]!.fields.filter(({ text }) => text === "a < b & c").length,
  },
  "canvases.create": {
    operation: "canvases.create",
    run: ({ slack }) => slack.canvases.create({ title: "Once", markdown: "# Plan\n\n- **one** & `two`" }),
    effects: ({ state }) => state().files.filter(({ title }) => title === "Once").length,
  },
  "lists.create": {
    operation: "slackLists.create",
    run: ({ slack }) =>
      slack.lists.create({
        name: "Once",
        schema: [{ key: "task", name: "Task", type: "text", is_primary_column: true }],
      }),
    effects: ({ state }) => state().files.filter(({ title }) => title === "Once").length,
  },
  "list_items.create": {
    operation: "slackLists.items.create",
    prepare: newListItem,
    creates: true,
    run: (bench, list_id) => {
      const { schema } = list(bench, list_id);
      const cell = { column_id: schema[0]!.id, rich_text: richText("once & again") };
      return bench.slack.list_items.create({ list_id, initial_fields: [cell] });
    },
    effects: (bench, id) => list(bench, id).items.length - 1,
  },
  "scheduled_messages.delete": {
    operation: "chat.deleteScheduledMessage",
    prepare: async (bench) => {
      const { slack } = bench;
      const message = { channel: general(bench), text: "later", post_at: "9h" };
      return (await slack.scheduled_messages.create(message)).data.scheduled_message_id;
    },
    run: (bench, scheduled_message_id) =>
      bench.slack.scheduled_messages.delete({ channel: general(bench), scheduled_message_id }),
    effects: ({ state }) => 1 - state().scheduled.length,
  },
  "scheduled_messages.create": {
    operation: "chat.scheduleMessage",
    run: (bench) =>
      bench.slack.scheduled_messages.create({
        channel: general(bench),
        markdown_text: "**once** a day",
        post_at: "2h",
      }),
    effects: ({ state }) => state().scheduled.length,
  },
  "files.upload": {
    operation: "files.completeUploadExternal",
    run: (bench) =>
      bench.slack.files.upload({ filename: "once.txt", content: "once", channel: general(bench) }),
    effects: ({ state }) => state().files.filter(({ name }) => name === "once.txt").length,
  },
};
const richText = (text: string) => [
  { type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }] },
];
const people = ({ users }: ReturnType<Bench["state"]>) =>
  users.filter(({ is_bot, deleted, id }) => !is_bot && !deleted && id !== "USLACKBOT").slice(0, 2).map(({ id }) => id); // prettier-ignore

describe.each(Object.entries(writes))("%s", (_name, { operation, prepare, run, effects, creates }) => {
  const attempt = async (fault: Fault) => {
    const bench = open();
    const usual = open();
    const id = (await prepare?.(bench)) ?? "";
    bench.sandbox.fail({ operation, ...fault });
    const result = await run(bench, id).catch((error: unknown) => error);
    const expected = await run(usual, (await prepare?.(usual)) ?? "");
    return {
      result,
      expected,
      count: effects(bench, id),
      sent: bench.sent(operation),
      prepared: usual.sent(operation),
    };
  };
  test("if the write was done, the call returns its record and is not sent again", async () => {
    const { result, expected, count, sent, prepared } = await attempt({ kind: "reset_after" });
    expect(result).toMatchObject({ meta: { recovered: "upstream_unreachable" } });
    expect(Object.keys((result as typeof expected).data)).toEqual(
      expect.arrayContaining(Object.keys(expected.data).filter((key) => key === "id" || key.endsWith("_id"))),
    );
    expect([count, sent]).toEqual([1, prepared]);
  });
  test("if the write was not done and Slack ended it, the write is sent again", async () => {
    const { result, count } = await attempt({ kind: "ok_false", error: "fatal_error" });
    expect(result).toMatchObject({ data: expect.anything() });
    expect(count).toBe(1);
  });
  test("if Slack may still do it, a new record is not created twice", async () => {
    const { result, count, sent, prepared } = await attempt({ kind: "http_503" });
    // A change of a record that nobody has changed is sent again, because it can only set the same values.
    if (prepare && !creates) expect([count, sent]).toEqual([1, prepared + 1]);
    else expect([result, count, sent]).toMatchObject([{ outcome: "unknown" }, 0, prepared]);
  });
});

test("a newer change by somebody else is not replaced", async () => {
  const bench = open();
  const channel = await newRoom(bench);
  const { sandbox, slack } = bench;
  let changed = false;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    // Before the connector looks, another token sets another topic.
    const isLost = sandbox.calls().some(({ fault }) => fault !== undefined);
    if (String(input).endsWith("conversations.info") && isLost && !changed) {
      changed = true;
      await slack.channel_topics.create({ channel, topic: "theirs" });
    }
    return sandbox.fetch(input, init);
  };
  const other = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, fetch },
  );
  sandbox.fail({ operation: "conversations.setTopic", kind: "http_500" });
  const call = other.execute("channel_topics", "create", { channel, topic: "ours" });
  await expect(call).rejects.toMatchObject({ outcome: "unknown" });
  expect(room(bench, channel).topic.value).toBe("theirs");
});

test("an equal bookmark of an earlier call is not taken for the lost one", async () => {
  const bench = open();
  await newBookmark(bench);
  bench.sandbox.fail({ operation: "bookmarks.add", kind: "http_503" });
  const again = bench.slack.bookmarks.create({ channel: general(bench), title: "Old", link });
  await expect(again).rejects.toMatchObject({ outcome: "unknown" });
});

test("if the second request is refused, the outcome of the first request is still unknown", async () => {
  const { sandbox, slack, sent } = open();
  sandbox.fail({ operation: "conversations.create", kind: "http_500", done: true });
  // Slack does not list the new channel yet.
  const fetch: typeof globalThis.fetch = async (input, init) =>
    String(input).endsWith("conversations.list")
      ? Response.json({ ok: true, channels: [] })
      : sandbox.fetch(input, init);
  const late = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, { ...sandbox.options, fetch });
  await expect(late.channels.create({ name: "once" })).rejects.toMatchObject({ outcome: "unknown" });
  expect(sent("conversations.create")).toBe(2);
  expect((await slack.channels.get({ channel: "#once" })).data.name).toBe("once");
});

describe("the outcome stays unknown", () => {
  test("if a cancelled message could also have been posted", async () => {
    const { sandbox, slack, state } = open();
    const channel = state().channels.find(({ name }) => name === "general")!.id;
    const { data } = await slack.scheduled_messages.create({ channel, text: "soon", post_at: "2m" });
    sandbox.clock.advance(90_000);
    sandbox.fail({ operation: "chat.deleteScheduledMessage", kind: "reset_after" });
    const { scheduled_message_id } = data;
    await expect(slack.scheduled_messages.delete({ channel, scheduled_message_id })).rejects.toMatchObject({
      outcome: "unknown",
    });
  });

  test.each([
    ["another text", { title: "Once", markdown: "theirs" }],
    ["the same text", { title: "Once", markdown: "ours" }],
  ])("if there is a second new canvas with the same title and %s", async (_what, other) => {
    const { sandbox, slack, sent } = open();
    await slack.canvases.create(other);
    sandbox.clock.advance(5000);
    const before = sent("canvases.create");
    sandbox.fail({ operation: "canvases.create", kind: "http_500" });
    await expect(slack.canvases.create({ title: "Once", markdown: "ours" })).rejects.toMatchObject({
      outcome: "unknown",
    });
    expect(sent("canvases.create")).toBe(before + 1);
  });

  test("if a text was inserted into a canvas, but not if the canvas was renamed", async () => {
    const { sandbox, slack, sent } = open();
    const { canvas_id } = (await slack.canvases.create({ title: "Plan", markdown: "once" })).data;
    const lose = () => sandbox.fail({ operation: "canvases.edit", kind: "reset_after" });
    lose();
    const insert = { canvas_id, operation: "insert_at_end", markdown: "once" } as const;
    await expect(slack.canvases.update(insert)).rejects.toMatchObject({ outcome: "unknown" });
    lose();
    const { meta } = await slack.canvases.update({ canvas_id, operation: "rename", markdown: "New plan" });
    expect(meta.recovered).toBe("upstream_unreachable");
    expect(sent("canvases.edit")).toBe(2);
  });

  test("if the description of a list was changed, but not if the list was renamed", async () => {
    const { sandbox, slack } = open();
    const { list_id } = (await slack.lists.create({ name: "Before" })).data;
    const lose = () => sandbox.fail({ operation: "slackLists.update", kind: "reset_after" });
    lose();
    await expect(slack.lists.update({ list_id, todo_mode: true })).rejects.toMatchObject({
      outcome: "unknown",
    });
    lose();
    expect((await slack.lists.update({ list_id, name: "After" })).meta.recovered).toBe(
      "upstream_unreachable",
    );
  });
});
