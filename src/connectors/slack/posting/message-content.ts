import type { Z } from "../../../core/contract/action.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import { cut, type Dict } from "../../../core/ground/json.ts";
import { blocks } from "../params.ts";
import { withText } from "../text/readable-text.ts";
import { escapeAllMentions, escapeBlockMentions, escapeMentions } from "./mentions.ts";
import { splitText } from "./split-text.ts";

// A message is Markdown, Slack's mrkdwn or blocks. https://docs.slack.dev/messaging/formatting-message-text

/** The characters that Slack accepts in each argument. `update`: in the argument `text` of a change. */
const maxLength = { markdown_text: 12_000, text: 40_000, update: 4000 } as const;
/**
 * The characters of one message if a long text is split. The limit for `text` is lower than Slack's limit, because
 * shorter messages are easier to read.
 */
const pieceLength = { markdown_text: 12_000, text: 4000 } as const;
const maxSplitLength = 100_000;
const maxBlocks = 50;
/** For a message with only blocks, notifications show the first characters of the blocks' text. */
const maxFallbackLength = 3000;

/**
 * A message has either `markdown_text`, `text` or `blocks`. If a message has blocks, `text` is the text of
 * notifications. `checkContent` checks these rules, because a schema that every model provider accepts cannot express
 * them.
 */
export const contentParams = (z: Z) => ({
  markdown_text: z.string().min(1).max(maxSplitLength).describe("standard Markdown").optional(),
  text: z
    .string()
    .min(1)
    .max(maxSplitLength)
    .describe("Slack mrkdwn, instead of markdown_text; with blocks, the notification text")
    .optional()
    .meta({ rare: true }),
  blocks: blocks(z)
    .describe(`Block Kit, at most ${maxBlocks} blocks; not with markdown_text`)
    .optional()
    .meta({ rare: true }),
  mentions: z
    .boolean()
    .describe("Let <@U…>, <!subteam^S…>, <!here> and <!channel> in the text and the blocks notify people.")
    .optional(),
});

export const splitParam = (z: Z) => ({
  split: z
    .boolean()
    .describe("Post a text that is too long as several messages.")
    .optional()
    .meta({ rare: true }),
});

interface Content {
  text?: string | undefined;
  markdown_text?: string | undefined;
  blocks?: Dict[] | undefined;
  mentions?: boolean | undefined;
  split?: boolean | undefined;
}

/** `text` has a lower length limit in the change of a message. */
export const checkContent =
  (kind: "create" | "update" = "create") =>
  ({ text, markdown_text, blocks: shown, split }: Content): Issue[] => {
    if (text !== undefined && markdown_text !== undefined)
      return [{ path: "text", message: "pass either markdown_text or text, not both" }];
    if (shown && markdown_text !== undefined)
      return [
        {
          path: "blocks",
          message:
            "pass either markdown_text or blocks, not both; a block of type markdown holds standard Markdown",
        },
      ];
    if (shown && split === true) return [{ path: "split", message: "only a text can be split, not blocks" }];
    if (shown && shown.length > maxBlocks)
      return [
        {
          path: "blocks",
          message: `has ${shown.length} blocks, Slack accepts at most ${maxBlocks} in a message`,
        },
      ];
    if (!shown && text === undefined && markdown_text === undefined)
      return [
        { path: "markdown_text", message: "required (standard Markdown), or text (Slack mrkdwn), or blocks" },
      ];
    if (split === true) return [];
    const name = text === undefined ? "markdown_text" : "text";
    const length = (text ?? markdown_text ?? "").length;
    const limit = name === "text" && kind === "update" ? maxLength.update : maxLength[name];
    const alternative = kind === "create" ? ", or pass split: true to post several messages" : "";
    return length > limit
      ? [
          {
            path: name,
            message: `has ${length} characters, Slack accepts at most ${limit}; shorten it${alternative}`,
          },
        ]
      : [];
  };

/**
 * Converts the params to arguments for Slack. Unless the caller allows mentions, escapes each mention and adds the
 * mention to `found`.
 */
export function contentArguments(
  { mentions, split: _split, ...params }: Content & Dict,
  kind: "create" | "update" = "create",
  found = new Set<string>(),
): Dict {
  const { text: given, markdown_text, blocks: shown, ...rest } = params;
  const escaped = mentions !== true;
  const escape = kind === "update" ? escapeAllMentions : escapeMentions;
  const textArgument = (text: string) => (escaped ? escape(text, found) : text);
  const text = given === undefined ? shown && fallbackText(shown, textArgument) : textArgument(given);
  return {
    ...rest,
    ...(text === undefined ? {} : { text }),
    ...(shown === undefined ? {} : { blocks: escaped ? escapeBlockMentions(shown, found) : shown }),
    ...(markdown_text === undefined
      ? {}
      : { markdown_text: escaped ? escapeAllMentions(markdown_text, found) : markdown_text }),
  };
}

/** Returns one message, or several messages if the text is split. Adds the escaped mentions to `found`. */
export function splitArguments(params: Content & Dict, found: Set<string>): Dict[] {
  const whole = contentArguments(params, "create", found);
  const name = whole.text === undefined ? "markdown_text" : "text";
  // Escaping makes a text longer, so the text is split afterwards.
  const pieces = params.split === true ? splitText(String(whole[name]), pieceLength[name]) : [];
  return pieces.length < 2
    ? [{ ...whole, ...(pieces[0] && { [name]: pieces[0] }) }]
    : pieces.map((piece) => ({ ...whole, [name]: piece }));
}

/** Notifications, and clients that cannot show blocks, show this text. Returns undefined if the blocks have no text. */
function fallbackText(shown: Dict[], textArgument: (text: string) => string): string | undefined {
  const text = textArgument(String(withText({ blocks: shown }).text).trim());
  return text === "" ? undefined : cut(text, maxFallbackLength);
}
