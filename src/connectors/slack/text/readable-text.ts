import { isDict, type Dict } from "../../../core/ground/json.ts";
import { linesOf } from "./block-text.ts";
import { readableRenderer, slackRenderer, type Names, type Renderer } from "./mrkdwn.ts";

/**
 * A message whose empty text is filled from its blocks, attachments and files, in Slack's syntax. Most messages of alerting
 * and deployment apps have an empty text.
 */
export function withText(message: Dict): Dict {
  if (hasText(message)) return message;
  return { ...message, text: linesIn(message, slackRenderer).join("\n") };
}

/**
 * Everything that a reader of the message sees, as plain text. Mentions have name and id, or only the name if `ids` lists
 * its id.
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

/** The title or name of each file, without its content. */
const filesOf = ({ files }: Dict, renderer: Renderer): string[] =>
  linesOf(
    Array.isArray(files)
      ? files.filter(isDict).map(({ title, name, alt_txt }) => ({ title: title || name, alt_text: alt_txt }))
      : [],
    renderer,
  );

/** Combines text and blocks, which usually say the same. If one contains the other, only the longer one is used. */
function merged(text: string, blocks: readonly string[]): string[] {
  if (blocks.length === 0) return text === "" ? [] : [text];
  if (text === "") return [...blocks];
  const short = bare(text);
  const long = bare(blocks.join(""));
  if (contains(short, long)) return [text];
  if (contains(long, short)) return [...blocks];
  return withNewLines([text], blocks);
}

/** Without spaces, and without formatting characters that only one of the two has. */
const bare = (text: string) => text.replace(/[\s*_~`>•]+/g, "");

/** Very long texts are only compared, since a search could take more than linear time. */
const contains = (one: string, other: string): boolean =>
  one.length * other.length > 5e7 ? one === other : one.includes(other);

/** The lines, and those of `more` that are new. */
function withNewLines(lines: readonly string[], more: readonly string[]): string[] {
  const known = new Set(lines.flatMap((line) => line.split("\n")).map((line) => line.trim()));
  return [...lines, ...more.filter((line) => !known.has(line.trim()))];
}
