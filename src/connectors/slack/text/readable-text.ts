import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { linesOf } from "./block-text.ts";
import { huddleLines } from "./call-text.ts";
import { fileContent, fileLines } from "./file-text.ts";
import { isoTime, readableRenderer, slackRenderer, type Names, type Renderer } from "./markup-to-text.ts";
import { isShared } from "./shared-message.ts";
import { sameWords } from "./same-words.ts";

/**
 * Replaces an empty text with the text of the blocks, attachments and files, in Slack's syntax. Most messages of
 * alerting and deployment apps have an empty text.
 */
export const withText = (message: Dict): Dict =>
  hasText(message) ? message : { ...message, text: textOfParts(message) };

const textOfParts = (message: Dict): string =>
  [
    ...linesOf(message.blocks, slackRenderer),
    ...partsOf(message, slackRenderer, ""),
    ...filesIn(message).flatMap((file) => fileLines(file, slackRenderer)),
  ].join("\n");

/**
 * Returns everything that a reader of the message sees, except for the titles of its files. A mention contains the
 * name and the id, or only the name if `ids` contains the id of this name.
 */
export function readableText(message: Dict, names: Names, ids: Names = {}): string {
  const renderer = readableRenderer(names, ids);
  const { attachments, room, files } = message;
  // `withText` may have created the text from the other parts, which are written below.
  const filled = [attachments, room, files].some(Boolean) && message.text === textOfParts(message);
  const text = hasText(message) && !filled ? renderer.mrkdwn(message.text as string).trim() : "";
  const blocks = linesOf(message.blocks, renderer).join("\n");
  // If a message has blocks, Slack shows only the blocks. In a person's message, the text has the same words as the
  // blocks, and also marks bold and italic words. In an app's message, the text is for notifications.
  const own = blocks === "" || sameWords(text, blocks) ? text : blocks;
  const rest = [
    ...partsOf(message, renderer, own),
    ...filesIn(message).flatMap((file) => fileContent(file, renderer, text)),
  ];
  const whole = [...(own === "" ? [] : [own]), ...rest].join("\n");
  if (whole !== "" || typeof message.subtype !== "string") return whole;
  return `[${message.subtype}]`;
}

const hasText = ({ text }: Dict) => typeof text === "string" && text.trim() !== "";

/**
 * Returns the lines of the attachments and the huddle. Slack shows them below `text`, the text or the blocks of a
 * message.
 */
const partsOf = ({ attachments, room, ts }: Dict, renderer: Renderer, text: string): string[] => [
  ...linesOf(
    Array.isArray(attachments)
      ? attachments.map((one: unknown) => withoutSameTime(withoutSameLink(one, text), ts))
      : [],
    renderer,
    "attachment",
  ),
  ...huddleLines(room, renderer),
];

/** Removes the link of a shared message if the text above contains it. */
const withoutSameLink = (attachment: unknown, text: string): unknown =>
  isDict(attachment) &&
  isShared(attachment) &&
  typeof attachment.from_url === "string" &&
  text.includes(attachment.from_url)
    ? { ...attachment, from_url: undefined }
    : attachment;

/** Removes the time of an attachment if the message is from the same minute. */
function withoutSameTime(attachment: unknown, ts: unknown): unknown {
  if (!isDict(attachment)) return attachment;
  const minute = isoTime(ts)?.slice(0, 16);
  return minute !== undefined && isoTime(attachment.ts)?.startsWith(minute)
    ? { ...attachment, ts: undefined }
    : attachment;
}

const filesIn = ({ files }: Dict): Dict[] => dicts(files);
