import { describe, expect, test } from "vitest";
import { escapeMarkdown, mentionsIn } from "../../../../src/connectors/slack/posting/mentions.ts";

describe("a mention in Markdown notifies nobody, even if a part of it is an escape:", () => {
  test.each([
    ["<\\!channel>", "&lt;\\!channel>"],
    ["<&#33;here>", "&lt;&#33;here>"],
    ["<&excl;&#x68;ere>", "&lt;&excl;&#x68;ere>"],
    ["<&commat;U012AB3CD>", "&lt;&commat;U012AB3CD>"],
    ["&#60;!channel>", "&lt;!channel>"],
    ["\\<!channel>", "&lt;!channel>"],
    ["a &amp; <!subteam&Hat;S012AB3CD|x>", "a &amp; &lt;!subteam&Hat;S012AB3CD|x>"],
    ["&commat;channel", "&commat;\u2060channel"],
    ["\\@here", "\\@\u2060here"],
    ["@&#99;hannel", "@\u2060&#99;hannel"],
  ])("%s", (markdown, sent) => {
    const found = new Set<string>();
    expect(escapeMarkdown(markdown, found)).toBe(sent);
    expect(found.size).toBe(1);
  });
  test.each(["&lt;!channel>", "a\\.b &amp; <https://example.com/?a=1&amp;b=2>", "&unknown; \\<br>", "\\"])(
    "and %s stays as it is",
    (markdown) => expect(escapeMarkdown(markdown)).toBe(markdown),
  );
});

test("the mentions of a message are found in its text, its blocks and its chunks", () => {
  const blocks = [
    { type: "section", text: { type: "mrkdwn", text: "<!here> and @channel" } },
    { type: "section", text: { type: "plain_text", text: "<!everyone>" } },
    {
      type: "rich_text",
      elements: [{ type: "rich_text_section", elements: [{ type: "user", user_id: "U012AB3CD" }] }],
    },
  ];
  expect(mentionsIn({ channel: "C012AB3CD", blocks })).toEqual(["<!here>", "@channel", "<@U012AB3CD>"]);
  expect(mentionsIn({ text: "<@U012AB3CD|ana> @here" })).toEqual(["<@U012AB3CD>"]);
  expect(mentionsIn({ text: "<@U012AB3CD> @here", ts: "1712161829.000300" })).toEqual([
    "<@U012AB3CD>",
    "@here",
  ]);
  expect(mentionsIn({ markdown_text: "<!subteam^S012AB3CD> <&#33;channel>" })).toEqual([
    "<!subteam^S012AB3CD>",
    "<!channel>",
  ]);
  expect(mentionsIn({ initial_comment: "@everyone" })).toEqual(["@everyone"]);
  const chunks = [
    { type: "markdown_text", text: "<!channel>" },
    { type: "task_update", id: "1", title: "for <@U012AB3CD>", details: "<!here>", status: "pending" },
    { type: "blocks", blocks: [{ type: "markdown", text: "<@U045EF6GH>" }] },
  ];
  expect(mentionsIn({ chunks })).toEqual(["<!channel>", "<@U012AB3CD>", "<!here>", "<@U045EF6GH>"]);
});
