import type { Z } from "../../core/action.ts";
import { ConnectorError, type Issue } from "../../core/errors.ts";
import type { Dict } from "../../core/json.ts";

// What a message says, in standard Markdown or as Slack writes text, and whom it may call.
// https://docs.slack.dev/messaging/formatting-message-text

/** Characters that Slack takes: of Markdown, of text in a new message, of text in a changed one. */
const most = { markdown_text: 12_000, text: 40_000, update: 4000 } as const;
/** What is split is split into pieces that are read well. */
const piece = { markdown_text: 12_000, text: 4000 } as const;
const mostToSplit = 100_000;

/** `markdown_text` or `text`, one of them; schemas that every provider takes cannot say that, so `checkWording` does. */
export const wording = (z: Z) => ({
  markdown_text: z.string().min(1).max(mostToSplit).describe("standard Markdown").optional(),
  text: z
    .string()
    .min(1)
    .max(mostToSplit)
    .describe("Slack mrkdwn, in place of markdown_text")
    .optional()
    .meta({ rare: true }),
  mentions: z
    .boolean()
    .describe("Let <@U…>, <!subteam^S…>, <!here> and <!channel> in the text notify people.")
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
  mentions?: boolean | undefined;
  split?: boolean | undefined;
}

/** What is wrong with a message's words; `kind`: Slack takes less of a text that replaces another. */
export const checkWording =
  (kind: "create" | "update" = "create") =>
  ({ text, markdown_text, split }: Wording): Issue[] => {
    if (text !== undefined && markdown_text !== undefined)
      return [{ path: "text", message: "pass either markdown_text or text, not both" }];
    if (text === undefined && markdown_text === undefined)
      return [{ path: "markdown_text", message: "required (standard Markdown), or text (Slack mrkdwn)" }];
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
export function worded({ mentions, split: _split, ...params }: Wording & Dict): Dict {
  const { text, markdown_text, ...rest } = params;
  const silent = mentions !== true;
  return {
    ...rest,
    ...(text === undefined ? {} : { text: silent ? withoutMentions(text) : text }),
    ...(markdown_text === undefined
      ? {}
      : { markdown_text: silent ? withoutBareMentions(withoutMentions(markdown_text)) : markdown_text }),
  };
}

/** Slack's control syntax for calling people, as the characters that it is made of. Dates and channels call nobody. */
export const withoutMentions = (text: string): string => text.replace(/<(?=[@!])(?!!date\^)/g, "&lt;");

/** In Markdown Slack may take `@channel` alone for a call: an invisible joiner keeps it text. */
const withoutBareMentions = (text: string): string =>
  text.replace(/(?<![\w.@])@(?=(?:channel|here|everyone)\b)/gi, "@\u2060");

/** A text in pieces of at most `max` characters, cut between paragraphs, lines or words; code stays code. */
export function pieces({ text, markdown_text }: Wording): Wording[] {
  const name = text === undefined ? "markdown_text" : "text";
  return cutUp(text ?? markdown_text ?? "", piece[name]).map((part) => ({ [name]: part }));
}

const fence = "```";

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
  if (rest.trim() !== "") parts.push(rest);
  return parts;
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
