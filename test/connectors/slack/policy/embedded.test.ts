import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { embedded } from "../../../../src/connectors/slack/policy/allow-list-kinds.ts";

// The promise of an allow-list: no message that an agent writes can show something of another channel.

const isAllowed = (id: string) => id === "C012AB3CD";
const found = (params: object) => embedded(params as never, isAllowed)?.path;

const at = "https://acme.slack.com/archives/C0SECRET99/p1712161829000300";

describe("a text is refused if it contains a link to another channel,", () => {
  test.each<[string, string]>([
    ["plain", at],
    ["with a backslash", "[x](https://acme.slack\\.com/archives/C0SECRET99/p1)"],
    ["with a number for a character", "[x](https://acme.slack&#46;com/archives/C0SECRET99/p1)"],
    ["with a hexadecimal number", "[x](https://acme.slack&#x2E;com/archives/C0SECRET99/p1)"],
    ["with a name for a dot", "[x](https://acme.slack&period;com/archives/C0SECRET99/p1)"],
    ["with a name for a slash", "[x](https://acme.slack.com&sol;archives&sol;C0SECRET99/p1)"],
    ["with a number for a letter of the id", "[x](https://acme.slack.com/archives/&#67;0SECRET99/p1)"],
    ["with a letter of another font", "[x](https://acme.sl&aopf;ck.com/archives/C0SECRET99)"],
    ["with codes", "https://acme%2Eslack%2Ecom%2Farchives%2FC0SECRET99"],
    ["with codes of codes", "https://acme.slack.com/archives%25252FC0SECRET99"],
    ["with an escaped code", "https://acme.slack.com/archives/&percnt;430SECRET99"],
    ["with full-width characters", "https://acme.ｓｌａｃｋ．com／archives／C0SECRET99"],
    ["with other dots", "https://acme。slack。com/archives/C0SECRET99"],
    ["with a dot after the host", "https://acme.slack.com./archives/C0SECRET99"],
    ["with backslashes", "https://acme.slack.com\\archives\\C0SECRET99"],
    ["with a character without a width", "https://acme.sl\u200Back.com/archives/C0SE\u2060CRET99"],
    ["with a soft hyphen", "https://acme.sl&shy;ack.com/archives/C0SECRET99"],
    ["with a tab", "<https://acme.slack.com/arch\tives/C0SECRET99>"],
    ["with a line break as a code", "[x](https://acme.slack.com/archives/C0SE&NewLine;CRET99)"],
    ["with a space in an address in brackets", "[x](<https://acme.slack.com/a b/../../archives/C0SECRET99>)"],
    ["with marks of Markdown", "https://acme.sl**ac**k.com/archives/C0SECRET99"],
    ["as an automatic link", "<https://acme.slack.com/archives/C0SECRET99>"],
    ["with a label", "<https://acme.slack.com/archives/C0SECRET99|the plan>"],
    ["as a reference", "[x][1]\n\n[1]: https://acme.slack.com/archives/C0SECRET99"],
    ["without a scheme", "acme.slack.com/archives/C0SECRET99"],
    ["of the web client", "https://app.slack.com/client/T012AB3CD/C0SECRET99"],
    ["of the desktop app", "slack://channel?team=T012AB3CD&id=C0SECRET99"],
    ["that opens the app", "https://slack.com/app_redirect?channel=C0SECRET99"],
    [
      "in a thread of an allowed channel",
      "https://acme.slack.com/archives/C012AB3CD/p1?thread_ts=1.1&cid=C0SECRET99",
    ],
    [
      "by another site",
      "https://slack-redir.net/link?url=https%3A%2F%2Facme.slack.com%2Farchives%2FC0SECRET99",
    ],
    ["to a file", "https://acme.slack.com/files/U012AB3CD/FABCDEFGHIJ/plan.pdf"],
    ["to the content of a file", "https://files.slack.com/files-pri/T012AB3CD-FABCDEFGHIJ/plan.pdf"],
    ["to a canvas", "https://acme.slack.com/docs/T012AB3CD/FABCDEFGHIJ"],
    ["in a word that is too long to judge", `https://acme.slack.com/${"x".repeat(2000)}`],
    ["as a mention", "see <#C0SECRET99>"],
    ["as a mention with an escape", "see <&num;C0SECRET99>"],
  ])("%s", (_name, text) => {
    for (const name of ["text", "markdown_text"]) expect(found({ [name]: text })).toBe(name);
    const block = { type: "markdown", text };
    expect(found({ blocks: [block] })).toBe("blocks[0].text");
    expect(found({ chunks: [{ type: "blocks", blocks: [block] }] })).toBe("chunks[0].blocks[0].text");
  });
  test("in a new message, in a changed message and in a scheduled message", async () => {
    const sandbox = slackSandbox();
    const channel = sandbox.state().channels.find(({ name }) => name === "general")!.id;
    const slack = new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      { ...sandbox.options, policy: { only: { channel: [channel] } } },
    );
    const { data } = await slack.messages.create({ channel, text: "before" });
    const before = sandbox.calls().length;
    const markdown_text = "[x](https://acme.slack\\.com/archives/C0SECRET99/p1)";
    for (const call of [
      slack.messages.create({ channel, markdown_text }),
      slack.messages.update({ channel, ts: data.ts, markdown_text }),
      slack.messages.update({ channel, ts: data.ts, blocks: [{ type: "markdown", text: markdown_text }] }),
      slack.scheduled_messages.create({ channel, markdown_text, post_at: "2h" }),
    ])
      await expect(call).rejects.toMatchObject({
        code: "policy_denied",
        outcome: "not_started",
        message: expect.stringMatching(/outside of the allow-list\. Links to allowed channels/),
      });
    expect(sandbox.calls()).toHaveLength(before);
  });
});

describe("a text may contain", () => {
  test.each<[string, string]>([
    ["a link to the allowed channel", "see https://acme.slack.com/archives/C012AB3CD/p1712161829000300."],
    ["the same with escapes", "[x](https://acme.slack\\.com/archives/&#67;012AB3CD/p1)"],
    ["a mention of the allowed channel", "<#C012AB3CD> and <@U012AB3CD>"],
    ["a link to another site", "[docs](https://example.com/a%20b?id=C0SECRET99&x=1)"],
    ["pages of Slack about itself", "https://slack.com/features and https://api.slack.com/apps/A045EF6GH"],
    ["a person's profile", "https://acme.slack.com/team/U012AB3CD"],
    ["an address of a shop", "https://slack.community.example/archives/C0SECRET99"],
    ["a long word", "x".repeat(5000)],
    ["code", "if (a < b && c[0] == '\\\\') { R&D; }"],
  ])("%s", (_name, text) => expect(found({ text, blocks: [{ type: "markdown", text }] })).toBe(undefined));
});

const rich = (...elements: object[]) => ({
  blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }],
});

describe("blocks are refused if an element could show something of another channel:", () => {
  test.each<[string, object]>([
    [
      "a mention of a message",
      rich({ type: "message_mention", channel_id: "C0SECRET99", message_ts: "1.1" }),
    ],
    ["a mention of a message without a channel", rich({ type: "message_mention", message_ts: "1.1" })],
    ["a message in a canvas", rich({ type: "canvas_message_unfurl", root_message_channel: "C0SECRET99" })],
    ["an item of a list", rich({ type: "list_record", list_id: "F012AB3CD", record_id: "Rec012AB3CD" })],
    ["a canvas", rich({ type: "canvas", file_id: "F012AB3CD" })],
    ["a file", rich({ type: "file", file_id: "F012AB3CD" })],
    ["a channel", rich({ type: "channel", channel_id: "C0SECRET99" })],
    ["a link", rich({ type: "link", url: at })],
    ["an element that this package does not know", rich({ type: "new_mention", some_id: "x" })],
    ["a remote file", { blocks: [{ type: "file", external_id: "ABCD1", source: "remote" }] }],
    [
      "an image that is a file",
      { blocks: [{ type: "image", slack_file: { id: "F012AB3CD" }, alt_text: "x" }] },
    ],
    ["a selected channel", { blocks: [{ type: "actions", elements: [{ type: "channels_select", initial_channel: "C0SECRET99" }] }] }], // prettier-ignore
    ["selected conversations", { blocks: [{ type: "input", element: { type: "multi_conversations_select", initial_conversations: ["C012AB3CD", "D0SECRET99"] } }] }], // prettier-ignore
    [
      "a source of a task",
      { chunks: [{ type: "task_update", sources: [{ type: "url", url: at, text: "x" }] }] },
    ],
  ])("%s", (_name, params) => expect(embedded(params as never, isAllowed)).toBeDefined());
  test("the error says what can be written", () => {
    expect(embedded(rich({ type: "list_record" }) as never, isAllowed)).toEqual({
      path: "blocks[0].elements[0].elements[0]",
      reason: expect.stringMatching(/^has the type list_record, .* Text, links, .* can be written$/),
    });
  });
  test("other elements can be written", () => {
    const elements = [
      { type: "text", text: "hi" },
      { type: "user", user_id: "U012AB3CD" },
      { type: "channel", channel_id: "C012AB3CD" },
      { type: "message_mention", channel_id: "C012AB3CD", message_ts: "1.1" },
      { type: "link", url: "https://example.com" },
      { type: "date", timestamp: 1, format: "{date}" },
    ];
    expect(found(rich(...elements))).toBe(undefined);
    const image = { type: "image", image_url: "https://example.com/a.png", alt_text: "a" };
    expect(found({ blocks: [image, { type: "section", text: { type: "mrkdwn", text: "hi" }, accessory: image }] })).toBe(undefined); // prettier-ignore
    expect(found({ metadata: { event_payload: { type: "my_type" } } })).toBe(undefined);
  });
});
