import { expect, test } from "vitest";
import { hiddenText } from "../../../../src/core/contract/policy.ts";
import { embedded } from "../../../../src/connectors/slack/policy/allow-list-kinds.ts";
import { hideChannels } from "../../../../src/connectors/slack/policy/hide-channels.ts";

const isAllowed = (id: string) => ["C012AB3CD", "U012AB3CD"].includes(id);
const hide = (value: unknown, params = {}) => hideChannels(value, isAllowed, params);
const part = { type: "text", text: hiddenText };
const at = "https://acme.slack.com/archives";

test.for<[string, unknown, unknown]>([
  ["ids in lists, as one text", { channels: ["C012AB3CD", "C045", "D045EF6GH"], users: ["U1"] }, { channels: ["C012AB3CD", hiddenText], users: ["U1"] }],
  ["the shares of a file", { id: "F1", shares: { public: { C012AB3CD: [1], C045: [2] } } }, { id: "F1", shares: { public: { C012AB3CD: [1] } } }],
  ["an id in an unknown field", { new_field: ["C045EF6GH"] }, { new_field: [hiddenText] }],
  ["a record of a channel", { found: { id: "C045EF6GH", name: "secret" } }, { found: part }],
  ["a record that belongs to a channel", [{ channel: "C045", text: "secret" }, { channel: { id: "C045" } }], [part, part]],
  ["a mention and its label", { text: "see <#C045|secret> and <#C012AB3CD|here>" }, { text: `see ${hiddenText} and <#C012AB3CD|here>` }],
  ["a mention that was cut off", "see <#C045|secr", `see ${hiddenText}`],
  ["a link and its label", `<${at}/C045/p1|secret> ${at}/C012AB3CD/p1`, `${hiddenText} ${at}/C012AB3CD/p1`],
  ["a link in which letters are encoded", `${at}/%4304%35EF6GH/p1.`, hiddenText],
  ["a link without a scheme, and one of the desktop app", "acme.slack.com/archives/C045 slack://channel?id=C045", `${hiddenText} ${hiddenText}`],
  ["the names in meta", { names: { C045EF6GH: "secret", U1: "ana" }, ids: { secret: "C045", ana: "U1" } }, { names: { U1: "ana" }, ids: { ana: "U1" } }],
])("hides %s", ([, value, kept]) => expect(hide(value)).toEqual(kept)); // prettier-ignore

const away = `${at}/C045EF6GH/p1712161829000300`;
test.for<[string, unknown]>([
  [
    "the details of a citation",
    { type: "citation", url: away, text: "secret", details: { title: "secret", snippet: "secret" } },
  ],
  [
    "a source of a task",
    { type: "task_card", title: "Search", sources: [{ type: "url", url: away, text: "secret" }] },
  ],
  [
    "an attachment with a title that is a link",
    { attachments: [{ title: "secret", title_link: away, text: "secret" }] },
  ],
  [
    "a preview that an app has made",
    { attachments: [{ app_unfurl_url: away, blocks: [{ type: "markdown", text: "secret" }] }] },
  ],
  ["a quote with only the name of a channel", { attachments: [{ channel_name: "secret", text: "secret" }] }],
  ["the name of a huddle", { subtype: "huddle_thread", room: { name: "secret", channels: ["C045EF6GH"] } }],
  ["the title of a bookmark", { id: "Bk1", channel_id: "C012AB3CD", title: "secret", link: away }],
  ["the text of a link", { type: "link", url: away, text: "secret" }],
  ["the text of a button", { type: "button", url: away, text: { type: "plain_text", text: "secret" } }],
])("hides the words beside a hidden link or id: %s", ([, value]) => {
  expect(JSON.stringify(hide(value))).not.toContain("secret");
  const here = JSON.parse(JSON.stringify(value).replaceAll("C045EF6GH", "C012AB3CD")) as object;
  if (!JSON.stringify(value).includes("channel_name")) expect(hide(here)).toEqual(here);
});
test("keeps the shares of a file in the allowed channel, and the channels of a user group", () => {
  const file = { id: "F1", title: "a", channels: ["C012AB3CD"], shares: { public: { C012AB3CD: [{ ts: "1.1", channel_name: "here" }] } } }; // prettier-ignore
  expect(hide(file)).toEqual(file);
  const group = { id: "S1", name: "oncall", prefs: { channels: ["C045EF6GH"] } };
  expect(hide(group)).toEqual({ ...group, prefs: { channels: [hiddenText] } });
});

test.for<[string, unknown]>([
  ["everything about the allowed channel", { id: "C012AB3CD", channel: "C012AB3CD", text: `<#C012AB3CD> ${at}/C012AB3CD/p1` }],
  ["words and ids of other things", { state: "COMPLETED", id: "CANCELLED", text: "GENERATED F045EF6GH U045EF6GH 1.5 < 2 C4" }],
  ["links to other pages of Slack", "https://slack.com/features https://api.slack.com/apps/A045EF6GH https://x.com/archives/C045"],
  ["cursors", { next_cursor: "dXNlcjpDMDYxRkFTT0ZaC045EF6GH=" }],
  ["values that are not JSON", new Uint8Array([1])],
])("keeps %s", ([, value]) => expect(hide(value)).toEqual(value)); // prettier-ignore

const page = { title: "Wiki", text: "A page", from_url: "https://wiki.example.com" };
const unfurled = { is_msg_unfurl: true, channel_id: "C045", text: "secret plan\nof ours", footer: "#secret" };
test("a preview of another channel's message is hidden, also in the text that was made from it", () => {
  // `withText` makes such a text for a message without text.
  const made = "Wiki\nA page\nsecret plan\nof ours\n#secret";
  const { text, attachments } = hide({
    ts: "1.1",
    text: made,
    attachments: [page, unfurled],
  }) as typeof page & {
    attachments: unknown;
  };
  expect(attachments).toEqual([page, part]);
  expect(text).toBe(`Wiki\nA page\n${hiddenText}`);
  const own = hide({ ts: "1.1", text: "Look:\nof ours", attachments: [unfurled] });
  expect(own).toMatchObject({ text: "Look:", attachments: [part] });
});
test("a shared message from an unknown channel is hidden, and one from the allowed channel is not", () => {
  const here = { ...unfurled, channel_id: "C012AB3CD", footer: "x" };
  const { channel_id: _none, ...unknown } = unfurled;
  expect(hide({ attachments: [here, unknown] })).toEqual({ attachments: [here, part] });
});
test("the direct message with an allowed user is not hidden in the result of a post to this user", () => {
  const posted = { channel: "D045EF6GH", ts: "1.1" };
  expect(hide(posted, { channel: "U012AB3CD" })).toEqual(posted);
  expect(hide(posted, { channel: "C012AB3CD" })).toEqual(part);
  expect(hide({ ...posted, channel: "C045EF6GH" }, { channel: "U012AB3CD" })).toEqual(part);
});
test("a value that is too deep is hidden", () => {
  let value: unknown = "deep";
  for (let depth = 0; depth < 5000; depth++) value = { value };
  expect(JSON.stringify(hide(value))).toContain(hiddenText);
});

test.for<[string, object, string | undefined]>([
  ["a link to a message", { text: `see ${at}/C045/p1712161829000300` }, "text"],
  ["a link in Markdown", { markdown_text: `[this](${at}/C045EF6GH/p1)` }, "markdown_text"],
  ["a link of the web client", { text: "https://app.slack.com/client/T1/C045EF6GH" }, "text"],
  ["a link in a block", { blocks: [{ text: { text: "x" } }, { url: `${at}/C045` }] }, "blocks[1].url"],
  ["a link as a key", { unfurls: { [`${at}/C045/p1`]: {} } }, "unfurls"],
  ["a link to a file", { text: "https://acme.slack.com/files/U1/F045EF6GH/plan.pdf" }, "text"],
  ["a file in a block", { blocks: [{ slack_file: { id: "F045EF6GH" } }] }, "blocks[0].slack_file.id"],
  ["a mention", { text: "see <#C045EF6GH>" }, "text"],
  ["a mention of the allowed channel", { text: "see <#C012AB3CD>" }, undefined],
  ["a link to the allowed channel", { text: `${at}/C012AB3CD/p1` }, undefined],
  ["a link to another page of Slack", { text: "https://slack.com/features?x=CHANGELOG" }, undefined],
])("a write is searched for links and files of other channels: %s", ([, params, path]) =>
  expect(embedded(params as never, isAllowed)?.path).toBe(path),
);

test("the time for a long text grows with its length", () => {
  for (const text of [
    "<#".repeat(50_000),
    "slack.com/".repeat(20_000),
    "C0".repeat(50_000),
    "a.slack.com ".repeat(9000),
  ])
    // prettier-ignore
    expect(hide(text)).toBe(text);
});
