import type { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentArguments } from "../../../../src/connectors/slack/posting/message-content.ts";
import { absent, docsOf } from "../../../suites/slack/documentation.ts";

type Dict = Record<string, unknown>;

function open() {
  const sandbox = slackSandbox({ rateLimits: false });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const { channels, users } = sandbox.state();
  const room = channels.find(({ name }) => name === "general")!;
  const user = users.find(({ id, is_bot }) => !is_bot && room.members.includes(id))!.id;
  const sent = (wanted: string) =>
    sandbox
      .calls()
      .filter(({ method }) => method === wanted)
      .map(({ args }) => args);
  const post_at = Math.floor(sandbox.clock.now() / 1000) + 3600;
  return { sandbox, slack, channel: room.id, user, post_at, sent };
}
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );
const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
const divider = { type: "divider" };

describe("is refused before anything is sent:", () => {
  test.each<[string, Dict, string, string]>([
    ["blocks and Markdown", { blocks: [divider], markdown_text: "x" }, "params.blocks", "not both"],
    ["51 blocks", { blocks: Array.from({ length: 51 }, () => divider) }, "params.blocks", "at most 50"],
    ["blocks to split", { blocks: [divider], text: "x", split: true }, "params.split", "only a text"],
    ["no blocks", { blocks: [] }, "params.blocks", "expected"],
    ["a text instead of a block", { blocks: ["x"] }, "params.blocks[0]", "expected"],
    ["nothing", {}, "params.markdown_text", "or blocks"],
  ])("%s", async (_what, words, path, says) => {
    const { sandbox, slack, channel, user, post_at } = open();
    const calls: Promise<unknown>[] = [slack.messages.create({ channel, ...words } as never)];
    if (!("split" in words))
      calls.push(
        slack.messages.update({ channel, ts: "1712161829.000300", ...words } as never),
        slack.ephemeral_messages.create({ channel, user, ...words } as never),
        slack.scheduled_messages.create({ channel, post_at, ...words } as never),
      );
    for (const error of await Promise.all(calls.map(caught))) {
      expect(error).toMatchObject({ code: "invalid_params", path, outcome: "not_started" });
      expect(error.message).toContain(says);
    }
    expect(sandbox.calls()).toEqual([]);
  });
});

describe.skipIf(absent)(`the request${absent ? ` [skipped: ${absent}]` : ""}`, () => {
  test("has documented arguments, and the blocks are JSON", async () => {
    const { slack, channel, user, post_at, sent } = open();
    const blocks = [section("*bold* & <https://example.com|link>"), divider];
    const { data } = await slack.messages.create({ channel, blocks });
    await slack.messages.update({ channel, ts: data.ts, blocks });
    await slack.ephemeral_messages.create({ channel, user, blocks });
    await slack.scheduled_messages.create({ channel, post_at, blocks });
    for (const method of ["chat.postMessage", "chat.update", "chat.postEphemeral", "chat.scheduleMessage"]) {
      const [args] = sent(method);
      expect(JSON.parse(String(args!["blocks"]))).toEqual(blocks);
      expect(args!["text"]).toBe("*bold* & <https://example.com|link>");
      for (const name of Object.keys(args!))
        expect(Object.keys(docsOf(method).args.properties), method).toContain(name);
      expect(args).not.toHaveProperty("mentions");
    }
  });
});

describe("the text that represents blocks", () => {
  const text = (...blocks: object[]) => contentArguments({ blocks: blocks as Dict[] }).text;
  test("contains the texts of the blocks", () => {
    expect(
      text(
        { type: "header", text: { type: "plain_text", text: "Deploys" } },
        { type: "section", fields: [{ type: "mrkdwn", text: "*api*" }] },
        { type: "image", image_url: "https://x.example/a.png", alt_text: "a graph" },
      ),
    ).toBe("Deploys\n*api*\na graph");
  });
  test("is absent if the blocks have no text, and cut off if they have much text", () => {
    expect(contentArguments({ blocks: [divider] })).toEqual({ blocks: [divider] });
    const long = String(text(...Array.from({ length: 5 }, () => section("<!here> ".repeat(300)))));
    expect(long.length).toBeLessThan(3100);
    expect(long).not.toMatch(/<[@!]/);
  });
  test("is the caller's text if there is one", () => {
    expect(contentArguments({ blocks: [divider], text: "own <!here>" }).text).toBe("own &lt;!here>");
  });
});

test("a part that notifies nobody is not changed", () => {
  const blocks: Dict[] = [
    section("<#C012AB3CD> <!date^1392734382^{date}|then> a@channel.example <https://x.example|@ home>"),
    { type: "header", text: { type: "plain_text", text: "<!channel> @here" } },
    {
      type: "actions",
      elements: [
        { type: "button", text: { type: "plain_text", text: "@here" }, value: "<!here>", action_id: "<@U1>" },
        { type: "users_select", initial_user: "U012AB3CD" },
      ],
    },
    {
      type: "rich_text",
      elements: [
        {
          type: "rich_text_section",
          elements: [
            { type: "text", text: "<!channel> @here" },
            { type: "channel", channel_id: "C012AB3CD" },
            { type: "emoji", name: "owl" },
            { type: "link", url: "https://x.example", text: "@here" },
          ],
        },
      ],
    },
    { type: "table", rows: [[{ type: "raw_text", text: "<!here>" }]] },
  ];
  expect(contentArguments({ blocks }).blocks).toEqual(blocks);
});

test("a removed mention keeps the styles that a text can have", () => {
  const element = { type: "user", user_id: "U1", style: { bold: true, client_highlight: true } };
  const blocks = [
    { type: "rich_text", elements: [{ type: "rich_text_section", elements: [element, { type: "team", team_id: "T1" }] }] },
  ]; // prettier-ignore
  const [{ elements }] = contentArguments({ blocks }).blocks as [{ elements: [{ elements: unknown[] }] }];
  expect(elements[0].elements).toEqual([
    { type: "text", text: "<@U1>", style: { bold: true } },
    { type: "text", text: "<!team^T1>" },
  ]);
});

// Generates blocks that would notify people, and checks that the sent blocks notify nobody. Parts that notify nobody
// must not be changed.

const few = { maxLength: 3 };
const call = fc.constantFrom(
  "<!channel>",
  "<!here|here>",
  "<!everyone>",
  "<@U012AB3CD>",
  "<@W012AB3CD|ana>",
  "<!subteam^S012AB3CD|@oncall>",
  "<<!here>",
  "<!chan<!here>nel>",
  "@channel",
  "(@Here)",
  "_@everyone_",
);
const loud = fc
  .array(fc.oneof(call, fc.string({ maxLength: 5 })), { minLength: 1 })
  .map((all) => all.join(" "));
const element = fc.oneof(
  fc.constant({ type: "user", user_id: "U012AB3CD" }),
  fc.constant({ type: "usergroup", usergroup_id: "S012AB3CD" }),
  fc.constant({ type: "team", team_id: "T012AB3CD" }),
  fc.constantFrom("here", "channel", "everyone").map((range) => ({ type: "broadcast", range })),
  loud.map((text) => ({ type: "text", text })),
);
const { block } = fc.letrec<{ rich: unknown; block: unknown }>((tie) => ({
  rich: fc.oneof(
    { maxDepth: 3, depthIdentifier: "blocks", withCrossShrink: true },
    fc.record({
      type: fc.constantFrom("rich_text_section", "rich_text_quote", "rich_text_preformatted"),
      elements: fc.array(element, few),
    }),
    fc.record({ type: fc.constant("rich_text_list"), elements: fc.array(tie("rich"), few) }),
  ),
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: "blocks", withCrossShrink: true },
    fc.record({ type: fc.constant("rich_text"), elements: fc.array(tie("rich"), few) }),
    fc.record({ type: fc.constant("markdown"), text: loud }),
    fc.record({ type: fc.constant("plain_text"), text: loud, emoji: fc.boolean() }),
    fc.record({ type: fc.constant("mrkdwn"), text: loud, verbatim: fc.boolean() }),
    fc.record({ type: fc.constant("section"), text: tie("block"), fields: fc.array(tie("block"), few) }),
    fc.record({ type: fc.constant("table"), rows: fc.array(fc.array(tie("block"), few), few) }),
    fc.record({ type: fc.constant("button"), text: tie("block"), value: loud, confirm: tie("block") }),
  ),
}));

/** The mentions that Slack recognises. */
const token = /<(@[UW][A-Z0-9]+|!(here|channel|everyone)|!subteam\^S[A-Z0-9]+)[|>]/;
const word = /(?<![a-z\d])@(channel|here|everyone)(?![a-z\d])/i;

/** Returns the parts of blocks that notify somebody. This code is independent of the code that removes these parts. */
function callsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(callsIn);
  if (typeof node !== "object" || node === null) return [];
  const { type, text } = node as Dict;
  const own =
    ["user", "usergroup", "team", "broadcast"].includes(String(type)) ||
    (["mrkdwn", "markdown"].includes(String(type)) && (token.test(String(text)) || word.test(String(text))));
  return [...(own ? [JSON.stringify(node)] : []), ...Object.values(node).flatMap(callsIn)];
}

test("for any blocks, neither the blocks nor the text that represents them notify anybody", () => {
  let called = 0;
  fc.assert(
    fc.property(fc.array(block as fc.Arbitrary<Dict>, { minLength: 1, maxLength: 4 }), (blocks) => {
      called += callsIn(blocks).length;
      const silent = contentArguments({ blocks });
      expect(callsIn(silent.blocks)).toEqual([]);
      expect(String(silent.text ?? "")).not.toMatch(token);
      if (callsIn(blocks).length === 0) expect(silent.blocks).toEqual(blocks);
      expect(contentArguments({ blocks, mentions: true }).blocks).toBe(blocks);
      expect(contentArguments({ blocks: silent.blocks as Dict[] }).blocks).toEqual(silent.blocks);
    }),
    { numRuns: 500 },
  );
  expect(called).toBeGreaterThan(100);
});
