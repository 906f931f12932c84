import type { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// Slack has two search methods. The scopes of a token decide which of them the token can use.

function open(kind: "bot" | "user", scopes: readonly string[]) {
  const token = kind === "bot" ? "xoxb-searcher" : "xoxp-searcher";
  const usual = slackSandbox();
  const user = usual
    .state()
    .users.find((one) => Boolean(one.is_bot) === (kind === "bot") && !one.deleted)!.id;
  const sandbox = slackSandbox({ seed: { tokens: { [token]: { kind, user, scopes: [...scopes] } } } });
  const slack = new SlackConnector({ auth: { api_token: token } }, sandbox.options);
  // Requests for names are not counted here.
  const sent = () => sandbox.calls().flatMap(({ method }) => (method.endsWith(".info") ? [] : [method]));
  return { slack, sent, sandbox };
}
const search = ({ slack }: ReturnType<typeof open>, more: object = {}, action_token?: string) =>
  slack.search.messages({ query: "release", ...more }, { context: { slack: { action_token } } });

describe("the connector uses", () => {
  test("the newer search if a user token has its scopes, in every kind of channel of these scopes", async () => {
    const scene = open("user", ["search:read.public", "search:read.im", "search:read"]);
    const { data } = await search(scene);
    expect(data.length).toBeGreaterThan(0);
    for (const match of data)
      expect(match).toMatchObject({
        ts: expect.any(String),
        text: expect.any(String),
        channel: { id: expect.any(String) },
      });
    expect(scene.sent()).toEqual(["auth.test", "assistant.search.context"]);
    expect(scene.sandbox.calls()[1]?.args).toMatchObject({ channel_types: "public_channel,im", limit: "20" });
  });

  test("the older search if the token has only its scope, with the same records", async () => {
    const older = open("user", ["search:read"]);
    const newer = open("user", [
      "search:read.public",
      "search:read.private",
      "search:read.im",
      "search:read.mpim",
    ]);
    const found = async (scene: ReturnType<typeof open>) =>
      (await search(scene, { sort: "timestamp", limit: 5 })).data.map(({ ts, text, user }) => ({
        ts,
        text,
        user,
      }));
    expect(await found(older)).toEqual(await found(newer));
    expect(older.sent()).toEqual(["auth.test", "search.messages"]);
  });

  test("the newer search for a bot with the action_token of an event", async () => {
    const scene = open("bot", ["search:read.public"]);
    await search(scene, {}, scene.sandbox.actionToken);
    expect(scene.sent()).toEqual(["auth.test", "assistant.search.context"]);
  });

  test.each([
    ["bot", ["search:read.public"], /action_token/, undefined],
    ["bot", ["chat:write"], /user token/, ["search:read.public"]],
    ["user", ["chat:write"], /search:read\.public/, ["search:read.public"]],
  ] as const)(
    "no search for a %s token with %s, but an error with the missing scope",
    async (kind, scopes, hint, needed) => {
      const scene = open(kind, scopes);
      const error = await search(scene).then(
        () => expect.unreachable(),
        (thrown: ConnectorError) => thrown,
      );
      expect(error).toMatchObject({
        code: "credential_insufficient_scope",
        hint: expect.stringMatching(hint),
        outcome: "not_started",
      });
      // The error does not name the scopes that the token has, because they do not help.
      expect([error.needed, error.provided]).toEqual([needed, undefined]);
      expect(scene.sent()).toEqual(["auth.test"]);
    },
  );

  test("one auth.test for all searches", async () => {
    const scene = open("user", ["search:read"]);
    await search(scene);
    await search(scene);
    expect(scene.sent()).toEqual(["auth.test", "search.messages", "search.messages"]);
  });
});

describe("operators that Slack's search does not have", () => {
  const scene = () => open("user", ["search:read"]);
  const warned = async (query: string) => (await search(scene(), { query })).meta.warnings ?? [];
  test.for([
    ["zebra OR unicorn", "OR"],
    ["zebra | unicorn", "OR"],
    ["zebra AND unicorn", "AND"],
    ["NOT zebra", "NOT"],
    ["+zebra", "+"],
    ["(zebra OR unicorn) in:#general", "OR, parentheses"],
  ] as const)("%s finds nothing, and the result says why", async ([query, names]) => {
    expect(await warned(query)).toEqual([expect.stringContaining(`Slack's search has no ${names}:`)]);
  });
  test.for([
    "zebra",
    '"zebra OR unicorn"',
    "zebra or unicorn",
    "from:@nobody -zebra",
    "ORANGE zebra",
    "f(x) zebra+1",
  ])("%s has no such operator", async (query) => {
    expect(await warned(query)).toEqual([]);
  });
  test("give a warning in every search, but not on a later page or with results", async () => {
    const { slack } = scene();
    const both = { query: "zebra OR unicorn" };
    expect((await slack.search.files(both)).meta.warnings).toHaveLength(1);
    expect((await slack.search.everything(both)).meta.warnings).toHaveLength(1);
    expect((await slack.search.files({ ...both, cursor: "2" })).meta).not.toHaveProperty("warnings");
    const query = "deploy";
    const { warnings = [] } = (await slack.search.messages({ query })).meta;
    expect(warnings.filter((one) => one.includes("search"))).toEqual([]);
  });
});

describe("a result", () => {
  const person = [
    "search:read",
    "search:read.public",
    "search:read.files",
    "search:read.users",
    "users:read",
    "channels:history",
    "chat:write",
    "channels:write",
    "pins:write",
    "pins:read",
  ];
  const scene = async () => {
    const { slack, sandbox } = open("user", person);
    const { data: channel } = await slack.channels.create({ name: "haystack" });
    const { data: root } = await slack.messages.create({ channel: channel.id, text: "root" });
    return { slack, sandbox, channel: channel.id, root };
  };

  test("shows the thread of a reply and the names of people, to code and to a model", async () => {
    const { slack, sandbox, channel, root } = await scene();
    const { id } = sandbox.state().users.find((one) => !one.is_bot && !one.deleted)!;
    const reply = { channel, thread_ts: root.ts, text: `needle for <@${id}>`, mentions: true };
    const { data: written } = await slack.messages.create(reply);
    const { data, meta } = await slack.search.messages({ query: "needle" });
    expect(data).toMatchObject([{ ts: written.ts, thread_ts: root.ts }]);
    expect(meta.names).toMatchObject({ [id]: expect.any(String) });
    const tool = await slack.tool();
    for (const action of ["messages", "everything", "context"]) {
      const params = { query: "needle", ...(action === "context" ? { include_bots: true } : {}) };
      const told = await tool.call({ entity: "search", action, params });
      expect(JSON.stringify(told), action).toContain(root.ts);
      expect(JSON.stringify(told), action).toMatch(/needle for <@U\w+\|[^"<]+>/);
    }
  });

  test("a pinned message shows the names of mentioned people", async () => {
    const { slack, sandbox, channel } = await scene();
    const { id } = sandbox.state().users.find((one) => !one.is_bot && !one.deleted)!;
    const { data } = await slack.messages.create({ channel, text: `ask <@${id}>`, mentions: true });
    await slack.pins.create({ channel, ts: data.ts });
    const pinned = await slack.pins.list({ channel });
    expect(pinned.meta.names).toMatchObject({ [id]: expect.any(String) });
    expect(pinned.data[0]?.message).toMatchObject({
      ts: data.ts,
      author: expect.stringContaining("("),
      time: expect.stringMatching(/Z$/),
    });
  });

  test("of the search by meaning has the same fields as other records", async () => {
    const results = {
      messages: [
        {
          message_ts: "1712161829.000300",
          channel_id: "C1AAAA",
          author_user_id: "U1AAAA",
          content: "",
          blocks: [{ type: "section", text: { type: "mrkdwn", text: "in a block" } }],
        },
      ],
      files: [{ file_id: "F1AAAA", title: "Plan", file_type: "text/plain", uploader_user_id: "U1AAAA" }],
      channels: [{ channel_id: "C1AAAA", name: "atlas", topic: "Maps", purpose: "" }],
      users: [{ user_id: "U1AAAA", full_name: "Ana Archer", email: "ana@example.com", timezone: "UTC" }],
    };
    const fetch: typeof globalThis.fetch = async (input) =>
      Response.json(
        String(input).endsWith("assistant.search.context")
          ? { ok: true, results }
          : { ok: false, error: "no" },
      );
    const slack = new SlackConnector({ auth: { api_token: "xoxp-1" } }, { fetch });
    const { data } = await slack.search.context({ query: "atlas" });
    expect(data).toMatchObject([
      {
        type: "message",
        message: { ts: "1712161829.000300", text: "in a block", channel: { id: "C1AAAA" } },
      },
      { type: "file", file: { id: "F1AAAA", title: "Plan", mimetype: "text/plain", user: "U1AAAA" } },
      { type: "channel", channel: { id: "C1AAAA", name: "atlas", topic: { value: "Maps" } } },
      {
        type: "user",
        user: { id: "U1AAAA", real_name: "Ana Archer", profile: { email: "ana@example.com" } },
      },
    ]);
  });
});
