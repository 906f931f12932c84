import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// If a post contains the name of a person as plain text, this person is not notified. The result of the post says so.

const people = [
  { id: "U0ARTEM001", name: "artem.rey", real_name: "Artem Rey", profile: { display_name: "Artem" } },
  { id: "U0ANAA0001", name: "ana.a", real_name: "Ana Archer", profile: { display_name: "" } },
  { id: "U0ANAB0001", name: "ana.b", real_name: "Ana Berg", profile: { display_name: "" } },
  { id: "U0GONE0001", name: "gone", real_name: "Gone Girl", profile: {}, deleted: true },
];

function open(members: readonly object[] = people) {
  const sandbox = slackSandbox({ rateLimits: false });
  const lists: URLSearchParams[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (!String(input).endsWith("/users.list")) return sandbox.fetch(input, init);
    const args = new URLSearchParams(String(init?.body));
    lists.push(args);
    const end = Number(args.get("cursor") ?? 0) + Number(args.get("limit"));
    const page = members.slice(end - Number(args.get("limit")), end);
    const next_cursor = end < members.length ? String(end) : "";
    return Response.json({ ok: true, members: page, response_metadata: { next_cursor } });
  };
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, fetch },
  );
  const warnings = async (content: { text: string } | { markdown_text: string } | { blocks: [] }) =>
    (await slack.messages.create({ channel: "#random", ...content })).meta.warnings;
  return { sandbox, slack, lists, warnings };
}

const plain = (written: string, rest: string) =>
  `${written} is plain text, so nobody was notified. ${rest} and mentions: true.`;
const artem = "To mention Artem, post a message with <@U0ARTEM001>";
const quoted = "To mention “Artem”, post a message with <@U0ARTEM001>";
const ana = "To mention Ana Archer, post a message with <@U0ANAA0001>";

describe("a name of a known person", () => {
  test.each([
    ["Please look, @Artem!", plain("@Artem", artem)],
    ["@artem.rey: done?", plain("@artem.rey", quoted)],
    ["(@Artem Rey) is @Artem", plain("@Artem Rey", quoted), plain("@Artem", artem)],
    [
      "@Ana Archer and @Ana Berg and @Ana Berg",
      plain("@Ana Archer", ana),
      plain("@Ana Berg", "To mention Ana Berg, post a message with <@U0ANAB0001>"),
    ],
    ["Is that @Artem's?", plain("@Artem", artem)],
    ["cc @ana archer.", plain("@ana archer", ana)],
    [
      "cc @Ana",
      plain(
        "@Ana",
        "To mention somebody, post a message with <@U0ANAA0001> (“Ana Archer”) or <@U0ANAB0001> (“Ana Berg”)",
      ),
    ],
  ])("%s", async (text, ...expected) => {
    const { slack, lists, warnings } = open();
    await slack.users.list();
    expect(await warnings({ text })).toEqual(expected);
    expect(await warnings({ markdown_text: text })).toEqual(expected);
    const block = { type: "section", text: { type: "mrkdwn", text } };
    expect(await warnings({ blocks: [block] } as never)).toEqual(expected);
    expect(lists).toHaveLength(1);
  });
  test.each([
    "mail artem@example.com or https://example.com/@artem",
    "`@Artem` and ```\n@Artem\n```",
    "npm i @artem/tools, then @nobody and @Gone",
    "@ Artem, @@Artem",
  ])("is not meant: %s", async (text) => {
    const { slack, warnings } = open();
    await slack.users.list();
    expect(await warnings({ text })).toBeUndefined();
  });
  test("is in a warning of every action that posts, next to the warning about escaped mentions", async () => {
    const { sandbox, slack } = open();
    await slack.users.list();
    const warning = plain("@Artem", artem);
    const channel = "#random";
    const text = "@Artem <@U0ANAA0001>";
    const { data, meta } = await slack.messages.create({ channel, text, mentions: true });
    const { ts } = data;
    const post_at = "2h";
    const { users, team } = sandbox.state();
    const reply = { channel, thread_ts: ts, user: users.find(({ is_bot }) => !is_bot)!.id, team_id: team.id };
    const stream = await slack.message_streams.start({ ...reply, markdown_text: "@Artem" });
    const chunks = [{ type: "markdown_text" as const, text: "@Artem" }];
    const { data: silent } = await slack.message_streams.start(reply);
    // The data is passed to `append`, so it must contain only its params.
    expect(Object.keys(silent).toSorted()).toEqual(["channel", "ts"]);
    expect([
      meta,
      (await slack.messages.update({ channel, ts, text, mentions: true })).meta,
      (await slack.scheduled_messages.create({ channel, text, mentions: true, post_at })).meta,
      (await slack.files.upload({ filename: "a", content: "a", channel, initial_comment: "@Artem" })).meta,
      (await slack.messages.me({ channel, text: "waves at @Artem" })).meta,
      stream.meta,
      (await slack.message_streams.append({ ...stream.data, chunks })).meta,
      (await slack.message_streams.stop({ ...stream.data, markdown_text: "@Artem" })).meta,
    ]).toMatchObject(Array.from({ length: 8 }, () => ({ warnings: [warning] })));
    const escaped = await slack.messages.create({ channel, text });
    expect(escaped.meta.warnings).toEqual([expect.stringContaining("<@U0ANAA0001> was sent"), warning]);
  });
});

test("a word that looks like a mention of the whole channel is in one warning, and no people are read for it", async () => {
  const { slack, lists, warnings } = open();
  const here = plain("@here", "To notify the channel, post a message with <!here>");
  expect(await warnings({ text: "Look, @here and @here" })).toEqual([here]);
  expect(await warnings({ markdown_text: "Look, @here" })).toEqual([
    expect.stringMatching(/^@here was sent as plain text/),
  ]);
  const me = await slack.messages.me({ channel: "#random", text: "waves, @here" });
  expect(me.meta.warnings).toHaveLength(1);
  expect(lists).toHaveLength(0);
});

describe("a name of a channel", () => {
  const general = (id: string) =>
    `#general is plain text without a link. To link the channel, write <#${id}>.`;
  const openChannels = () => {
    const bench = open();
    const id = bench.sandbox.state().channels.find(({ name }) => name === "general")!.id;
    const channel = bench.sandbox.state().channels.find(({ name }) => name === "random")!.id;
    const lists = () => bench.sandbox.calls().filter(({ method }) => method === "conversations.list").length;
    const warned = async (text: string) =>
      (await bench.slack.messages.create({ channel, text, mentions: true })).meta.warnings;
    return { ...bench, id, lists, warned };
  };
  test.each(["See #general.", "(#General) and #general", "#general: done"])(
    "%s has no link, and the result says how to write the link",
    async (text) => {
      const { id, lists, warned } = openChannels();
      expect(await warned(text)).toEqual([general(id)]);
      expect(await warned(text)).toEqual([general(id)]);
      expect(lists()).toBe(1);
    },
  );
  test.each(["fixes #123 in #ffcc00", "`#general`", "https://a.example/#general", "a#general", "## Title"])(
    "is not meant, and nothing is read: %s",
    async (text) => {
      const { lists, warned } = openChannels();
      expect(await warned(text)).toBeUndefined();
      expect(lists()).toBe(0);
    },
  );
  test("is not meant in a real link, or if there is no such channel", async () => {
    const { id, warned } = openChannels();
    expect(await warned(`<#${id}> and <#${id}|general>`)).toBeUndefined();
    expect(await warned("#nothing-here")).toBeUndefined();
  });
});

test("the short form of a mention in results is plain text in a post", async () => {
  const { slack, warnings } = open();
  await slack.users.list();
  expect(await warnings({ text: "<@Artem> <@U0ARTEM001>" })).toEqual([
    expect.stringContaining("<@U0ARTEM001> was sent"),
    plain("@Artem", artem),
  ]);
});

test("an upload without a comment reads no names", async () => {
  const { sandbox, slack } = open();
  await slack.files.upload({ filename: "a", content: "a" });
  expect(sandbox.calls().map(({ method }) => method)).not.toContain("users.info");
});

describe("if the names were never read", () => {
  test("the first people are read once in an hour, and only for a text with an unknown name", async () => {
    const { sandbox, lists, warnings } = open();
    await warnings({ text: "hello, a@b.example" });
    expect(lists).toHaveLength(0);
    const both = await Promise.all([warnings({ text: "hi @Artem" }), warnings({ text: "hi @nobody" })]);
    expect(both[0]).toEqual([plain("@Artem", artem)]);
    expect(lists.map((args) => args.get("limit"))).toEqual(["999"]);
    await warnings({ text: "hi @nobody" });
    expect(lists).toHaveLength(1);
    sandbox.clock.advance(3_600_001);
    await warnings({ text: "hi @nobody" });
    expect(lists).toHaveLength(2);
  });
  test("in a workspace of 10,000 people, one page is read, and each person who was read is known", async () => {
    const many = Array.from({ length: 9999 }, (_, index) => ({
      id: `U1${String(index).padStart(6, "0")}`,
      name: `user${index}`,
      profile: {},
    }));
    const { slack, lists, warnings } = open([...many.slice(0, 9000), people[0]!, ...many.slice(9000)]);
    expect(await warnings({ text: "hi @Artem" })).toBeUndefined();
    expect(lists).toHaveLength(1);
    expect((await slack.users.get({ user: "@user9500" }).catch(() => undefined))?.data).toBeUndefined();
    expect(lists).toHaveLength(11);
    expect(await warnings({ text: "hi @Artem" })).toEqual([plain("@Artem", artem)]);
    expect(await warnings({ text: "hi @user9700" })).toHaveLength(1);
    expect(lists).toHaveLength(11);
  });
  test("a post succeeds if the people cannot be read, and they are not read again for a minute", async () => {
    const { sandbox } = open();
    const own = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    sandbox.fail({ operation: "users.list", kind: "ok_false", error: "missing_scope", times: 5 });
    for (const _again of [1, 2])
      expect(
        (await own.messages.create({ channel: "#random", text: "hi @maya" })).meta.warnings,
      ).toBeUndefined();
    expect(sandbox.calls().filter(({ method }) => method === "users.list")).toHaveLength(1);
  });
});
