import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { readableText, withText } from "../../../../src/connectors/slack/text/readable-text.ts";
import { readableRenderer } from "../../../../src/connectors/slack/text/markup-to-text.ts";
import { absent, docsOf, isDocumented } from "../../../suites/slack/documentation.ts";

type Dict = Record<string, unknown>;

/** The fields of blocks, attachments and files that contain text for a reader. */
const readable = new Set([
  "text",
  "pretext",
  "title",
  "value",
  "alt_text",
  "author_name",
  "footer",
  "description",
  "provider_name",
]);
/** The fields that contain nothing for a reader. */
const hidden = new Set([
  "metadata",
  "bot_profile",
  "style",
  "accessibility",
  "user_profile",
  "icons",
  "root",
]);

const read = readableRenderer({}).mrkdwn;

/** Returns all texts in a part of a message that the readable text must contain. */
function leaves(node: unknown, key = "", literal = false): string[] {
  if (typeof node === "string")
    return readable.has(key) && node.trim() !== "" ? [literal ? node : read(node)] : [];
  if (Array.isArray(node)) return node.flatMap((item) => leaves(item, key));
  if (typeof node !== "object" || node === null) return [];
  const own = "type" in node && ["text", "raw_text", "link"].includes(String(node.type));
  return Object.entries(node).flatMap(([name, value]) => (hidden.has(name) ? [] : leaves(value, name, own)));
}
const parts = ({ blocks, attachments, files }: Dict) => ({ blocks, attachments, files });
const flat = (text: unknown) => String(text).replace(/\s+/g, " ").trim();

/** Checks that the readable text of a message contains all its texts, both with and without Slack's own text. */
function expectWhole(message: Dict): void {
  for (const text of ["", "The text of a notification.", message.text]) {
    const whole = flat(readableText({ ...message, text }, {}));
    // Slack's own text can contain formatting characters that the blocks lack, so they are removed on both sides.
    const bare = (part: string) => part.replace(/[\s*_~`>•]+/g, "");
    for (const leaf of leaves(parts(message)))
      expect(text === message.text ? bare(whole) : whole, JSON.stringify(message)).toContain(
        text === message.text ? bare(leaf) : flat(leaf),
      );
  }
  expect(withText(message)["text"]).not.toBe("");
}

describe("the sandbox's messages", () => {
  const sandbox = slackSandbox({ rateLimits: false });
  const all = sandbox.state().channels.flatMap(({ messages }) => messages) as Dict[];

  test("lose no text", () => {
    expect(all.length).toBeGreaterThan(150);
    for (const message of all) expectWhole(message);
  });

  test("are never empty for a reader", async () => {
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
    const types = ["public_channel", "private_channel", "mpim", "im"] as const;
    let empty = 0;
    for await (const { id: channel } of slack.channels.list.all({ types: [...types] }))
      for await (const message of slack.channel_messages.list.all({ channel })) {
        expect(message.text.trim(), JSON.stringify(message)).not.toBe("");
        if (all.some(({ ts, text }) => ts === message.ts && text === "")) empty++;
      }
    expect(empty).toBeGreaterThan(100);
  });
});

describe("the readable text", () => {
  const of = (message: Dict) => withText(message)["text"];
  const rich = (...elements: Dict[]) => ({
    blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }],
  });

  test("an existing text is not changed", () => {
    const message = { text: "as it is", blocks: [{ type: "section", text: { text: "other" } }] };
    expect(withText(message)).toBe(message);
  });
  test.each([undefined, null, "", "  \n", 5])("the text %o counts as absent", (text) => {
    expect(of({ text, attachments: [{ fallback: "alert" }] })).toBe("alert");
  });
  test("the pieces of a rich text are joined without a separator", () => {
    expect(
      of(
        rich(
          { type: "text", text: "half" },
          { type: "text", text: "way", style: { bold: true } },
          { type: "text", text: ", done" },
        ),
      ),
    ).toBe("halfway, done");
  });
  test("mentions, emoji, links and dates have Slack's notation", () => {
    expect(
      of(
        rich(
          { type: "user", user_id: "U1" },
          { type: "text", text: " " },
          { type: "channel", channel_id: "C1" },
          { type: "usergroup", usergroup_id: "S1" },
          { type: "broadcast", range: "here" },
          { type: "emoji", name: "tada" },
          { type: "link", url: "https://a.example", text: "A" },
          { type: "date", timestamp: 1, fallback: "today" },
          { type: "color", value: "#ff0000" },
        ),
      ),
    ).toBe("<@U1> <#C1><!subteam^S1><!here>:tada:A (https://a.example)today#ff0000");
  });
  test("a date after the year 9999, such as one in milliseconds, is its fallback", () => {
    const date = {
      type: "date",
      timestamp: 1_712_161_829_000,
      format: "{date_num} {time}",
      fallback: "soon",
    };
    expect(of(rich(date))).toBe("soon");
  });
  test("list items, quotes and code are on separate lines", () => {
    const line = (text: string) => ({ type: "rich_text_section", elements: [{ type: "text", text }] });
    const elements = [
      line("Highlights:"),
      { type: "rich_text_list", style: "bullet", elements: [line("one"), line("two")] },
      { type: "rich_text_quote", elements: [{ type: "text", text: "said" }] },
      { type: "rich_text_preformatted", elements: [{ type: "text", text: "a = 1" }] },
    ];
    expect(of({ blocks: [{ type: "rich_text", elements }] })).toBe(
      "Highlights:\n• one\n• two\n> said\n```a = 1```",
    );
  });
  test("accessories, options, videos, nested messages and tables are included", () => {
    const plain = (text: string) => ({ type: "plain_text", text });
    const message = {
      text: "",
      blocks: [
        {
          type: "section",
          text: plain("Approve?"),
          accessory: { type: "overflow", options: [{ text: plain("Yes"), description: plain("ship it") }] },
        },
        { type: "video", title: plain("Demo"), description: plain("Two minutes"), alt_text: "a demo" },
        { type: "table", rows: [[{ type: "raw_text", text: "cell" }]] },
        { type: "markdown", text: "**bold**" },
        {
          type: "input",
          label: plain("Name"),
          hint: plain("in full"),
          element: { placeholder: plain("Ann") },
        },
      ],
      attachments: [
        { message_blocks: [{ message: { blocks: [{ type: "section", text: plain("quoted") }] } }] },
      ],
      files: [{ id: "F1", name: "notes.txt" }],
    };
    const text = String(of(message));
    for (const leaf of ["Approve?", "Yes", "ship it", "Demo", "Two minutes", "a demo", "cell", "**bold**"])
      expect(text).toContain(leaf);
    for (const leaf of ["Name", "in full", "quoted", "notes.txt"]) expect(text).toContain(leaf);
    expectWhole(message);
  });
  test("the value of a button or an option is not included", () => {
    const button = { type: "button", text: { type: "plain_text", text: "Open" }, value: "secret-payload" };
    expect(of({ blocks: [{ type: "actions", elements: [button] }] })).toBe("Open");
  });
  test("a fallback is used only if there is no other text", () => {
    expect(of({ attachments: [{ fallback: "plain", text: "shown" }, { fallback: "alone" }] })).toBe(
      "shown\nalone",
    );
  });
  test.each([{}, { blocks: "no list" }, { blocks: [null, 5, "x"] }, { attachments: [{}] }])(
    "%o throws nothing",
    (one) => {
      expect(typeof of(one)).toBe("string");
    },
  );
  test("a message nested ten thousand levels deep throws nothing", () => {
    let node: Dict = { text: "deep" };
    for (let level = 0; level < 10_000; level++) node = { elements: [node] };
    expect(typeof of({ blocks: [node] })).toBe("string");
  });
});

describe.skipIf(absent)(`documented examples${absent ? ` [skipped: ${absent}]` : ""}`, () => {
  const methods = [
    "chat.postMessage",
    "chat.update",
    "chat.scheduleMessage",
    "conversations.history",
    "conversations.replies",
    "pins.list",
    "reactions.get",
    "reactions.list",
    "search.messages",
    "files.info",
    "chat.meMessage",
  ].filter((method) => absent === false && isDocumented(method));

  test.each(methods)("%s: no text is lost", (method) => {
    for (const { example } of Object.values(docsOf(method).examples))
      for (const message of messagesIn(example)) {
        expectWhole(message);
        expect(typeof withText(message)["text"]).toBe("string");
      }
  });
});

/** Returns all objects in an example that look like a message. */
function messagesIn(node: unknown): Dict[] {
  if (typeof node !== "object" || node === null) return [];
  const own = "blocks" in node || "attachments" in node || "files" in node ? [node as Dict] : [];
  return [...own, ...Object.values(node).flatMap(messagesIn)];
}
