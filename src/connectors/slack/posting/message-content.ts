import type { Zod } from "../../../core/contract/action.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import { cut, type Dict } from "../../../core/ground/json.ts";
import { blocks } from "../params.ts";
import { withText } from "../text/readable-text.ts";
import { escapeAllMentions, escapeBlockMentions, escapeMarkdown, escapeMentions } from "./mentions.ts";
import { splitText } from "./split-text.ts";

// A message is Markdown, Slack's mrkdwn or blocks. https://docs.slack.dev/messaging/formatting-message-text

/** Slack's maximum length of each argument. `update` is the maximum length of `text` in `chat.update`. */
const maxLength = { markdown_text: 12_000, text: 40_000, update: 4000 } as const;
/**
 * The maximum length of each piece of a split text. The limit for `text` is lower than Slack's limit, because shorter
 * messages are easier to read.
 */
const pieceLength = { markdown_text: 12_000, text: 4000 } as const;
const maxSplitLength = 100_000;
const maxBlocks = 50;
/** The maximum length of a notification text that comes from blocks. */
const maxFallbackLength = 3000;

/** The params of which a message needs at least one. */
export const contentKinds = ["markdown_text", "text", "blocks"] as const;

/**
 * Returns the params for the content of a message. A call passes `markdown_text`, `text` or `blocks`. Blocks can have a
 * `text` for notifications. Some model providers refuse such rules in a schema, so `checkContent` checks them.
 */
export const contentParams = (z: Zod) => ({
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

export const splitParam = (z: Zod) => ({
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

/** Checks the rules of `contentParams` and the lengths. With `update`, `text` has a lower limit. */
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

/** Converts params to Slack's arguments. Unless the caller allows mentions, escapes them and adds them to `found`. */
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
      : { markdown_text: escaped ? escapeMarkdown(markdown_text, found) : markdown_text }),
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

/** Returns the blocks' text for notifications. Returns undefined if the blocks have no text. */
function fallbackText(shown: Dict[], textArgument: (text: string) => string): string | undefined {
  const text = textArgument(String(withText({ blocks: shown }).text).trim());
  return text === "" ? undefined : cut(text, maxFallbackLength);
}
