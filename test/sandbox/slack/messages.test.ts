import { describe, expect, test } from "vitest";
import { connect, failure } from "./clients.ts";
import { drive, type Answer, type Driver } from "./helpers.ts";

type Args = Record<string, string>;

const post = ({ call, id }: Driver, args: Args): Promise<Answer> =>
  call("chat.postMessage", { channel: id("random"), ...args });

const json = JSON.stringify;
const many = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const section = (text: string): object => ({ type: "section", text: { type: "mrkdwn", text } });
const divider = { type: "divider" };

describe("a message is refused:", () => {
  test.each<[string, Args, string]>([
    ["empty", {}, "no_text"],
    ["of blanks", { text: "  " }, "no_text"],
    ["of 51 blocks", { blocks: json(many(51, divider)) }, "invalid_blocks"],
    ["of blocks that are none", { blocks: "{" }, "invalid_blocks_format"],
    ["of an unknown block", { blocks: json([{ type: "carousel" }]) }, "invalid_blocks"],
    ["of a section without text", { blocks: json([{ type: "section" }]) }, "invalid_blocks"],
    ["of a long section", { blocks: json([section("x".repeat(3001))]) }, "invalid_blocks"],
    [
      "of a long header",
      { blocks: json([{ type: "header", text: { type: "plain_text", text: "x".repeat(151) } }]) },
      "invalid_blocks",
    ],
    ["of blocks with one id", { blocks: json(many(2, { ...divider, block_id: "a" })) }, "invalid_blocks"],
    [
      "of much Markdown in blocks",
      { blocks: json(many(2, { type: "markdown", text: "x".repeat(6001) })) },
      "invalid_blocks",
    ],
    ["of too much in blocks", { blocks: json(many(5, section("x".repeat(2900)))) }, "msg_blocks_too_long"],
    ["of 101 attachments", { attachments: json(many(101, { text: "x" })) }, "too_many_attachments"],
    ["of long Markdown", { markdown_text: "x".repeat(12_001) }, "msg_too_long"],
    ["of Markdown and text", { markdown_text: "x", text: "x" }, "markdown_text_conflict"],
    ["of Markdown and blocks", { markdown_text: "x", blocks: json([divider]) }, "markdown_text_conflict"],
    ["of metadata that are none", { text: "x", metadata: "{" }, "invalid_metadata_format"],
    ["of metadata that are a list", { text: "x", metadata: "[1]" }, "invalid_metadata_format"],
    ["of metadata that are a text", { text: "x", metadata: '"a"' }, "invalid_metadata_format"],
    [
      "of metadata with a list in it",
      { text: "x", metadata: '{"event_type":"a","event_payload":[]}' },
      "invalid_metadata_schema",
    ],
    [
      "of metadata without a type",
      { text: "x", metadata: '{"event_payload":{}}' },
      "invalid_metadata_schema",
    ],
    [
      "of much metadata",
      { text: "x", metadata: json({ event_type: "a", event_payload: { b: "x".repeat(20_000) } }) },
      "metadata_too_large",
    ],
  ])("%s", async (_what, args, error) => {
    const answer = await post(drive(), args);
    expect(answer).toMatchObject({ ok: false, error });
    if (error === "invalid_blocks")
      expect((answer["errors"] as string[])[0]).toMatch(/\[json-pointer:\/blocks/);
  });

  test("a message just within the limits is accepted", async () => {
    const driver = drive();
    for (const args of [
      { blocks: json(many(50, divider)) },
      { markdown_text: "x".repeat(12_000) },
      { text: "x", attachments: json(many(100, { text: "x" })) },
      { blocks: json(many(4, section("x".repeat(3000)))) },
    ])
      expect(await post(driver, args)).toMatchObject({ ok: true });
  });
});

test("a long text is cut when posted and refused when changed", async () => {
  const driver = drive();
  const answer = await post(driver, { text: "x".repeat(40_001) });
  expect(answer["warning"]).toContain("message_truncated");
  expect((answer["message"] as { text: string }).text).toHaveLength(40_000);
  const change = (text: string): Promise<Answer> =>
    driver.call("chat.update", { channel: driver.id("random"), ts: String(answer["ts"]), text });
  expect((await change("x".repeat(4001))).error).toBe("msg_too_long");
  expect((await change("x".repeat(4000))).ok).toBe(true);
});

test("metadata is returned only on request", async () => {
  const { bot, id } = await connect();
  const channel = id("random");
  const metadata = { event_type: "deployed", event_payload: { key: "a-1" } };
  await bot.chat.postMessage({ channel, text: "Deployed", metadata });
  const newest = async (more: object): Promise<unknown> =>
    (await bot.conversations.history({ channel, limit: 1, ...more })).messages?.[0];
  expect(await newest({})).not.toHaveProperty("metadata");
  expect(await newest({ include_all_metadata: true })).toMatchObject({ metadata });
  const { ts = "" } = (await newest({})) as { ts?: string };
  const first = async (more: object): Promise<unknown> =>
    (await bot.conversations.replies({ channel, ts, ...more })).messages?.[0];
  expect(await first({})).not.toHaveProperty("metadata");
  expect(await first({ include_all_metadata: true })).toMatchObject({ metadata });
  // An update without `metadata` keeps the metadata. An update with an empty object removes it.
  await bot.chat.update({ channel, ts, text: "Deployed again" });
  expect(await newest({ include_all_metadata: true })).toMatchObject({ metadata });
  await bot.chat.update({ channel, ts, text: "Deployed again", metadata: {} as never });
  expect(await newest({ include_all_metadata: true })).not.toHaveProperty("metadata");
});

describe("mentions", () => {
  const stored = async (args: Args): Promise<string> => {
    const { message } = await post(drive(), args);
    return (message as { text: string }).text;
  };

  test.each([
    ["@channel, @here and @engineers", {}, "@channel, @here and @engineers"],
    ["<!channel> and &lt;!here&gt;", {}, "<!channel> and &lt;!here&gt;"],
    ["1 < 2 & 3 > 2", {}, "1 &lt; 2 &amp; 3 &gt; 2"],
    [
      "@here, @engineers: #random",
      { link_names: "true" },
      "<!here>, <!subteam^S07ENG3R8N5|@engineers>: #random",
    ],
    ["@maya.chen @atlas-crew a@here.example", { link_names: "1" }, "@maya.chen @atlas-crew a@here.example"],
    ["<!channel> @here #nowhere", { parse: "full" }, "&lt;!channel&gt; <!here> #nowhere"],
    ["see https://a.example/b", {}, "see <https://a.example/b>"],
    ["see https://a.example/b", { parse: "none" }, "see https://a.example/b"],
  ])("%j with %j", async (text, more, expected) => {
    expect(await stored({ text, ...(more as Args) })).toBe(expected);
  });

  test("parse=full links a channel, and mentions in Markdown notify as in text", async () => {
    expect(await stored({ text: "in #random.", parse: "full" })).toMatch(/^in <#C\w+\|random>\.$/);
    expect(await stored({ markdown_text: "**Hi** @channel" })).toBe("*Hi* @channel");
    expect(await stored({ markdown_text: "**Hi** <!channel>" })).toBe("*Hi* <!channel>");
  });
});

test("requests of Slack for a preview are recorded", async () => {
  const driver = drive();
  const fetched = async (args: Args): Promise<string[]> => {
    const { ts } = await post(driver, args);
    return driver.sandbox
      .state()
      .unfurls.filter((each) => each.ts === ts)
      .map(({ url }) => url);
  };
  const image = "https://leak.example/pixel.png?secret=1";
  const page = "https://leak.example/page?secret=1";
  expect(await fetched({ text: `${image} ${page}` })).toEqual([image]);
  expect(await fetched({ text: `${image} ${page}`, unfurl_links: "true" })).toEqual([image, page]);
  expect(await fetched({ text: `${image} ${page}`, unfurl_media: "false" })).toEqual([]);
  expect(await fetched({ text: `${image} ${page}`, unfurl_media: "false", unfurl_links: "false" })).toEqual(
    [],
  );
});

test("blocks, messages and views are validated without a token", async () => {
  const { client } = await connect();
  const validate = (args: object): Promise<Answer> =>
    client()
      .apiCall("blocks.validate", args as Record<string, unknown>)
      .then(
        (answer) => answer as Answer,
        (error: { data: Answer }) => error.data,
      );
  expect(await validate({ blocks: [section("Hi")] })).toMatchObject({ ok: true });
  expect(await validate({ message: { text: "Hi" } })).toMatchObject({ ok: true });
  expect(await validate({ message: { blocks: [section("")] } })).toMatchObject({
    error: "invalid_message",
    errors: [{ code: "failed_constraint", pointer: "/blocks/0/text/text" }],
  });
  expect(await validate({ view: { type: "modal", blocks: [] } })).toMatchObject({
    error: "invalid_view",
    errors: [{ code: "missing_field", message: "missing required field: title" }],
  });
  expect(await validate({ view: { type: "home", blocks: many(101, divider) } })).toMatchObject({
    error: "invalid_view",
  });
  expect(await validate({ blocks: [divider], view: {} })).toMatchObject({ error: "invalid_arguments" });
});

test("a Home tab is published, and replaced only with a current hash", async () => {
  const { sandbox, bot, person, id } = await connect();
  const user_id = id("maya.chen");
  const view = { type: "home" as const, blocks: [divider], callback_id: "home" };
  const first = await bot.views.publish({ user_id, view });
  const publish = (more: object): Promise<unknown> => failure(bot.views.publish({ user_id, view, ...more }));
  expect(await publish({ hash: "1.old" })).toBe("hash_conflict");
  expect(await publish({ hash: first.view?.hash })).toBe("no failure");
  expect(await publish({ view: { type: "home", blocks: [{ type: "none" }] } })).toBe("invalid_arguments");
  expect(sandbox.state().homes[user_id]).toMatchObject({ id: first.view?.id, callback_id: "home" });
  expect(await failure(person.views.publish({ user_id, view }))).toBe("not_allowed_token_type");
  expect(await bot.auth.teams.list({ include_icon: true })).toMatchObject({
    teams: [{ name: "Fernhill Outdoor", icon: { image_default: true } }],
  });
});
