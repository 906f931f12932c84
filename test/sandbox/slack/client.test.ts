import { LogLevel, WebClient } from "@slack/web-api";
import { slackSandbox, type Listening, type SlackSandbox } from "agent-connectors/sandbox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

// Slack's own client talks to the sandbox over a socket. This checks that the sandbox has Slack's wire format.
let sandbox: SlackSandbox;
let server: Listening;
let bot: WebClient;
let person: WebClient;

const client = (token: string): WebClient =>
  new WebClient(token, { slackApiUrl: server.url, retryConfig: { retries: 0 }, logLevel: LogLevel.ERROR });

beforeEach(async () => {
  sandbox = slackSandbox();
  server = await sandbox.listen();
  bot = client(sandbox.tokens.bot);
  person = client(sandbox.tokens.user);
});
afterEach(() => server.close());

const id = (name: string): string => {
  const { channels, users } = sandbox.state();
  return [...channels, ...users].find((each) => each.name === name)?.id ?? "";
};
const failure = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "no failure",
    (error: { data?: { error?: string } }) => error.data?.error,
  );

describe("account and workspace", () => {
  test("auth.test, api.test and team.info", async () => {
    expect(await bot.auth.test()).toMatchObject({
      user: "assistant",
      team: "Fernhill Outdoor",
      bot_id: "B07AS5T9N1L",
    });
    expect((await person.auth.test()).bot_id).toBeUndefined();
    expect(await bot.apiCall("api.test", { foo: "bar" })).toMatchObject({ args: { foo: "bar" } });
    expect((await bot.team.info()).team?.domain).toBe("fernhill-outdoor");
  });

  test("the client reads the granted scopes from the headers", async () => {
    const { response_metadata } = await bot.users.list({});
    expect(response_metadata?.scopes).toContain("chat:write");
    expect(response_metadata?.acceptedScopes).toEqual(["users:read"]);
  });

  test("users.list by pages, users.info, users.lookupByEmail", async () => {
    const names: (string | undefined)[] = [];
    for await (const page of bot.paginate("users.list", { limit: 4 })) {
      names.push(...(page as Awaited<ReturnType<typeof bot.users.list>>).members!.map(({ name }) => name));
    }
    expect(names).toEqual(sandbox.state().users.map(({ name }) => name));
    const { user } = await bot.users.lookupByEmail({ email: "priya.raman@fernhill.example" });
    expect(user?.profile?.title).toBe("Backend Engineer");
    expect((await bot.users.info({ user: user?.id ?? "" })).user).toEqual(user);
    expect(await failure(bot.users.info({ user: "U0NOBODY" }))).toBe("user_not_found");
    expect(await failure(bot.users.lookupByEmail({ email: "liam.walsh@fernhill.example" }))).toBe(
      "users_not_found",
    );
  });

  test("conversations.list by pages and kinds, users.conversations, .info, .members", async () => {
    const found: string[] = [];
    for await (const page of bot.paginate("conversations.list", {
      limit: 5,
      types: "public_channel,private_channel,mpim,im",
    })) {
      found.push(
        ...(page as Awaited<ReturnType<typeof bot.conversations.list>>).channels!.map(
          (channel) => channel.id ?? "",
        ),
      );
    }
    expect(found).toHaveLength(new Set(found).size);
    expect(found).toContain(id("security-review"));
    expect(found).not.toContain(id("leadership"));
    const mine = await bot.users.conversations({ limit: 900 });
    expect(mine.channels?.map(({ name }) => name)).not.toContain("analytics");
    const { channel } = await bot.conversations.info({
      channel: id("engineering"),
      include_num_members: true,
    });
    const { members } = await bot.conversations.members({ channel: id("engineering") });
    expect(channel).toMatchObject({ name: "engineering", is_member: true, num_members: members?.length });
    expect(await failure(bot.conversations.info({ channel: id("leadership") }))).toBe("channel_not_found");
  });
});

describe("reading", () => {
  test("conversations.history comes newest first, by pages, without replies", async () => {
    const stamps: string[] = [];
    let pages = 0;
    for await (const page of bot.paginate("conversations.history", { channel: id("deploys"), limit: 50 })) {
      pages += 1;
      stamps.push(
        ...(page as Awaited<ReturnType<typeof bot.conversations.history>>).messages!.map(
          ({ ts }) => ts ?? "",
        ),
      );
    }
    expect(pages).toBe(3);
    expect(stamps).toHaveLength(130);
    expect(stamps).toEqual([...stamps].sort().reverse());
  });

  test("conversations.replies repeats the parent on every page", async () => {
    const { messages } = await bot.conversations.history({ channel: id("incidents") });
    const parent = messages?.find(({ reply_count }) => reply_count);
    const pages: string[][] = [];
    for await (const page of bot.paginate("conversations.replies", {
      channel: id("incidents"),
      ts: parent?.ts ?? "",
      limit: 5,
    })) {
      pages.push(
        (page as Awaited<ReturnType<typeof bot.conversations.replies>>).messages!.map(({ ts }) => ts ?? ""),
      );
    }
    expect(pages.every(([first]) => first === parent?.ts)).toBe(true);
    expect(new Set(pages.flat()).size).toBe(1 + (parent?.reply_count ?? 0));
  });
});

describe("writing and reading", () => {
  const channel = (): string => id("random");
  const read = async (ts: string) =>
    (await bot.conversations.history({ channel: channel(), latest: ts, inclusive: true, limit: 1 }))
      .messages?.[0];

  test("chat.postMessage, .update, .delete, .getPermalink", async () => {
    const posted = await bot.chat.postMessage({ channel: channel(), text: "Fish & chips <b>" });
    const ts = posted.ts ?? "";
    expect(await read(ts)).toMatchObject({
      text: "Fish &amp; chips &lt;b&gt;",
      bot_id: "B07AS5T9N1L",
      user: id("assistant"),
    });
    expect((await bot.chat.getPermalink({ channel: channel(), message_ts: ts })).permalink).toBe(
      `https://fernhill-outdoor.slack.com/archives/${channel()}/p${ts.replace(".", "")}`,
    );
    expect((await bot.chat.update({ channel: channel(), ts, text: "Chips" })).text).toBe("Chips");
    expect(await read(ts)).toMatchObject({ text: "Chips", edited: { user: id("assistant") } });
    expect(await failure(person.chat.update({ channel: channel(), ts, text: "Peas" }))).toBe(
      "cant_update_message",
    );
    await bot.chat.delete({ channel: channel(), ts });
    expect((await read(ts))?.ts).not.toBe(ts);
    expect(await failure(bot.chat.delete({ channel: channel(), ts }))).toBe("message_not_found");
  });

  test("a thread grows with replies, and a deleted parent leaves a placeholder", async () => {
    const { ts = "" } = await bot.chat.postMessage({ channel: channel(), text: "Parent" });
    const reply = await person.chat.postMessage({ channel: channel(), thread_ts: ts, text: "Reply" });
    const loud = await person.chat.postMessage({
      channel: channel(),
      thread_ts: ts,
      text: "Loud",
      reply_broadcast: true,
    });
    expect(await read(ts)).toMatchObject({
      reply_count: 2,
      reply_users: [id("maya.chen")],
      latest_reply: loud.ts,
      thread_ts: ts,
    });
    expect(await read(loud.ts ?? "")).toMatchObject({
      subtype: "thread_broadcast",
      root: { text: "Parent" },
    });
    const { messages } = await bot.conversations.replies({ channel: channel(), ts: reply.ts ?? "" });
    expect(messages?.map(({ text }) => text)).toEqual(["Parent", "Reply", "Loud"]);
    expect(messages?.[1]).toMatchObject({ parent_user_id: id("assistant"), thread_ts: ts });
    await bot.chat.delete({ channel: channel(), ts });
    expect(await read(ts)).toMatchObject({ subtype: "tombstone", reply_count: 2 });
  });

  test("no later read returns a message of chat.postEphemeral", async () => {
    const { message_ts } = await bot.chat.postEphemeral({
      channel: channel(),
      user: id("tom.okafor"),
      text: "Psst",
    });
    expect((await read(message_ts ?? ""))?.text).not.toBe("Psst");
    expect(sandbox.state().ephemeral).toMatchObject([{ user: id("tom.okafor"), message: { text: "Psst" } }]);
  });

  test("chat.scheduleMessage, .scheduledMessages.list, .deleteScheduledMessage", async () => {
    const post_at = sandbox.clock.now() / 1000 + 3600;
    const first = await bot.chat.scheduleMessage({ channel: channel(), post_at, text: "Later" });
    const second = await bot.chat.scheduleMessage({
      channel: channel(),
      post_at: post_at + 60,
      text: "Never",
    });
    const list = async () =>
      (await bot.chat.scheduledMessages.list({ channel: channel() })).scheduled_messages;
    expect((await list())?.map(({ text }) => text)).toEqual(["Later", "Never"]);
    expect((await person.chat.scheduledMessages.list()).scheduled_messages).toEqual([]);
    await bot.chat.deleteScheduledMessage({
      channel: channel(),
      scheduled_message_id: second.scheduled_message_id ?? "",
    });
    expect((await list())?.map(({ id: left }) => left)).toEqual([first.scheduled_message_id]);
    sandbox.clock.advance(3_600_000);
    expect(await list()).toEqual([]);
    const { messages } = await bot.conversations.history({ channel: channel(), limit: 1 });
    expect(messages?.[0]).toMatchObject({ text: "Later", bot_id: "B07AS5T9N1L" });
    expect(Math.floor(Number(messages?.[0]?.ts))).toBe(Math.floor(post_at));
  });

  test("reactions.add, .get, .remove", async () => {
    const { ts: timestamp = "" } = await person.chat.postMessage({ channel: channel(), text: "Owl!" });
    await bot.reactions.add({ channel: channel(), timestamp, name: "owl" });
    await person.reactions.add({ channel: channel(), timestamp, name: "owl" });
    expect(await failure(bot.reactions.add({ channel: channel(), timestamp, name: "owl" }))).toBe(
      "already_reacted",
    );
    const { message } = await bot.reactions.get({ channel: channel(), timestamp, full: true });
    expect(message?.reactions).toEqual([
      { name: "owl", users: [id("assistant"), id("maya.chen")], count: 2 },
    ]);
    await bot.reactions.remove({ channel: channel(), timestamp, name: "owl" });
    expect((await read(timestamp))?.reactions).toEqual([{ name: "owl", users: [id("maya.chen")], count: 1 }]);
    expect(await failure(bot.reactions.remove({ channel: channel(), timestamp, name: "owl" }))).toBe(
      "no_reaction",
    );
  });

  test("pins.add, .list, .remove", async () => {
    const { ts: timestamp = "" } = await bot.chat.postMessage({ channel: channel(), text: "Pin me" });
    await bot.pins.add({ channel: channel(), timestamp });
    expect(await failure(bot.pins.add({ channel: channel(), timestamp }))).toBe("already_pinned");
    const { items } = await bot.pins.list({ channel: channel() });
    expect(items).toMatchObject([
      { created_by: id("assistant"), message: { text: "Pin me", pinned_to: [channel()] } },
    ]);
    expect((await bot.conversations.history({ channel: channel() })).pin_count).toBe(1);
    await bot.pins.remove({ channel: channel(), timestamp });
    expect((await bot.pins.list({ channel: channel() })).items).toEqual([]);
  });

  test("bookmarks.add, .list, .remove", async () => {
    const link = {
      channel_id: channel(),
      title: "Owls",
      type: "link" as const,
      link: "https://owls.example/all",
    };
    const { bookmark } = await bot.bookmarks.add(link);
    expect((await bot.bookmarks.list({ channel_id: channel() })).bookmarks).toEqual([bookmark]);
    await bot.bookmarks.remove({ channel_id: channel(), bookmark_id: bookmark?.id ?? "" });
    expect((await bot.bookmarks.list({ channel_id: channel() })).bookmarks).toEqual([]);
    expect(await failure(bot.bookmarks.add({ ...link, link: "not a link" }))).toBe("invalid_link");
  });

  test("files.list by pages and files.info", async () => {
    const { files, paging } = await bot.files.list({ count: 1 });
    expect(paging).toEqual({ count: 1, total: 2, page: 1, pages: 2 });
    expect(files?.[0]?.name).toBe("size-guide-v3.png");
    const snippet = await bot.files.list({ types: "snippets" });
    const info = await bot.files.info({ file: snippet.files?.[0]?.id ?? "" });
    expect(info.content).toContain("pool exhausted");
    expect(Object.keys(info.file?.shares?.public ?? {})).toEqual([id("incidents")]);
  });
});

test("a client that waits for Retry-After succeeds, because a virtual clock advances during a socket request", async () => {
  const patient = new WebClient(sandbox.tokens.bot, {
    slackApiUrl: server.url.replace(/\/$/, ""),
    retryConfig: { retries: 10, minTimeout: 1, maxTimeout: 1 },
    logLevel: LogLevel.ERROR,
  });
  // All posts are sent at once, so they meet the limit on a slow machine too.
  const texts = Array.from({ length: 12 }, (_, index) => `${index}`);
  await Promise.all(texts.map((text) => patient.chat.postMessage({ channel: id("random"), text })));
  const posts = sandbox.calls().filter(({ method }) => method === "chat.postMessage");
  expect(posts.filter(({ ok }) => ok)).toHaveLength(12);
  expect(posts.some(({ status }) => status === 429)).toBe(true);
});

describe("channels", () => {
  test("conversations.create, .setTopic, .setPurpose, .rename, .archive, .unarchive", async () => {
    const { channel } = await bot.conversations.create({ name: "owls" });
    const owls = channel?.id ?? "";
    await bot.conversations.setTopic({ channel: owls, topic: "Hoot" });
    await bot.conversations.setPurpose({ channel: owls, purpose: "Bird watching" });
    await bot.conversations.rename({ channel: owls, name: "night-owls" });
    await bot.conversations.archive({ channel: owls });
    const info = async () => (await bot.conversations.info({ channel: owls })).channel;
    expect(await info()).toMatchObject({
      name: "night-owls",
      previous_names: ["owls"],
      topic: { value: "Hoot", creator: id("assistant") },
      purpose: { value: "Bird watching" },
      is_archived: true,
    });
    expect(await failure(bot.chat.postMessage({ channel: owls, text: "Hoot" }))).toBe("is_archived");
    expect(await failure(bot.conversations.unarchive({ channel: owls }))).toBe("not_in_channel");
    await person.conversations.unarchive({ channel: owls });
    expect((await info())?.is_archived).toBe(false);
    expect((await bot.conversations.members({ channel: owls })).members).toContain(id("maya.chen"));
    const { messages } = await bot.conversations.history({ channel: owls });
    expect(messages?.map(({ subtype }) => subtype).reverse()).toEqual([
      "channel_join",
      "channel_topic",
      "channel_purpose",
      "channel_name",
      "channel_archive",
      "channel_unarchive",
    ]);
    expect(await failure(bot.conversations.rename({ channel: id("random"), name: "chat" }))).toBe(
      "not_authorized",
    );
  });

  test("conversations.invite, .kick, .join, .leave", async () => {
    const members = async (channel: string) => (await bot.conversations.members({ channel })).members;
    const channel = id("engineering");
    const sofia = id("sofia.almeida");
    await bot.conversations.invite({ channel, users: sofia });
    expect(await members(channel)).toContain(sofia);
    expect(await failure(bot.conversations.invite({ channel, users: `${sofia},U0NOBODY` }))).toBe(
      "already_in_channel",
    );
    await bot.conversations.kick({ channel, user: sofia });
    expect(await members(channel)).not.toContain(sofia);
    const analytics = id("analytics");
    expect(await failure(bot.conversations.history({ channel: analytics }))).toBe("not_in_channel");
    await bot.conversations.join({ channel: analytics });
    expect((await bot.conversations.history({ channel: analytics })).messages).not.toEqual([]);
    await bot.conversations.leave({ channel: analytics });
    expect(await members(analytics)).not.toContain(id("assistant"));
  });

  test("conversations.open makes a direct message or a group, once", async () => {
    const direct = await bot.conversations.open({ users: id("tom.okafor"), return_im: true });
    expect(direct.channel).toMatchObject({ is_im: true, user: id("tom.okafor") });
    expect(await bot.conversations.open({ users: id("tom.okafor") })).toMatchObject({
      already_open: true,
      channel: { id: direct.channel?.id },
    });
    const posted = await bot.chat.postMessage({ channel: id("tom.okafor"), text: "Hello" });
    expect(posted.channel).toBe(direct.channel?.id);
    const group = await bot.conversations.open({
      users: `${id("tom.okafor")},${id("dana.fisher")}`,
      return_im: true,
    });
    expect(group.channel).toMatchObject({ is_mpim: true, name: "mpdm-assistant--tom.okafor--dana.fisher-1" });
    expect(await failure(bot.conversations.open({ users: id("liam.walsh") }))).toBe("user_disabled");
  });
});
