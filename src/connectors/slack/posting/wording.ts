import type { Z } from "../../../core/contract/action.ts";
import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { cut, isDict, type Dict } from "../../../core/ground/json.ts";
import { blocks } from "../params.ts";
import { withText } from "../text/readable-text.ts";

// What a message says, in standard Markdown or as Slack writes text, and whom it may call.
// https://docs.slack.dev/messaging/formatting-message-text

/** Characters that Slack takes: of Markdown, of text in a new message, of text in a changed one. */
const most = { markdown_text: 12_000, text: 40_000, update: 4000 } as const;
/** What is split is split into pieces that are read well. */
const piece = { markdown_text: 12_000, text: 4000 } as const;
const mostToSplit = 100_000;
const mostBlocks = 50;
/** Characters of the text that stands in for blocks, where the caller gives none. */
const mostFallback = 3000;

/**
 * `markdown_text` or `text`, one of them, or `blocks`, with a `text` for those who do not see them; schemas that every
 * provider takes cannot say that, so `checkWording` does.
 */
export const wording = (z: Z) => ({
  markdown_text: z.string().min(1).max(mostToSplit).describe("standard Markdown").optional(),
  text: z
    .string()
    .min(1)
    .max(mostToSplit)
    .describe("Slack mrkdwn, in place of markdown_text; with blocks, what notifications show")
    .optional()
    .meta({ rare: true }),
  blocks: blocks(z)
    .describe(`Block Kit, at most ${mostBlocks} blocks; not with markdown_text`)
    .optional()
    .meta({ rare: true }),
  mentions: z
    .boolean()
    .describe("Let <@U…>, <!subteam^S…>, <!here> and <!channel> in the text and the blocks notify people.")
    .optional()
    .meta({ rare: true }),
});

export const splitting = (z: Z) => ({
  split: z
    .boolean()
    .describe("Post a text that is too long as several messages.")
    .optional()
    .meta({ rare: true }),
});

interface Wording {
  text?: string | undefined;
  markdown_text?: string | undefined;
  blocks?: Dict[] | undefined;
  mentions?: boolean | undefined;
  split?: boolean | undefined;
}

/** What is wrong with a message's words; `kind`: Slack takes less of a text that replaces another. */
export const checkWording =
  (kind: "create" | "update" = "create") =>
  ({ text, markdown_text, blocks: shown, split }: Wording): Issue[] => {
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
    if (shown && shown.length > mostBlocks)
      return [
        {
          path: "blocks",
          message: `has ${shown.length} blocks, Slack takes at most ${mostBlocks} in a message`,
        },
      ];
    if (!shown && text === undefined && markdown_text === undefined)
      return [
        { path: "markdown_text", message: "required (standard Markdown), or text (Slack mrkdwn), or blocks" },
      ];
    if (split === true) return [];
    const name = text === undefined ? "markdown_text" : "text";
    const length = (text ?? markdown_text ?? "").length;
    const limit = name === "text" && kind === "update" ? most.update : most[name];
    const way = kind === "create" ? ", or pass split: true to post several messages" : "";
    return length > limit
      ? [{ path: name, message: `has ${length} characters, Slack takes at most ${limit}; shorten it${way}` }]
      : [];
  };

/** The arguments with their words as they may be sent: nobody is called whom the caller did not mean to call. */
export function worded(
  { mentions, split: _split, ...params }: Wording & Dict,
  kind: "create" | "update" = "create",
): Dict {
  const { text: given, markdown_text, blocks: shown, ...rest } = params;
  const silent = mentions !== true;
  const quiet = kind === "update" ? withoutAnyMentions : withoutMentions;
  const words = (text: string) => (silent ? quiet(text) : text);
  const text = given === undefined ? shown && fallbackOf(shown, words) : words(given);
  return {
    ...rest,
    ...(text === undefined ? {} : { text }),
    ...(shown === undefined ? {} : { blocks: silent ? withoutCalls(shown) : shown }),
    ...(markdown_text === undefined
      ? {}
      : { markdown_text: silent ? withoutAnyMentions(markdown_text) : markdown_text }),
  };
}

/** Slack's control syntax for calling people, as the characters that it is made of. Dates and channels call nobody. */
export const withoutMentions = (text: string): string => text.replace(/<(?=[@!])(?!!date\^)/g, "&lt;");

/**
 * In Markdown, in blocks, and wherever Slack reads text otherwise than in a new message or does not say how (chat.update
 * parses it as its clients do), `@channel` alone may be a call: an invisible joiner keeps it text. A line below a word is
 * emphasis, and none of its letters.
 */
export const withoutAnyMentions = (text: string): string =>
  withoutMentions(text).replace(/(?<![a-z\d])@(?=(?:channel|here|everyone)(?![a-z\d]))/gi, "@\u2060");

/**
 * Blocks that call nobody. Slack looks for mentions in text objects of type mrkdwn and in markdown blocks, and rich text
 * has elements that are some; plain_text and the texts of rich text are shown as they are.
 */
function withoutCalls(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutCalls);
  if (!isDict(node)) return node;
  const mention = mentionOf(node);
  if (mention !== undefined) {
    const { bold, italic, strike } = isDict(node.style) ? node.style : {};
    const style = Object.fromEntries(
      Object.entries({ bold, italic, strike }).filter(([, on]) => on === true),
    );
    return { type: "text", text: mention, ...(Object.keys(style).length > 0 ? { style } : {}) };
  }
  const inside = Object.fromEntries(Object.entries(node).map(([name, part]) => [name, withoutCalls(part)]));
  const { type, text } = node;
  return (type === "mrkdwn" || type === "markdown") && typeof text === "string"
    ? { ...inside, text: withoutAnyMentions(text) }
    : inside;
}

/** An element of rich text that calls somebody, as the characters that it would be in a text. */
function mentionOf({ type, user_id, usergroup_id, team_id, range }: Dict): string | undefined {
  if (type === "user") return `<@${String(user_id)}>`;
  if (type === "usergroup") return `<!subteam^${String(usergroup_id)}>`;
  if (type === "team") return `<!team^${String(team_id)}>`;
  return type === "broadcast" ? `<!${String(range)}>` : undefined;
}

/** What blocks say, for notifications and for clients that do not show blocks; undefined for a mere line. */
function fallbackOf(shown: Dict[], words: (text: string) => string): string | undefined {
  const text = words(String(withText({ blocks: shown }).text).trim());
  return text === "" ? undefined : cut(text, mostFallback);
}

/** The arguments of a message, of several where its text is to be split, each as `worded` makes them. */
export function wordedPieces(params: Wording & Dict): Dict[] {
  const whole = worded(params);
  const name = whole.text === undefined ? "markdown_text" : "text";
  // Cut after it is worded: what keeps mentions from calling has characters of its own.
  const parts = params.split === true ? cutUp(String(whole[name]), piece[name]) : [];
  return parts.length < 2
    ? [{ ...whole, ...(parts[0] && { [name]: parts[0] }) }]
    : parts.map((part) => ({ ...whole, [name]: part }));
}

const fence = "```";

/** A text in pieces of at most `max` characters, cut between paragraphs, lines or words; code stays code. */
function cutUp(whole: string, max: number): string[] {
  const parts: string[] = [];
  let rest = whole;
  // Room for a fence that is closed here and opened again in the next piece.
  const room = max - 2 * (fence.length + 1);
  while (rest.length > max) {
    const end = breakBefore(rest, room);
    const part = rest.slice(0, end);
    const open = (part.split(fence).length - 1) % 2 === 1;
    parts.push(open ? `${part.trimEnd()}\n${fence}` : part.trimEnd());
    rest = (open ? `${fence}\n` : "") + rest.slice(end).replace(/^\s+/, "");
  }
  return [...parts, rest].filter((part) => part.trim() !== "");
}

/** Where to cut: behind the last paragraph, line or word of the second half; never within a character. */
function breakBefore(text: string, room: number): number {
  for (const sign of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(sign, room);
    if (at > room / 2) return at + sign.length;
  }
  const code = text.charCodeAt(room - 1);
  return code >= 0xd800 && code <= 0xdbff ? room - 1 : room;
}

/** Some pieces were posted, and one was not, or may not have been. The same call would post the first ones again. */
export const partly = (posted: readonly string[], of: number, error: unknown): unknown => {
  if (posted.length === 0 || !ConnectorError.is(error)) return error;
  const { code, message: text, retryable: _retryable, ...fields } = error.toJSON();
  return new ConnectorError(
    code,
    `Of ${of} messages ${posted.length} were posted (ts ${posted.join(", ")}). ${text}`,
    {
      ...fields,
      outcome: "partial",
      hint:
        error.outcome === "unknown"
          ? "The next one may have been posted too. Look in the channel, then post only the rest of the text."
          : "Post only the rest of the text, or delete what was posted.",
    },
  );
};
