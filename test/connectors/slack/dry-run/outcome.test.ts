import { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// A dry run answers as the real call would. Each test runs both on the same workspace.

type Call = readonly [entity: string, action: string, params: Record<string, unknown>];
type Kind = "bot" | "user" | "limited";

const start = () => slackSandbox({ rateLimits: false });
type Sandbox = ReturnType<typeof start>;
type Channel = ReturnType<Sandbox["state"]>["channels"][number];

const connect = (sandbox: Sandbox, kind: Kind) =>
  new SlackConnector({ auth: { api_token: sandbox.tokens[kind] } }, sandbox.options);

/** Runs a call. Returns the error, or what `meta` says about the state. */
async function outcomeOf(slack: SlackConnector, [entity, action, params]: Call, dry_run: boolean) {
  const given = dry_run ? { ...params, dry_run } : params;
  try {
    const { meta } = await slack.execute(entity as "pins", action as "list", given as never);
    return { already: (meta as { already?: string }).already };
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    const { code, message, hint, outcome, needed, platform } = error;
    return { code, message, hint, outcome, needed, platform: platform?.code };
  }
}

/** Returns the outcome of a dry run, after checking that the real call has the same outcome. */
async function compare(slack: SlackConnector, call: Call) {
  const dry = await outcomeOf(slack, call, true);
  expect(dry, JSON.stringify(call)).toEqual(await outcomeOf(slack, call, false));
  return dry;
}

/** Like `compare`, on a new workspace in which `change` has run. Also checks that the dry run changes nothing. */
async function foreseen(
  call: (sandbox: Sandbox) => Call,
  kind: Kind = "bot",
  change?: (slack: SlackConnector) => Promise<void>,
) {
  const sandbox = start();
  const slack = connect(sandbox, kind);
  await change?.(slack);
  const before = JSON.stringify(sandbox.state());
  await outcomeOf(slack, call(sandbox), true);
  expect(JSON.stringify(sandbox.state())).toBe(before);
  return compare(slack, call(sandbox));
}

const named = (sandbox: Sandbox, name: string): Channel =>
  sandbox.state().channels.find((channel) => channel.name === name)!;
const general = (sandbox: Sandbox) => named(sandbox, "general");
/** Returns a message that a bot or a person wrote, in a channel that both tokens see. */
const messageOf = (sandbox: Sandbox, isBots: boolean) =>
  sandbox
    .state()
    .channels.filter(({ kind, is_archived }) => kind === "public_channel" && !is_archived)
    .flatMap(({ id: channel, messages }) => messages.map((message) => ({ channel, ...message })))
    .find((message) => message.subtype === undefined && "bot_id" in message === isBots)!;

const text = "changed";
const missing = "1712161829.000300";

describe("a dry run that changes messages", () => {
  test.for<[Kind, string, object, string | undefined]>([
    ["bot", "delete", {}, "cant_delete_message"],
    ["bot", "update", { text }, "cant_update_message"],
    ["user", "update", { text }, "cant_update_message"],
    // The user of this token is an admin.
    ["user", "delete", {}, undefined],
  ])(
    "with a %s token on a message of another author: messages.%s",
    async ([kind, action, more, platform]) => {
      const found = await foreseen((sandbox) => {
        const { channel, ts } = messageOf(sandbox, kind === "user");
        return ["messages", action, { channel, ts, ...more }];
      }, kind);
      expect(found.platform).toBe(platform);
    },
  );

  test.for(["bot", "user"] as const)(
    "allows a change and a deletion of an own message with a %s token",
    async (kind) => {
      const own = async (slack: SlackConnector) =>
        void (await slack.messages.create({ channel: "#general", text: "own" }));
      const lastOf = (sandbox: Sandbox) => {
        const { id: channel, messages } = general(sandbox);
        return { channel, ts: messages.at(-1)!.ts };
      };
      for (const [action, more] of [
        ["update", { text }],
        ["delete", {}],
      ] as const)
        expect(
          await foreseen((sandbox) => ["messages", action, { ...lastOf(sandbox), ...more }], kind, own),
        ).toEqual({ already: undefined });
    },
  );

  test("fails if the message does not exist", async () => {
    const calls: readonly [string, string, object][] = [
      ["messages", "delete", {}],
      ["messages", "update", { text }],
      ["reactions", "create", { name: "tada" }],
      ["reactions", "delete", { name: "tada" }],
      ["pins", "create", {}],
      ["pins", "delete", {}],
    ];
    for (const [entity, action, more] of calls)
      expect(
        await foreseen((sandbox) => [entity, action, { channel: general(sandbox).id, ts: missing, ...more }]),
      ).toMatchObject({ code: "not_found", platform: "message_not_found" });
    expect(
      await foreseen((sandbox) => [
        "messages",
        "create",
        { channel: general(sandbox).id, text, thread_ts: missing },
      ]),
    ).toMatchObject({ platform: "thread_not_found" });
  });

  test("has the outcome of the real call for reactions and pins that exist or not", async () => {
    const react = async (slack: SlackConnector) => {
      const { data } = await slack.messages.create({ channel: "#general", text: "own" });
      await slack.reactions.create({ channel: data.channel, ts: data.ts, name: "tada" });
      await slack.pins.create({ channel: data.channel, ts: data.ts });
    };
    // The last message is the notice about the pin.
    const own = (sandbox: Sandbox, index = -2) => {
      const { id: channel, messages } = general(sandbox);
      return { channel, ts: messages.at(index)!.ts };
    };
    const already = async (call: (sandbox: Sandbox) => Call) => (await foreseen(call, "bot", react)).already;
    expect(await already((sandbox) => ["reactions", "create", { ...own(sandbox), name: "tada" }])).toBe(
      "already_reacted",
    );
    expect(
      await already((sandbox) => ["reactions", "create", { ...own(sandbox), name: "wave" }]),
    ).toBeUndefined();
    expect(
      await already((sandbox) => ["reactions", "delete", { ...own(sandbox), name: "tada" }]),
    ).toBeUndefined();
    expect(await already((sandbox) => ["reactions", "delete", { ...own(sandbox, -3), name: "tada" }])).toBe(
      "no_reaction",
    );
    expect(await already((sandbox) => ["pins", "create", own(sandbox)])).toBe("already_pinned");
  });
});

describe("a dry run that changes channels", () => {
  const actions: readonly (readonly [string, string, object])[] = [
    ["channels", "archive", {}],
    ["channels", "unarchive", {}],
    ["channels", "join", {}],
    ["channels", "leave", {}],
    ["channel_topics", "create", { topic: text }],
    ["channel_purposes", "create", { purpose: text }],
    ["messages", "create", { text }],
    ["messages", "me", { text }],
  ];
  test.for(["bot", "user"] as const)(
    "in every state with a %s token has the outcome of the real call",
    async (kind) => {
      const seen = new Set<string>();
      const sandbox = start();
      const me = (await connect(sandbox, kind).auth.test()).data.user_id;
      const channels = sandbox.state().channels.filter(({ kind: type }) => type.endsWith("_channel"));
      const state = ({ is_general, is_archived, members, kind: type }: Channel) =>
        [is_general, is_archived, members.includes(me), type].join();
      // One channel in each state is enough.
      const ids = [...new Map(channels.map((channel) => [state(channel), channel.id])).values()];
      expect(ids.length).toBeGreaterThan(4);
      for (const [entity, action, more] of actions) {
        const slack = connect(start(), kind);
        for (const channel of ids) {
          const found = await compare(slack, [entity, action, { channel, ...more }]);
          seen.add(found.platform ?? found.already ?? "done");
        }
      }
      for (const code of [
        "done",
        "already_archived",
        "not_archived",
        "cant_archive_general",
        "cant_leave_general",
        "is_archived",
        "already_in_channel",
      ])
        expect([...seen]).toContain(code);
    },
  );
});

test("a dry run with a token without the scope names the missing scope", async () => {
  const found = await foreseen(
    (sandbox) => ["channels", "archive", { channel: general(sandbox).id }],
    "limited",
  );
  expect(found).toMatchObject({ code: "credential_insufficient_scope", platform: "missing_scope" });
  expect(found.needed).toContain("channels:manage");
});

test("a dry run in a public channel without the bot needs chat:write.public", async () => {
  const sandbox = start();
  const bot = (await connect(sandbox, "bot").auth.test()).data.user_id;
  const isOutside = ({ kind, members, is_archived }: Channel) =>
    kind === "public_channel" && !is_archived && !members.includes(bot);
  const outside = sandbox.state().channels.find(isOutside)!;
  const post = (fetch = sandbox.fetch) =>
    new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      { ...sandbox.options, fetch },
    ).messages.create({
      channel: outside.id,
      text,
      dry_run: true,
    });
  await expect(post()).rejects.toMatchObject({
    platform: { code: "not_in_channel" },
    outcome: "not_started",
    hint: expect.stringContaining("channels.join"),
  });
  const withScope: typeof fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    response.headers.append("x-oauth-scopes", "chat:write.public");
    return response;
  };
  expect((await post(withScope)).meta).toEqual({ dry_run: true });
});

test("if the state cannot be read, the dry run only describes the call", async () => {
  const sandbox = start();
  const slack = connect(sandbox, "bot");
  const { channel, ts } = messageOf(sandbox, false);
  for (const operation of [
    "auth.test",
    "conversations.info",
    "conversations.history",
    "conversations.replies",
  ])
    sandbox.fail({ operation, kind: "ok_false", error: "access_denied", times: 9 });
  const { data, meta } = await slack.messages.delete({ channel, ts, dry_run: true });
  expect([data, meta]).toMatchObject([{ action: "delete" }, { dry_run: true }]);
});
