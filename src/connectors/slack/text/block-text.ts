import { isDict, type Dict } from "../../../core/ground/json.ts";
import { callLines } from "./call-text.ts";
import { chartLines } from "./chart-text.ts";
import { fileLines } from "./file-text.ts";
import { inlineText } from "./inline-text.ts";
import { createLineWriter, type LineWriter, type Walk } from "./line-writer.ts";
import { listLines } from "./list-record-text.ts";
import { isoTime, type Renderer } from "./markup-to-text.ts";
import { withMarkedOptions } from "./option-text.ts";
import { writeRichText } from "./rich-text.ts";
import { sameWords } from "./same-words.ts";
import { sharedHead } from "./shared-message.ts";
import { isHidden, mentionFields, ownLine, partNames, visibleFields } from "./visible-fields.ts";

// Converts blocks and attachments to text. A part is a block, an element, an attachment or another object in a
// message. The running time grows linearly with the size of the parts.

/**
 * The maximum depth of recursion. Slack's own blocks never reach this depth. The texts of deeper parts are written
 * without line breaks.
 */
const maxDepth = 60;

/** Converts parts to lines. `name`: the kind of a part without a `type`, such as `attachment`. */
export function linesOf(parts: unknown, renderer: Renderer, name?: string, depth = 0): string[] {
  const out = createLineWriter();
  for (const part of Array.isArray(parts) ? parts : []) {
    writePart(part, { out, renderer, depth }, name);
    out.end();
  }
  return [...out.lines];
}

/** Writes a text, a part, or a list of both. `name`: the kind of a part without a `type`. */
export function writePart(part: unknown, walk: Walk, name?: string): void {
  const { out, renderer, depth } = walk;
  if (typeof part === "string") return out.add(renderer.mrkdwn(part), true);
  if (depth > maxDepth) return writeDeepTexts(part, walk);
  const inner = { ...walk, depth: depth + 1 };
  if (Array.isArray(part)) {
    for (const item of part) writePart(item, inner, name);
    return;
  }
  if (!isDict(part) || writeRichText(part, inner, writePart)) return;
  const inline = inlineText(part, renderer);
  if (inline !== undefined) return out.add(inline, true);
  switch (part.type) {
    case "table":
      return writeRows(part.rows, inner);
    case "data_visualization":
      return writeLines([...textLines(part.title, inner), ...chartLines(part.chart, renderer)], out);
    case "call":
      return writeLines(callLines(part.call, renderer), out);
    case "file":
      return writeLines(fileLines(isDict(part.file) ? part.file : part, renderer), out);
  }
  const kind = typeof part.type === "string" && visibleFields.has(part.type) ? part.type : name;
  writeFields(withMarkedOptions(part), inner, kind);
}

function writeLines(lines: readonly string[], out: LineWriter): void {
  out.end();
  for (const line of lines) {
    out.add(line);
    out.end();
  }
}

const textLines = (part: unknown, { renderer, depth }: Walk): string[] =>
  linesOf([part], renderer, undefined, depth);

/** Writes the fields in `visibleFields` first, and then all other fields that are not hidden. */
function writeFields(part: Dict, walk: Walk, name: string | undefined): void {
  const { out, renderer } = walk;
  const before = out.count();
  const declared = (name === undefined ? undefined : visibleFields.get(name)) ?? [];
  const others = Object.keys(part).filter((field) => !declared.includes(field) && !isHidden(field, name));
  const { skipped, shown } = findRepeats(part, walk);
  const shared = name === "attachment" ? sharedHead(part, renderer) : undefined;
  if (shared) {
    for (const field of shared.fields) skipped.add(field);
    out.add(shared.line);
    out.end();
  }
  for (const field of [...declared, ...others]) {
    const value = part[field];
    if (value === undefined || value === null || skipped.has(field)) continue;
    const lines = ownLine.has(field);
    const title = field === "title" && name === "field";
    if (lines) out.end();
    if (field === shown?.field) writeLines(shown.lines, out);
    else if (listFields.includes(field)) {
      writeLines(listLines(part, renderer), out);
      for (const one of listFields) skipped.add(one);
    } else writeField(field, value, walk, name);
    if (title) out.add(":");
    else if (field === "title") writeTitleLink(part, out);
    // The line of a footer stays open, because the attachment's `ts` follows on the same line.
    if (lines && !title && field !== "footer") out.end();
  }
  if (typeof part.url === "string" && part.type === "button") out.add(`(${part.url})`, true);
  if (out.count() > before) return;
  const last = [part.fallback, part.name].find((one) => typeof one === "string" && one.trim() !== "");
  if (typeof last === "string") out.add(renderer.mrkdwn(last), true);
}

/** The fields with which an attachment shows rows of a Slack list. `listLines` reads them together. */
const listFields: readonly string[] = ["list", "list_record", "list_records"];

/** Slack puts this text into an app's message for programs that cannot show blocks. */
const filler = "This content can't be displayed.";

/**
 * Finds the fields to skip, because a person sees another field of the part instead. `shown`: the field with blocks
 * and its lines, so that the caller does not convert the blocks again.
 */
function findRepeats(part: Dict, walk: Walk) {
  const skipped = new Set<string>();
  const has = (field: string) => part[field] !== undefined && part[field] !== null;
  if (Object.keys(part).some((field) => field.startsWith("initial_") && has(field)))
    skipped.add("placeholder");
  if (has("rich_text_title")) skipped.add("title");
  if (has("author_name")) skipped.add("author_id");
  if (listFields.some(has)) skipped.add("list_view");
  const field = ["message_blocks", "blocks"].find((one) => Array.isArray(part[one]));
  if (field === undefined || typeof part.text !== "string") return { skipped, shown: undefined };
  const out = createLineWriter();
  writeField(field, part[field], { ...walk, out }, undefined);
  out.end();
  const whole = out.lines.join("\n");
  const same =
    field === "message_blocks" || part.text === filler || sameWords(walk.renderer.mrkdwn(part.text), whole);
  if (whole !== "" && same) skipped.add("text");
  return { skipped, shown: { field, lines: out.lines } };
}

function writeField(field: string, value: unknown, walk: Walk, part: string | undefined): void {
  const { out, renderer } = walk;
  const mention = mentionFields.get(field);
  if (mention !== undefined) {
    for (const id of Array.isArray(value) ? value : [value])
      if (typeof id === "string") out.add(renderer[mention](id), true);
  } else if (field === "rows") writeRows(value, walk);
  else if (field === "fields" && Array.isArray(value)) writeSectionFields(value, walk);
  else if (field === "files" && Array.isArray(value))
    for (const file of value.filter(isDict)) writeLines(fileLines(file, renderer), out);
  else if (field === "initial_date_time" || (field === "ts" && part === "attachment"))
    out.add(isoTime(value)?.replace(/:\d\dZ$/, "Z") ?? "", true);
  else if (field === "channel_name" && typeof value === "string") out.add(`#${value}`, true);
  else if (field === "message_blocks" && Array.isArray(value))
    for (const one of value) writePart(isDict(one) && isDict(one.message) ? one.message.blocks : one, walk);
  else if (typeof value === "string" || typeof value === "object")
    writePart(value, walk, partNames.get(field) ?? (part === "plan" ? "task_card" : undefined));
}

/** Writes the address of a title. Leaves it out in a link preview, because the message contains the address. */
function writeTitleLink({ title_link, title_url, from_url }: Dict, out: LineWriter): void {
  const address = title_link ?? title_url;
  if (typeof address === "string" && address !== "" && address !== from_url) out.add(`(${address})`, true);
}

/** Joins the first two lines of each field, because Slack shows a field's title and value on two lines. */
function writeSectionFields(fields: readonly unknown[], walk: Walk): void {
  for (const field of fields) {
    const text = isDict(field) && typeof field.text === "string" ? field.text.replace("\n", " ") : undefined;
    writePart(text === undefined ? field : { ...(field as Dict), text }, walk, "field");
    walk.out.end();
  }
}

/** Writes each row of a table on one line. Separates empty cells too, so that each value stays in its column. */
function writeRows(rows: unknown, walk: Walk): void {
  const { out } = walk;
  for (const row of Array.isArray(rows) ? rows : []) {
    const cells = (Array.isArray(row) ? row : [row]).map((cell) =>
      textLines(cell, walk)
        .join(" ")
        .replace(/\s*\n\s*/g, " "),
    );
    out.end();
    if (cells.some((cell) => cell !== "")) out.add(cells.join(" | "));
    out.end();
  }
}

/** Writes the texts of a part that is deeper than `maxDepth`, in order and without recursion. */
function writeDeepTexts(root: unknown, { out, renderer }: Walk): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node === "string") out.add(renderer.mrkdwn(node), true);
    else if (Array.isArray(node)) for (let at = node.length - 1; at >= 0; at--) waiting.push(node[at]);
    else if (isDict(node)) {
      const inline = inlineText(node, renderer);
      if (inline !== undefined) out.add(inline, true);
      else {
        const name = typeof node.type === "string" ? node.type : undefined;
        const fields = Object.keys(node).filter((field) => !isHidden(field, name));
        for (const field of fields.toReversed()) waiting.push(node[field]);
      }
    }
  }
}
