import { type Dict, at, isDict, stringAt } from "../../../src/core/ground/json.ts";
import { answered } from "../account.ts";
import type { Behaviour } from "../behaviour.ts";
import { type Finding, NotTried, compared, findingOf } from "../finding.ts";
import { type SlackAccount, dictsIn } from "./account.ts";

/**
 * Posts a message in the named channel, reads it back, and calls `look` with what Slack stores. Deletes the message
 * afterwards, even if `look` throws.
 */
async function withMessage(
  { place, call, answer }: SlackAccount,
  content: Dict,
  look: (stored: Dict) => Promise<Finding> | Finding,
): Promise<Finding> {
  if (place === undefined) throw new NotTried("The check needs the option --channel.");
  const args = Object.entries(content).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const { ts } = await call("chat.postMessage", { channel: place, ...Object.fromEntries(args) });
  let finding: Finding;
  try {
    const { messages } = await call("conversations.history", {
      channel: place,
      oldest: String(ts),
      latest: String(ts),
      inclusive: true,
      include_all_metadata: true,
      limit: 1,
    });
    const [stored] = dictsIn(messages);
    finding = await look(stored ?? {});
  } catch (error) {
    finding = findingOf(error);
  }
  const { body } = await answer("chat.delete", { channel: place, ts: String(ts) });
  return { ...finding, seen: { ...finding.seen, deleted: at(body, "ok") === true } };
}

/** Returns all elements of rich text in the blocks of a message. */
const elementsOf = (node: unknown): Dict[] =>
  Array.isArray(node)
    ? node.flatMap(elementsOf)
    : isDict(node)
      ? [
          ...(typeof node.type === "string" ? [node] : []),
          ...elementsOf(node.blocks),
          ...elementsOf(node.elements),
        ]
      : [];

/** Counts the elements that notify people. */
const mentionsIn = (message: Dict): number =>
  elementsOf(message).filter(({ type }) => type === "user" || type === "usergroup" || type === "broadcast")
    .length;

const textList = (texts: readonly string[]) =>
  texts.map((text) => ({ type: "rich_text_section", elements: [{ type: "text", text }] }));

const richText = (...elements: readonly Dict[]) => [{ type: "rich_text", elements }];

/** Compares the text that Slack has made from blocks. Without such a text, the behaviour cannot be seen. */
function comparedText(stored: Dict, matches: (text: string) => boolean): Finding {
  const text = stringAt(stored, "text");
  if (text === undefined) throw new NotTried("Slack made no text from the blocks.");
  return compared(matches(text), { characters: text.length });
}

/** Checks that post messages in the named channel. */
export const slackWritings: readonly Behaviour<SlackAccount>[] = [
  {
    id: "slack/message-found-at-once",
    assumed:
      "Immediately after a message is posted, `conversations.history` contains the message and its metadata.",
    usedIn: "src/connectors/slack/posting/find-posted-message.ts",
    sends: "`chat.postMessage` with metadata, `conversations.history`, `chat.delete`",
    reads: "The history contains the message. The metadata of the message contains the key that was sent.",
    writes: true,
    check: (account) =>
      withMessage(
        account,
        {
          text: "A check of agent-connectors",
          metadata: { event_type: "live_check", event_payload: { key: "k1" } },
        },
        (stored) => {
          const found = stored.ts !== undefined;
          const metadata = at(stored, "metadata.event_payload.key") === "k1";
          return compared(found && metadata, { found, metadata });
        },
      ),
  },
  {
    id: "slack/markdown-mentions",
    assumed: "In `markdown_text`, `<@U…>` is a mention, and `&lt;@U…>` is not a mention.",
    usedIn: "src/connectors/slack/posting/mentions.ts",
    sends:
      "`chat.postMessage` with two spellings of the app's own mention, `conversations.history`, `chat.delete`",
    reads: "The stored blocks have exactly one mention.",
    writes: true,
    check: (account) =>
      withMessage(
        account,
        { markdown_text: `<@${String(account.self.user_id)}> &lt;@${String(account.self.user_id)}>` },
        (stored) => compared(mentionsIn(stored) === 1, { mentions: mentionsIn(stored) }),
      ),
  },
  {
    id: "slack/markdown-code-escapes",
    assumed: "In code inside `markdown_text`, `&lt;` is shown as `<`.",
    usedIn: "src/connectors/slack/posting/mentions.ts",
    sends: "`chat.postMessage` with an escape in code, `conversations.history`, `chat.delete`",
    reads: "The code in the stored blocks has `<`.",
    writes: true,
    check: (account) =>
      withMessage(account, { markdown_text: "`&lt;@NonNull>`" }, (stored) => {
        const code = elementsOf(stored).find(({ style }) => at(style, "code") === true);
        if (!code) throw new NotTried("The stored blocks have no code.");
        return compared(code.text === "<@NonNull>", { escaped: String(code.text).includes("&lt;") });
      }),
  },
  {
    id: "slack/split-channel-word",
    assumed: "With an invisible character after `@`, the word `@channel` notifies nobody.",
    usedIn: "src/connectors/slack/posting/mentions.ts",
    sends: "`chat.postMessage` with this word in `markdown_text`, `conversations.history`, `chat.delete`",
    reads: "The stored blocks have no mention.",
    writes: true,
    check: (account) =>
      withMessage(account, { markdown_text: "A check: @\u2060channel" }, (stored) =>
        compared(stored.ts !== undefined && mentionsIn(stored) === 0, { mentions: mentionsIn(stored) }),
      ),
  },
  {
    id: "slack/list-numbers",
    assumed: "In the text that Slack creates from a numbered list, the first number is `offset` plus 1.",
    usedIn: "src/connectors/slack/text/rich-text.ts",
    sends:
      "`chat.postMessage` with a numbered list whose `offset` is 4, `conversations.history`, `chat.delete`",
    reads: "The first line of the text begins with `5.`.",
    writes: true,
    check: (account) =>
      withMessage(
        account,
        {
          blocks: richText({
            type: "rich_text_list",
            style: "ordered",
            offset: 4,
            elements: textList(["first", "second"]),
          }),
        },
        (stored) => comparedText(stored, (text) => text.startsWith("5.")),
      ),
  },
  {
    id: "slack/quote-lines",
    assumed: "In the text that Slack creates from a quote, every line begins with `&gt; `.",
    usedIn: "src/connectors/slack/text/same-words.ts",
    sends: "`chat.postMessage` with a quote of two lines, `conversations.history`, `chat.delete`",
    reads: "Both lines of the text begin with `&gt;`.",
    writes: true,
    check: (account) =>
      withMessage(
        account,
        { blocks: richText({ type: "rich_text_quote", elements: [{ type: "text", text: "one\ntwo" }] }) },
        (stored) => comparedText(stored, (text) => text.split("\n").every((line) => line.startsWith("&gt;"))),
      ),
  },
  {
    id: "slack/plain-text-mentions",
    assumed: "A mention in a `plain_text` object or in a text element of rich text notifies nobody.",
    usedIn: "src/connectors/slack/posting/mentions.ts",
    sends: "`chat.postMessage` with such blocks, `conversations.history`, `chat.delete`",
    reads: "A person looks at the message: it shows no highlighted mention.",
    writes: true,
    asks: true,
    check: (account) => {
      const text = `<@${String(account.self.user_id)}>`;
      const blocks = [
        { type: "section", text: { type: "plain_text", text } },
        ...richText({ type: "rich_text_section", elements: [{ type: "text", text }] }),
      ];
      return withMessage(account, { text: "A check", blocks }, async () =>
        compared(
          await answered(
            account,
            "Look at the newest message of the channel. Are both lines plain text, without a highlighted mention?",
          ),
          {},
        ),
      );
    },
  },
  {
    id: "slack/plain-text-entities",
    assumed: "In a `plain_text` object, `&lt;` is shown as `<`.",
    usedIn: "src/connectors/slack/text/option-text.ts",
    sends: "`chat.postMessage` with a header `1 &lt; 2`, `conversations.history`, `chat.delete`",
    reads: "A person looks at the message: the header is `1 < 2`.",
    writes: true,
    asks: true,
    check: (account) =>
      withMessage(
        account,
        { text: "A check", blocks: [{ type: "header", text: { type: "plain_text", text: "1 &lt; 2" } }] },
        async () =>
          compared(
            await answered(account, "Look at the newest message of the channel. Is its header 1 < 2?"),
            {},
          ),
      ),
  },
  {
    id: "slack/attachment-blocks",
    assumed: "If an attachment has blocks, Slack shows the blocks in place of the attachment's text.",
    usedIn: "src/connectors/slack/text/visible-fields.ts",
    sends:
      "`chat.postMessage` with an attachment that has a text and blocks, `conversations.history`, `chat.delete`",
    reads: "A person looks at the message: only the text of the blocks is shown.",
    writes: true,
    asks: true,
    check: (account) =>
      withMessage(
        account,
        {
          text: "A check",
          attachments: [
            { text: "apple", blocks: [{ type: "section", text: { type: "plain_text", text: "banana" } }] },
          ],
        },
        async () =>
          compared(
            await answered(
              account,
              "Look at the newest message of the channel. Does it show banana, and not apple?",
            ),
            {},
          ),
      ),
  },
];
