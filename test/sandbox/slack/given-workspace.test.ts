import { slackSandbox, type SandboxWorkspace } from "agent-connectors/sandbox";
import { expect, test, vi } from "vitest";
import { drive } from "./helpers.ts";

const world = (more: Partial<SandboxWorkspace>) => ({
  workspace: { users: ["Ana Silva", "Ben Okoro"], ...more },
});

test("people, channels, members and the owners of the tokens are those of the workspace", async () => {
  const { call, sandbox, id } = drive(
    world({
      name: "Tent shop",
      users: ["Ana Silva", { name: "ben", real_name: "Ben Okoro", title: "Support", is_admin: true }],
      channels: [
        "general",
        { name: "#support", is_private: true, members: ["Ben Okoro", "assistant"], topic: "Late orders" },
        { name: "old", is_archived: true },
      ],
      you: "@Ben",
    }),
  );
  expect(await call("auth.test", {}, sandbox.tokens.user)).toMatchObject({
    team: "Tent shop",
    user: "ben",
    url: "https://tent-shop.slack.com/",
  });
  expect(await call("auth.test")).toMatchObject({ user: "assistant", bot_id: expect.any(String) });
  expect((await call("users.info", { user: id("ana.silva") }))["user"]).toMatchObject({
    real_name: "Ana Silva",
    is_admin: false,
  });
  expect((await call("users.info", { user: "USLACKBOT" }))["user"]).toMatchObject({ name: "slackbot" });
  const { channels } = sandbox.state();
  expect(channels.map(({ name, kind, is_general }) => [name, kind, is_general])).toEqual([
    ["general", "public_channel", true],
    ["support", "private_channel", false],
    ["old", "public_channel", false],
  ]);
  expect(channels[0]?.members).toEqual([id("ana.silva"), id("ben"), id("assistant")]);
  expect(channels[1]).toMatchObject({
    members: [id("ben"), id("assistant")],
    topic: { value: "Late orders" },
  });
  expect(channels[2]?.is_archived).toBe(true);
});

test("messages have mentions, links, threads, reactions, files, pins and blocks, also in direct messages", async () => {
  const { call, sandbox, id } = drive(
    world({
      emoji: ["tent"],
      messages: [
        {
          channel: "general",
          from: "Ana Silva",
          text: "<b> & *bold* @ben.okoro @nobody #general @here https://x.example/a",
          reactions: { eyes: ["ben.okoro", "Ana Silva"], tent: ["Ben Okoro"] },
          files: [{ name: "order.txt", content: "4711" }, { name: "photo.png" }],
          pinned: true,
          replies: [{ from: "assistant", text: "On it" }],
        },
        { channel: ["Ana Silva", "Ben Okoro"], from: "Ben Okoro", text: "between two" },
        { channel: ["Ana Silva"], from: "Ana Silva", text: "to myself" },
        {
          channel: ["Ana Silva", "Ben Okoro", "assistant"],
          from: "Ana Silva",
          via: "assistant",
          text: "to all",
        },
        { channel: ["Ben Okoro", "Ana Silva"], from: "Ana Silva", blocks: [{ type: "divider" }] },
      ],
    }),
  );
  const [ana, ben, general] = [id("ana.silva"), id("ben.okoro"), id("general")];
  const history = await call("conversations.history", { channel: general });
  const [message] = history["messages"] as [{ ts: string; files: { id: string }[] }];
  expect(message).toMatchObject({
    user: ana,
    text: `&lt;b&gt; &amp; *bold* <@${ben}> @nobody <#${general}|general> <!here> <https://x.example/a>`,
    blocks: [{ type: "rich_text" }],
    reactions: [
      { name: "eyes", users: [ben, ana], count: 2 },
      { name: "tent", users: [ben], count: 1 },
    ],
    files: [
      { name: "order.txt", mode: "snippet", preview: "4711" },
      { name: "photo.png", mimetype: "image/png", size: 1024 },
    ],
    pinned_to: [general],
    reply_count: 1,
  });
  const { messages } = await call("conversations.replies", { channel: general, ts: message.ts });
  expect(messages).toMatchObject([
    { user: ana },
    { user: id("assistant"), bot_id: expect.any(String), text: "On it" },
  ]);
  expect(Number((messages as { ts: string }[])[1]!.ts) - Number(message.ts)).toBeCloseTo(60, 2);
  const direct = sandbox.state().channels.filter(({ kind }) => kind === "im" || kind === "mpim");
  expect(direct.map(({ kind, members, messages: { length } }) => [kind, members, length])).toEqual([
    ["im", [ana, ben], 2],
    ["im", [ana], 1],
    ["mpim", [ana, ben, id("assistant")], 1],
  ]);
  expect(direct[2]).toMatchObject({
    name: "mpdm-ana.silva--ben.okoro--assistant-1",
    messages: [{ user: ana, bot_id: expect.any(String) }],
  });
  const file = await sandbox.fetch(
    `https://files.slack.com/files-pri/T0SANDBOX01-${message.files[0]!.id}/x`,
    {
      headers: { authorization: `Bearer ${sandbox.tokens.bot}` },
    },
  );
  expect(await file.text()).toBe("4711");
});

test("messages have their times, and the sandbox's clock starts after the newest message", () => {
  const at = (...times: (string | undefined)[]) => {
    const messages = times.map((time) => ({
      channel: "general",
      from: "Ana Silva",
      text: "x",
      ...(time ? { at: time } : {}),
    }));
    const sandbox = slackSandbox(world({ messages }));
    const stamps = sandbox.state().channels[0]!.messages.map(({ ts }) => Math.floor(Number(ts)) * 1000);
    return [...stamps, sandbox.clock.now()].map((time) => new Date(time).toISOString().slice(0, 16));
  };
  expect(at(undefined, undefined)).toEqual(["2026-03-12T16:28", "2026-03-12T16:29", "2026-03-12T16:30"]);
  expect(at("1d", undefined)).toEqual(["2026-03-11T16:30", "2026-03-11T16:31", "2026-03-12T16:30"]);
  expect(at("90m", "2030-01-01T10:00:00+01:00")).toEqual([
    "2030-01-01T07:31",
    "2030-01-01T09:00",
    "2030-01-01T09:01",
  ]);
  expect(at("2020-01-01", "2w")).toEqual(["2020-01-01T00:00", "2026-02-26T16:30", "2026-03-12T16:30"]);
});

const message = { channel: "general", from: "Ana Silva" };
test.each<[Record<string, unknown>, string, RegExp]>([
  [{ users: [] }, "workspace.users", /at least one person/],
  [{ users: "Ana" }, "workspace.users", /must be a list/],
  [{ users: ["Ana", "🏕"] }, "workspace.users[1].name", /a letter or a digit/],
  [{ users: ["Ana", 5] }, "workspace.users[1]", /plain object, got a number/],
  [{ users: ["Ana", "ana"] }, "workspace.users[1]", /two items with the name "ana"/],
  [{ users: [{ name: "Ana", is_admim: true }] }, "workspace.users[0].is_admim", /no option "is_admim"/],
  [{ users: [{ name: "Ana", id: "ana" }] }, "workspace.users[0].id", /an id such as/],
  [
    {
      users: [
        { name: "a", id: "U1" },
        { name: "b", id: "U1" },
      ],
    },
    "workspace.users",
    /same id/,
  ],
  [{ you: "Cleo" }, "workspace.you", /no user with the name "Cleo".*The users are: ana.silva, ben.okoro/],
  [{ chanels: [] }, "workspace.chanels", /no option "chanels"/],
  [{ channels: ["a", "#a"] }, "workspace.channels[1]", /two items/],
  [
    { channels: [{ name: "a", members: ["An Silva"] }] },
    "workspace.channels[0].members[0]",
    /Did you mean ana.silva/,
  ],
  [{ messages: [{ ...message, from: "Bem Okoro" }] }, "workspace.messages[0].from", /Did you mean ben.okoro/],
  [
    { messages: [{ ...message, channel: "genral" }] },
    "workspace.messages[0].channel",
    /Did you mean general/,
  ],
  [{ messages: [{ ...message, channel: ["x"] }] }, "workspace.messages[0].channel[0]", /no user/],
  [
    { messages: [{ ...message, channel: [] }] },
    "workspace.messages[0].channel",
    /must be the name of a channel/,
  ],
  [{ messages: [{ ...message, at: "yesterday" }] }, "workspace.messages[0].at", /an age such as/],
  [{ messages: [{ ...message, at: "2026-03-12T10:00" }] }, "workspace.messages[0].at", /is not a time/],
  [{ messages: [{ ...message, at: "0m" }] }, "workspace.messages[0].at", /between 1970 and 2026-03-12T16:30/],
  [{ messages: [{ ...message, at: "9999w" }] }, "workspace.messages[0].at", /between 1970/],
  [
    { messages: [{ ...message, replies: [{ from: "Ana Silva", at: "9h" }] }] },
    "workspace.messages[0].replies[0].at",
    /before the time of the message/,
  ],
  [
    { messages: [{ ...message, replies: [{ ...message }] }] },
    "workspace.messages[0].replies[0].channel",
    /no option "channel"/,
  ],
  [
    { messages: [{ ...message, reactions: { thumbs_up: [] } }] },
    "workspace.messages[0].reactions.thumbs_up",
    /Did you mean thumbsup/,
  ],
  [
    { messages: [{ ...message, reactions: { eyes: "Ana" } }] },
    "workspace.messages[0].reactions.eyes",
    /list of names/,
  ],
  [{ messages: [{ ...message, via: "Ben Okoro" }] }, "workspace.messages[0].via", /name of a bot/],
  [{ messages: [{ ...message, files: [{ name: "" }] }] }, "workspace.messages[0].files[0].name", /not empty/],
])("a mistake is named: %j", (more, path, text) => {
  const start = () => slackSandbox(world(more));
  expect(start).toThrow(expect.objectContaining({ code: "config_error", path }));
  let error: { message: string; hint?: string } | undefined;
  try {
    start();
  } catch (thrown) {
    error = thrown as typeof error;
  }
  expect(`${error?.message} ${error?.hint}`).toMatch(text);
});

test("a name that two people share must be the handle", () => {
  const users = [
    { name: "al1", real_name: "Al" },
    { name: "al2", real_name: "Al" },
  ];
  const messages = (from: string) => [{ channel: "general", from }];
  expect(() => slackSandbox(world({ users, messages: messages("Al") }))).toThrow(
    /2 users have the name "Al"/,
  );
  expect(() => slackSandbox(world({ users, messages: messages("al2") }))).not.toThrow();
});

test("the workspace stays as it was given, and a seed changes it", async () => {
  const given = world({ messages: [{ ...message, text: "x", attachments: [{ text: "y" }] }] });
  const before = structuredClone(given);
  const { sandbox, call, id, ts } = drive({ ...given, seed: { team: { name: "Renamed" } } });
  const timestamp = ts("general", () => true);
  await call("reactions.add", { channel: id("general"), timestamp, name: "eyes" });
  expect(given).toEqual(before);
  expect(sandbox.state().team.name).toBe("Renamed");
});

test("the program of the sandbox's page prints the messages", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await import("../../../examples/sandbox-workspace.ts");
  expect(log.mock.calls).toEqual([[["Order 4711 is late."]]]);
  log.mockRestore();
});
