import { describe, expect, test } from "vitest";
import { readableText, withText } from "../../../../src/connectors/slack/text/readable-text.ts";

// What a person sees of each kind of block, attachment and file, in screen order, each text once.
// https://docs.slack.dev/reference/block-kit/blocks

type Dict = Record<string, unknown>;

const plain = (text: string) => ({ type: "plain_text", text });
const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
const text = (words: string) => ({ type: "text", text: words });
const section = (...elements: Dict[]) => ({ type: "rich_text_section", elements });
const rich = (...elements: Dict[]) => ({ type: "rich_text", elements });
const read = (...blocks: Dict[]) => readableText({ blocks }, { U1: "ana", C1: "general" });
const attached = (...attachments: Dict[]) => readableText({ attachments }, { U1: "ana" });
const button = (label: string, more: Dict = {}) => ({
  type: "button",
  text: plain(label),
  value: "no",
  ...more,
});

test.each<[string, Dict, string]>([
  ["header", { type: "header", text: plain("Title") }, "Title"],
  ["divider", { type: "divider", block_id: "d1" }, ""],
  [
    "section with fields and a button",
    {
      type: "section",
      block_id: "s1",
      text: mrkdwn("Deploy"),
      fields: [mrkdwn("*By*\nAna"), mrkdwn("*To*\nlive")],
      accessory: button("Open", { url: "https://a.example" }),
    },
    "Deploy\n*By* Ana\n*To* live\nOpen (https://a.example)",
  ],
  [
    "image",
    { type: "image", title: plain("Cat"), alt_text: "A cat", image_url: "https://x.example/c.png" },
    "Cat\nA cat",
  ],
  [
    "input with a chosen option in place of the placeholder",
    {
      type: "input",
      label: plain("Size"),
      hint: plain("for the shirt"),
      element: {
        type: "static_select",
        placeholder: plain("Choose"),
        initial_option: { text: plain("Large"), value: "l" },
        options: [{ text: plain("Small"), value: "s" }],
      },
    },
    "Size ✓ Large Small\nfor the shirt",
  ],
  [
    "people who are chosen",
    { type: "actions", elements: [{ type: "users_select", initial_user: "U1", placeholder: plain("Who") }] },
    "<@U1|ana>",
  ],
  [
    "video",
    {
      type: "video",
      title: plain("Talk"),
      title_url: "https://v.example/1",
      author_name: "Ana",
      provider_name: "Tube",
      description: plain("An hour"),
      alt_text: "a stage",
      video_url: "https://v.example/embed",
      thumbnail_url: "https://v.example/t.png",
    },
    "Ana Tube\nTalk (https://v.example/1)\nAn hour a stage",
  ],
  [
    "table with rich text, a number and an empty cell",
    {
      type: "table",
      rows: [
        [
          { type: "raw_text", text: "Name" },
          { type: "raw_text", text: "Note" },
          { type: "raw_text", text: "n" },
        ],
        [rich(section(text("two "), text("words"))), null, { type: "raw_number", value: 7 }],
      ],
    },
    "Name | Note | n\ntwo words |  | 7",
  ],
  [
    "data table",
    {
      type: "data_table",
      caption: "Scores",
      rows: [
        [
          { type: "raw_text", text: "Ana" },
          { type: "raw_number", value: 95, text: "95 %" },
        ],
      ],
    },
    "Scores\nAna | 95 %",
  ],
  [
    "pie chart",
    {
      type: "data_visualization",
      title: "Bars",
      chart: {
        type: "pie",
        segments: [
          { label: "Twix", value: 28 },
          { label: "Mars", value: 9 },
        ],
      },
    },
    "Bars\nTwix: 28\nMars: 9",
  ],
  [
    "line chart",
    {
      type: "data_visualization",
      title: "Sales",
      chart: {
        type: "line",
        series: [
          {
            name: "Web",
            data: [
              { label: "Mon", value: 1 },
              { label: "Tue", value: 2 },
            ],
          },
        ],
        axis_config: { categories: ["Mon", "Tue"], x_label: "Day", y_label: "Euro" },
      },
    },
    "Sales\nDay / Euro\nWeb — Mon: 1, Tue: 2",
  ],
  [
    "card",
    {
      type: "card",
      hero_image: { type: "image", alt_text: "hero", image_url: "https://x.example" },
      title: plain("Flight"),
      subtitle: plain("to Rome"),
      body: mrkdwn("two hours"),
      subtext: plain("on time"),
      actions: [button("Book")],
    },
    "hero\nFlight\nto Rome\ntwo hours\non time\nBook",
  ],
  [
    "container, whose rich title wins",
    {
      type: "container",
      title: plain("no"),
      rich_text_title: rich(section(text("Rich"))),
      subtitle: plain("sub"),
      width: "wide",
      child_blocks: [{ type: "section", text: plain("inside") }],
    },
    "Rich\nsub\ninside",
  ],
  [
    "plan",
    {
      type: "plan",
      title: "Steps",
      tasks: [
        {
          type: "task_card",
          task_id: "t1",
          title: "Search",
          status: "complete",
          details: rich(section(text("looked"))),
          output: rich(section(text("found"))),
          sources: [{ type: "url", url: "https://s.example", text: "Source" }],
        },
      ],
    },
    "Steps\nSearch\ncomplete\nlooked\nfound\nSource (https://s.example)",
  ],
  [
    "feedback",
    {
      type: "context_actions",
      elements: [
        {
          type: "feedback_buttons",
          positive_button: { text: plain("Good"), accessibility_label: "no", value: "+" },
          negative_button: { text: plain("Bad"), value: "-" },
        },
      ],
    },
    "Good Bad",
  ],
  [
    "call",
    {
      type: "call",
      call_id: "R1",
      call: {
        v1: {
          id: "R1",
          name: "Standup",
          created_by: "U1",
          date_start: 1_577_836_800,
          date_end: 0,
          join_url: "https://call.example",
          participants: [{ slack_id: "U1" }, { external_id: "x", display_name: "Bo" }],
        },
      },
    },
    "Standup (https://call.example), since 2020-01-01T00:00:00Z\nStarted by <@U1|ana>\nWith <@U1|ana>, Bo",
  ],
  [
    "shortcut",
    {
      type: "share_shortcut",
      title: "Form",
      description: "Asks",
      button_label: "Start",
      function_trigger_id: "Ft1",
    },
    "Form\nAsks Start",
  ],
  [
    "a block that nobody knows",
    {
      type: "brand_new",
      block_id: "b",
      heading: plain("New"),
      lines: ["one", { label: "two" }],
      some_url: "https://no",
    },
    "New one two",
  ],
])("%s", (_name, block, expected) => {
  expect(read(block)).toBe(expected);
});

describe("rich text", () => {
  const list = (style: string, indent: number, items: string[], more: Dict = {}) => ({
    type: "rich_text_list",
    style,
    indent,
    elements: items.map((item) => section(text(item))),
    ...more,
  });
  test("nested lists have Slack's marks, and an interrupted list goes on", () => {
    const blocks = [
      rich(
        list("ordered", 0, ["one", "two"]),
        list("ordered", 1, ["sub"]),
        list("ordered", 2, ["deep", "deeper"]),
        list("bullet", 1, ["dot"]),
        list("ordered", 0, ["three"], { offset: 2 }),
      ),
    ];
    const expected = "1. one\n2. two\n  a. sub\n    i. deep\n    ii. deeper\n  ◦ dot\n3. three";
    expect(readableText({ blocks }, {})).toBe(expected);
    // Slack's own text of the same message has other spaces.
    const slacks = "1. one\n2. two\n    a. sub\n        i. deep\n        ii. deeper\n    ◦ dot\n3. three";
    expect(readableText({ blocks, text: slacks }, {})).toBe(slacks);
  });
  test("a line break inside an item does not start a new item", () => {
    expect(read(rich(list("bullet", 0, ["one\nmore", "two"])))).toBe("• one\n  more\n• two");
  });
  test("every kind of inline element has a readable form", () => {
    const elements: Dict[] = [
      { type: "emoji", name: "wave", skin_tone: 3 },
      { type: "team", team_id: "T1" },
      { type: "date", timestamp: 1_577_836_800, format: "On {date_long} at {time}", fallback: "no" },
      {
        type: "citation",
        text: "[1]",
        url: "https://c.example",
        details: { title: "Page", snippet: "part" },
      },
      { type: "attachment_mention", text: "Doc", url: "https://d.example", product_name: "Docs" },
      { type: "workflow_mention", text: "Flow", url: "https://w.example", workflow_id: "Wf1" },
      { type: "message_mention", channel_id: "C1", message_ts: "1.2" },
      { type: "canvas", file_id: "F1", label: "Plan" },
      { type: "file", file_id: "F2", text: "sheet", url: "https://f.example" },
      { type: "salesforce_data_field", salesforce_field_label: "Stage" },
      { type: "tag", text: "tagged" },
    ];
    const lines = elements.map((element) => read(rich(section(element))));
    expect(lines).toEqual([
      ":wave::skin-tone-3:",
      "<@T1>",
      "On 2020-01-01 at 00:00 UTC",
      "[1] (https://c.example) Page part",
      "Doc (https://d.example) Docs",
      "Flow (https://w.example)",
      "<#C1|general> 1.2",
      "Plan",
      "sheet (https://f.example)",
      "Stage",
      "tagged",
    ]);
  });
});

describe("a message", () => {
  test("blocks replace the text of an app, but a divider alone does not", () => {
    const blocks = [{ type: "section", text: mrkdwn("Shown") }];
    expect(readableText({ text: "This content can't be displayed.", blocks }, {})).toBe("Shown");
    expect(readableText({ text: "For *notifications*", blocks }, {})).toBe("Shown");
    expect(readableText({ text: "Kept", blocks: [{ type: "divider" }] }, {})).toBe("Kept");
  });
  test("a text with the same words as the blocks keeps its marks", () => {
    const blocks = [rich(section(text("a "), { ...text("bold"), style: { bold: true } }))];
    expect(readableText({ text: "a *bold*", blocks }, {})).toBe("a *bold*");
  });
  test("two equal attachments are both shown", () => {
    expect(attached({ text: "OK" }, { text: "OK" })).toBe("OK\nOK");
  });
  test("the parts of an attachment have the order of the screen", () => {
    expect(
      attached({
        fallback: "no",
        pretext: "before",
        service_name: "Watch",
        author_name: "Bot",
        author_subname: "sub",
        author_id: "U1",
        title: "Alert",
        title_link: "https://w.example/1",
        text: "It\nburns",
        fields: [{ title: "Level", value: "high", short: true }],
        actions: [{ id: "1", type: "button", name: "ack", text: "Accept", value: "no" }],
        footer: "footer",
        ts: 1,
        color: "danger",
        mrkdwn_in: ["text"],
      }),
    ).toBe(
      "before\nWatch Bot sub\nAlert (https://w.example/1)\nIt\nburns\nLevel: high\nAccept\nfooter 1970-01-01T00:00Z",
    );
  });
  test("the time of an attachment is left out in the minute of the message", () => {
    const attachments = [{ text: "Alert", footer: "Watch", ts: 1_577_836_810 }];
    expect(readableText({ ts: "1577836800.000100", attachments }, {})).toBe("Alert\nWatch");
    expect(readableText({ ts: "1577836870.000100", attachments }, {})).toBe("Alert\nWatch 2020-01-01T00:00Z");
  });
  test("a shared message says its words once, and names its author, channel and file", () => {
    const blocks = [rich(section(text("Look")))];
    expect(
      attached({
        is_share: true,
        from_url: "https://a.slack.com/archives/C1/p1",
        author_id: "U1",
        channel_name: "general",
        text: "Look",
        message_blocks: [{ team: "T1", channel: "C1", ts: "1.2", message: { blocks } }],
        files: [{ id: "F1", name: "plan.png", title: "The plan", mode: "hosted" }],
        fallback: "no",
      }),
    ).toBe("<@U1|ana> #general (https://a.slack.com/archives/C1/p1)\nLook\nThe plan [F1]");
  });
  test("a forwarded message has its link, channel and author once", () => {
    const link = "https://a.slack.com/archives/C1/p1577836800000100?thread_ts=1577836700.000100&cid=C1";
    const forwarded = {
      is_msg_unfurl: true,
      from_url: link,
      channel_id: "C1",
      author_id: "U2",
      author_name: "Hannah Mueller",
      author_subname: "Hannah Mueller",
      text: "Look",
      fallback: "no",
    };
    expect(attached({ ...forwarded, footer: "Thread in Slack" })).toBe(
      `Hannah Mueller (${link})\nLook\nThread in Slack`,
    );
    const inChannel = { ...forwarded, channel_name: "general", footer: "Posted in #general" };
    expect(attached(inChannel)).toBe(`Hannah Mueller #general (${link})\nLook`);
    // A person who pastes a link sees it in the text.
    const pasted = { text: `See <${link.replace("&", "&amp;")}>`, attachments: [inChannel] };
    expect(readableText(pasted, {})).toBe(`See ${link}\nHannah Mueller #general\nLook`);
    // Without a text, the text that code reads contains the link too.
    const read = withText({ text: "", attachments: [inChannel] });
    expect(read.text).toContain(link);
    expect(readableText(read, {})).toContain(link);
  });
  test("an old post is read without its HTML", () => {
    const preview =
      '<document><p>This is a test file! Hyperlink: <a href="https://www.google.de/">a page</a></p><p>a &amp; b</p></document>';
    const files = [{ id: "F1", mode: "space", filetype: "space", title: "Plan", preview }];
    expect(readableText({ text: "", files }, {})).toBe(
      "This is a test file! Hyperlink: a page (https://www.google.de/)\na & b",
    );
  });
  test("a huddle says when it was and who was there", () => {
    const room = {
      id: "R1",
      created_by: "U1",
      date_start: 1_577_836_800,
      date_end: 1_577_840_400,
      has_ended: true,
      participant_history: ["U1", "U2"],
    };
    const blocks = [{ type: "section", text: plain("A huddle started") }];
    expect(readableText({ subtype: "huddle_thread", text: "", blocks, room }, { U1: "ana" })).toBe(
      "A huddle started\n2020-01-01T00:00:00Z to 2020-01-01T01:00:00Z\nStarted by <@U1|ana>\nWith <@U1|ana>, <@U2>",
    );
  });
  test.each<[string, Dict, string]>([
    [
      "an e-mail",
      {
        mode: "email",
        title: "Offer",
        subject: "Offer",
        from: [{ name: "Bo", address: "bo@x.example" }],
        to: [{ address: "ana@x.example" }],
        headers: { date: "Mon, 2 Mar 2026" },
        plain_text: "Dear Ana",
        preview_plain_text: "Dear",
        attachments: [{ filename: "price.pdf" }],
      },
      "From: Bo <bo@x.example>\nTo: ana@x.example\nDate: Mon, 2 Mar 2026\nDear Ana\nAttached: price.pdf",
    ],
    [
      "a voice clip",
      {
        subtype: "slack_audio",
        transcription: { status: "complete", preview: { content: "Hello there", has_more: true } },
      },
      "Hello there …",
    ],
    ["a snippet", { mode: "snippet", preview: "let a = 1;", preview_is_truncated: true }, "let a = 1;\n…"],
    ["an old comment", { initial_comment: { comment: "look" } }, "look"],
  ])("the content of a file: %s", (_name, file, expected) => {
    expect(readableText({ files: [{ id: "F1", name: "f", ...file }] }, {})).toBe(expected);
  });
});
