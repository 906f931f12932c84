import type { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { emojiName } from "../../../../src/connectors/slack/names/emoji-names.ts";
import { emojiTable } from "../../../../src/connectors/slack/names/emoji-table.ts";

// A reaction is accepted as an emoji, and Slack gets the name of the emoji. For the names see
// https://docs.slack.dev/reference/methods/reactions.add and the :name: of each emoji in Slack.

test.each([
  ["👍", "+1"],
  ["👍🏽", "+1::skin-tone-4"],
  ["👋🏻", "wave::skin-tone-2"],
  ["👋🏿", "wave::skin-tone-6"],
  ["🎉", "tada"],
  ["✅", "white_check_mark"],
  ["❤️", "heart"],
  ["❤", "heart"],
  ["👀", "eyes"],
  ["1️⃣", "one"],
  ["💯", "100"],
  ["🇩🇪", "flag-de"],
  ["🇨🇶", "flag-sark"],
  ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "flag-england"],
  ["👩‍💻", "female-technologist"],
  ["👩🏾‍💻", "female-technologist::skin-tone-5"],
  ["🤝🏼", "handshake::skin-tone-3"],
  ["👩🏽‍❤️‍👨🏽", "woman-heart-man::skin-tone-4"],
  ["👩🏽‍❤️‍👨🏿", undefined],
  ["🫥🫥", undefined],
  ["#", undefined],
  ["寿司", "寿司"],
  ["überfall", "überfall"],
  ["²", "²"],
])("%s has the name %s", (emoji, name) => {
  expect(emojiName(emoji)).toBe(name);
});

test("every emoji has a name, and each name belongs to one emoji", () => {
  const names = emojiTable.match(/(?<=\s)[a-z0-9_+-]+(?=\s)/g)!;
  expect(names.length).toBeGreaterThan(1600);
  expect(new Set(names).size).toBe(names.length);
  // Blocks of Unicode in which all emoji are older than the table.
  const blocks = [
    [0x2600, 0x27bf],
    [0x1f300, 0x1f64f],
    [0x1f90d, 0x1f9af],
  ] as const;
  const all = blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
  const emoji = all.filter((one) => /\p{Emoji}/u.test(one) && !/\p{Emoji_Modifier}/u.test(one));
  expect(emoji.length).toBeGreaterThan(800);
  expect(emoji.filter((one) => emojiName(one) === undefined)).toEqual([]);
});

test("a reaction by emoji is added and removed, and the result has the name", async () => {
  const sandbox = slackSandbox({ rateLimits: false });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const channel = "#general";
  const { ts } = (await slack.messages.create({ channel, text: "vote" })).data;
  const { data, meta } = await slack.reactions.create({ channel, ts, name: "👍🏽" });
  expect(data).toMatchObject({ ts, name: "+1::skin-tone-4" });
  const reactions = async () =>
    (await slack.messages.get({ channel, ts })).data.reactions?.map(({ name }) => name) ?? [];
  expect(await reactions()).toEqual(["+1::skin-tone-4"]);
  await slack.undo({ meta });
  expect(await reactions()).toEqual([]);
  await slack.reactions.create({ channel, ts, name: "tada" });
  await slack.reactions.delete({ channel, ts, name: "🎉" });
  expect(await reactions()).toEqual([]);
  const error = await slack.reactions.create({ channel, ts, name: "👩🏽‍❤️‍👨🏿" }).then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );
  expect(error).toMatchObject({ code: "invalid_params", path: "params.name", outcome: "not_started" });
  expect(sandbox.calls().filter(({ method }) => method === "reactions.add")).toHaveLength(2);
});
