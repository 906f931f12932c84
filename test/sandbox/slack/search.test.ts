import { describe, expect, test } from "vitest";
import { connect, failure } from "./clients.ts";
import { drive, type Answer, type Driver } from "./helpers.ts";

interface Match {
  ts: string;
  text: string;
  user: string;
  permalink: string;
  channel: { id: string; name: string };
}

async function find(driver: Driver, query: string, more: Record<string, string> = {}): Promise<Match[]> {
  const answer = await driver.call("search.messages", { query, ...more }, driver.sandbox.tokens.user);
  return (answer["messages"] as { matches: Match[] }).matches;
}

test("Slack's own client searches messages, files and both, by pages", async () => {
  const { person, bot } = await connect();
  const { messages, query } = await person.search.messages({ query: "catalogue", highlight: true });
  expect(query).toBe("catalogue");
  expect(messages?.matches?.[0]).toMatchObject({
    text: expect.stringContaining("\uE000catalogue\uE001") as string,
    channel: { name: "general" },
  });
  const { files } = await person.search.files({ query: "guide" });
  expect(files?.matches?.[0]).toMatchObject({ name: "size-guide-v3.png", username: "alex.kimura" });
  const all = await person.search.all({ query: "guide", count: 1 });
  expect([all.messages?.matches?.length, all.files?.total]).toEqual([1, 1]);
  expect(await failure(person.search.messages({ query: " " }))).toBe("no_query");
  expect(await failure(bot.search.messages({ query: "x" }))).toBe("not_allowed_token_type");
});

test("pages by number and by cursor give the same matches", async () => {
  const driver = drive();
  const asked = { sort: "timestamp", count: "7" };
  const all = await find(driver, "in:#deploys", { sort: "timestamp", count: "100" });
  const numbered = [
    ...(await find(driver, "in:#deploys", asked)),
    ...(await find(driver, "in:#deploys", { ...asked, page: "2" })),
  ];
  const stamps = (matches: Match[]): string[] => matches.map(({ ts }) => ts);
  expect(stamps(numbered)).toEqual(stamps(all).slice(0, 14));
  const { tokens } = driver.sandbox;
  const walk: Match[] = [];
  for (let cursor = "*"; cursor !== "" && walk.length < 14;) {
    const args = { query: "in:#deploys", ...asked, cursor };
    const answer = await driver.call("search.messages", args, tokens.user);
    walk.push(...(answer["messages"] as { matches: Match[] }).matches);
    cursor = (answer["response_metadata"] as { next_cursor: string }).next_cursor;
  }
  expect(stamps(walk)).toEqual(stamps(numbered));
});

describe("modifiers:", () => {
  const from = (name: string) => (driver: Driver, match: Match) => match.user === driver.id(name);
  const inside = (name: string) => (_: Driver, match: Match) => match.channel.name === name;
  const between = (start: string, end: string) => (_: Driver, match: Match) =>
    Number(match.ts) >= Date.parse(start) / 1000 && Number(match.ts) < Date.parse(end) / 1000;

  test.each<[string, (driver: Driver, match: Match) => boolean]>([
    ["from:@tom.okafor", from("tom.okafor")],
    ["from:me", from("maya.chen")],
    ['from:"Tom Okafor"', from("tom.okafor")],
    ["in:incidents", inside("incidents")],
    ["in:#incidents from:<@U07AC5T1X3P>", from("tom.okafor")],
    ["before:2026-03-10", between("2026-01-01", "2026-03-10")],
    ["after:2026-03-10", between("2026-03-11", "2027-01-01")],
    ["on:2026-03-10", between("2026-03-10", "2026-03-11")],
    ["during:march after:yesterday", between("2026-03-12", "2026-03-13")],
    ["has:link -in:deploys", (_, match) => JSON.stringify(match).includes("http")],
    [
      "has:pin",
      ({ sandbox }, { ts }) => sandbox.state().channels.some(({ pins }) => pins.some((pin) => pin.ts === ts)),
    ],
    ["has::tada:", (_, { text }) => text.length > 0],
    ["checkout -pool", (_, { text }) => !text.includes("pool")],
  ])("%s", async (query, fits) => {
    const driver = drive();
    const matches = await find(driver, query, { count: "100" });
    expect(matches.length).toBeGreaterThan(0);
    expect(matches.filter((match) => !fits(driver, match))).toEqual([]);
  });

  test("finds exact phrases and beginnings of words, but only in readable conversations", async () => {
    const driver = drive();
    expect(await find(driver, '"connection pool is exhausted"')).toHaveLength(1);
    expect(await find(driver, '"pool connection"')).toHaveLength(0);
    expect((await find(driver, "catalog*")).length).toBeGreaterThan(0);
    expect(await find(driver, "catalog")).toHaveLength(0);
    const rooms = new Set((await find(driver, "-zebra", { count: "100" })).map(({ channel }) => channel.id));
    const { channels } = driver.sandbox.state();
    for (const { id, kind, members } of channels)
      if (kind !== "public_channel" && !members.includes("U07AB3D8W2M")) expect(rooms).not.toContain(id);
  });
});

describe("assistant.search.context", () => {
  const results = (answer: Answer): Record<string, Record<string, unknown>[]> =>
    answer["results"] as Record<string, Record<string, unknown>[]>;

  test("finds the topic of a question in the requested kinds of content", async () => {
    const { call, sandbox } = drive();
    const asked = { query: "What is the size guide?", content_types: "messages,files,channels,users" };
    const found = results(await call("assistant.search.context", asked, sandbox.tokens.user));
    expect(found["messages"]?.find(({ channel_name }) => channel_name === "design")).toMatchObject({
      author_name: "Alex Kimura",
      is_author_bot: false,
      message_ts: expect.stringMatching(/^\d+\.\d{6}$/) as string,
    });
    expect(found["files"]?.[0]).toMatchObject({ file_id: "F07MK6P1W9D", file_type: "image/png" });
    const people = results(
      await call("assistant.search.context", { query: "kim", content_types: "users" }, sandbox.tokens.user),
    );
    expect(people["users"]).toMatchObject([{ full_name: "Alex Kim", timezone: "America/Los_Angeles" }]);
    const rooms = { query: "incidents", content_types: "channels" };
    expect(
      results(await call("assistant.search.context", rooms, sandbox.tokens.user))["channels"],
    ).toMatchObject([{ name: "incidents" }]);
  });

  test("returns pages, context and blocks on request", async () => {
    const { call, sandbox, id } = drive();
    const args = {
      query: "-zebra",
      limit: "1",
      include_context_messages: "true",
      include_message_blocks: "true",
      context_channel_id: id("incidents"),
    };
    const first = await call("assistant.search.context", args, sandbox.tokens.user);
    expect(results(first)["messages"]).toMatchObject([
      { channel_name: "incidents", context_messages: { before: expect.any(Array) as unknown[] } },
    ]);
    const { next_cursor: cursor } = first["response_metadata"] as { next_cursor: string };
    const second = await call("assistant.search.context", { ...args, cursor }, sandbox.tokens.user);
    expect(results(second)["messages"]?.[0]?.["message_ts"]).not.toBe(
      results(first)["messages"]?.[0]?.["message_ts"],
    );
  });

  test("a bot needs the action_token of an event, and each kind of content needs its scope", async () => {
    const { bot, person, sandbox } = await connect();
    const search = (args: object, client = bot): Promise<unknown> =>
      failure(client.apiCall("assistant.search.context", { query: "checkout", ...args }));
    const { actionToken: action_token } = sandbox;
    expect(await search({})).toBe("invalid_action_token");
    expect(await search({ action_token })).toBe("no failure");
    expect(await search({ action_token, channel_types: "public_channel,im" })).toBe("missing_scope");
    expect(await search({ channel_types: "private_channel,im" }, person)).toBe("no failure");
    expect(await search({ query: "" }, person)).toBe("missing_query");
    expect(await search({ context_channel_id: "C0" }, person)).toBe("context_channel_not_found");
    expect(await search({ channel_types: "secret" }, person)).toBe("invalid_arguments");
    expect(await bot.apiCall("assistant.search.info")).toMatchObject({ is_ai_search_enabled: true });
  });
});
