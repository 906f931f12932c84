import { isDict, type Dict } from "../../../core/ground/json.ts";
import { linesOf } from "./block-text.ts";
import { readableRenderer, slackRenderer, type Names, type Renderer } from "./markup-to-text.ts";

/**
 * If the text of a message is empty, replaces the empty text with the text of the message's blocks, attachments and
 * files. The new text is in Slack's syntax. Most messages of alerting and deployment apps have an empty text.
 */
export function withText(message: Dict): Dict {
  if (hasText(message)) return message;
  return { ...message, text: linesIn(message, slackRenderer).join("\n") };
}

/**
 * Returns everything that a reader of the message sees, as plain text. A mention contains the name and the id, or only
 * the name if `ids` contains the id of this name.
 */
export function readableText(message: Dict, names: Names, ids: Names = {}): string {
  const renderer = readableRenderer(names, ids);
  const text = hasText(message) ? renderer.mrkdwn(message.text as string).trim() : "";
  const blocks = linesOf(message.blocks, renderer);
  const rest = [...linesOf(message.attachments, renderer), ...filesOf(message, renderer)];
  const lines = withNewLines(merged(text, blocks), rest);
  const whole = lines.join("\n");
  if (whole !== "" || typeof message.subtype !== "string") return whole;
  return `[${message.subtype}]`;
}

const hasText = ({ text }: Dict) => typeof text === "string" && text.trim() !== "";

const linesIn = (message: Dict, renderer: Renderer): string[] => [
  ...linesOf(message.blocks, renderer),
  ...linesOf(message.attachments, renderer),
  ...filesOf(message, renderer),
];

/** Returns the title and the description of each file. If a file has no title, returns its name instead of a title. */
const filesOf = ({ files }: Dict, renderer: Renderer): string[] =>
  linesOf(
    Array.isArray(files)
      ? files.filter(isDict).map(({ title, name, alt_txt }) => ({ title: title || name, alt_text: alt_txt }))
      : [],
    renderer,
  );

/**
 * Combines the text and the blocks of a message, which usually have the same content. If one of these two texts
 * contains the other, uses only the longer text.
 */
function merged(text: string, blocks: readonly string[]): string[] {
  if (blocks.length === 0) return text === "" ? [] : [text];
  if (text === "") return [...blocks];
  const short = bare(text);
  const long = bare(blocks.join(""));
  if (contains(short, long)) return [text];
  if (contains(long, short)) return [...blocks];
  return withNewLines([text], blocks);
}

/**
 * Removes spaces and formatting characters from a text, because the text and the blocks of a message can differ in
 * these characters.
 */
const bare = (text: string) => text.replace(/[\s*_~`>•]+/g, "");

/**
 * Checks if a text contains another text. If the texts are very long, only checks if they are equal, because a search
 * could take too long.
 */
const contains = (one: string, other: string): boolean =>
  one.length * other.length > 5e7 ? one === other : one.includes(other);

/** Returns `lines`, followed by the lines of `more` that `lines` does not contain. */
function withNewLines(lines: readonly string[], more: readonly string[]): string[] {
  const known = new Set(lines.flatMap((line) => line.split("\n")).map((line) => line.trim()));
  return [...lines, ...more.filter((line) => !known.has(line.trim()))];
}
