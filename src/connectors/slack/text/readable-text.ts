import { isDict, type Dict } from "../../../core/ground/json.ts";
import { withoutMark } from "./message-key.ts";
import { linesOf } from "./block-text.ts";
import { readableSpelling, slackSpelling, type Names, type Spelling } from "./mrkdwn.ts";

/**
 * A message with its text filled in from blocks, attachments and files where Slack leaves it empty, as it does for most
 * of what alerting and deployment apps post; as Slack writes text.
 */
export function withText(message: Dict): Dict {
  if (hasText(message)) return message;
  return { ...message, text: linesIn(message, slackSpelling).join("\n") };
}

/** A message as a list of them answers it. */
export const asRead = (message: Dict): Dict => withText(withoutMark(message));

/**
 * All that a reader of the message sees, as plain text: what its text leaves out is added from its parts, mentions and
 * links are told by name and id; by name alone where `ids` has the id of that name.
 */
export function readableText(message: Dict, names: Names, ids: Names = {}): string {
  const spelling = readableSpelling(names, ids);
  const text = hasText(message) ? spelling.mrkdwn(message.text as string).trim() : "";
  const blocks = linesOf(message.blocks, spelling);
  const rest = [...linesOf(message.attachments, spelling), ...filesOf(message, spelling)];
  const lines = added(merged(text, blocks), rest);
  const whole = lines.join("\n");
  if (whole !== "" || typeof message.subtype !== "string") return whole;
  return `[${message.subtype}]`;
}

const hasText = ({ text }: Dict) => typeof text === "string" && text.trim() !== "";

const linesIn = (message: Dict, spelling: Spelling): string[] => [
  ...linesOf(message.blocks, spelling),
  ...linesOf(message.attachments, spelling),
  ...filesOf(message, spelling),
];

/** Of a file its title or name; what it holds is not the message's. */
const filesOf = ({ files }: Dict, spelling: Spelling): string[] =>
  linesOf(
    Array.isArray(files)
      ? files.filter(isDict).map(({ title, name, alt_txt }) => ({ title: title || name, alt_text: alt_txt }))
      : [],
    spelling,
  );

/** Slack tells a message twice, as text and as blocks: one of them where it holds the other, else both. */
function merged(text: string, blocks: readonly string[]): string[] {
  if (blocks.length === 0) return text === "" ? [] : [text];
  if (text === "") return [...blocks];
  const short = bare(text);
  const long = bare(blocks.join(""));
  if (holds(short, long)) return [text];
  if (holds(long, short)) return [...blocks];
  return added([text], blocks);
}

/** Without spaces, and without the marks that text has and blocks say otherwise. */
const bare = (text: string) => text.replace(/[\s*_~`>•]+/g, "");

/** Texts so long that looking for one in the other could take more than linear time are only compared. */
const holds = (one: string, other: string): boolean =>
  one.length * other.length > 5e7 ? one === other : one.includes(other);

/** Lines, and those of more that are not among them. */
function added(lines: readonly string[], more: readonly string[]): string[] {
  const known = new Set(lines.flatMap((line) => line.split("\n")).map((line) => line.trim()));
  return [...lines, ...more.filter((line) => !known.has(line.trim()))];
}
