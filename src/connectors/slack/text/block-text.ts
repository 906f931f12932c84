import { isDict, type Dict } from "../../../core/ground/json.ts";
import type { Renderer } from "./markup-to-text.ts";

// This module converts blocks and attachments to text, element by element. The running time grows linearly with the
// size of the blocks. https://docs.slack.dev/reference/block-kit/blocks

/** The keys of a block whose text a reader sees, in the order in which Slack shows the texts. */
const visible = [
  "pretext",
  "author_name",
  "author_subname",
  "provider_name",
  "title",
  "label",
  "text",
  "header",
  "description",
  "elements",
  "fields",
  "value",
  "accessory",
  "element",
  "placeholder",
  "option_groups",
  "options",
  "blocks",
  "message_blocks",
  "message",
  "rows",
  "alt_text",
  "hint",
  "footer",
  "actions",
] as const;

/** The keys whose content starts on a new line. */
const onLines: ReadonlySet<string> = new Set([
  "pretext",
  "title",
  "blocks",
  "message_blocks",
  "fields",
  "rows",
  "footer",
  "hint",
]);

/**
 * The maximum depth of recursion. Slack's own blocks never reach this depth. Below this depth, only the texts are
 * written, without recursion.
 */
const maxDepth = 60;

interface Writer {
  /** Adds text to the current line. If `apart` is true, adds a space before the text. */
  add(text: string, apart?: boolean): void;
  /** Ends the line. */
  end(): void;
  /** Runs `write`, and adds a prefix to every line that `write` writes. */
  within(prefix: string, write: () => void): void;
  /** Returns the number of texts that were written so far. */
  count(): number;
}

/** Returns the text lines of blocks, attachments or files. */
export function linesOf(part: unknown, renderer: Renderer): string[] {
  const lines: string[] = [];
  const prefixes: string[] = [];
  let line: string[] = [];
  let spaced = true;
  let written = 0;
  const out: Writer = {
    add(text, apart = false) {
      if (text === "") return;
      if (apart && !spaced) line.push(" ");
      line.push(text);
      spaced = /\s$/.test(text.slice(-1));
      written++;
    },
    end() {
      const whole = line.join("").trim();
      const prefix = prefixes.join("");
      if (whole !== "") lines.push(prefix === "" ? whole : prefix + whole.replaceAll("\n", `\n${prefix}`));
      line = [];
      spaced = true;
    },
    within(prefix, write) {
      out.end();
      prefixes.push(prefix);
      write();
      out.end();
      prefixes.pop();
    },
    count: () => written,
  };
  for (const item of Array.isArray(part) ? part : []) {
    write(item, out, renderer, 0);
    out.end();
  }
  return lines;
}

function write(node: unknown, out: Writer, renderer: Renderer, depth: number): void {
  if (typeof node === "string") return out.add(renderer.mrkdwn(node), true);
  if (depth > maxDepth) return writeLeaves(node, out, renderer);
  if (Array.isArray(node)) {
    for (const item of node) write(item, out, renderer, depth + 1);
    return;
  }
  if (!isDict(node)) return;
  const next = (part: unknown) => write(part, out, renderer, depth + 1);
  switch (node.type) {
    case "rich_text_section":
      writeRun(node.elements, out, renderer, depth);
      return out.end();
    case "rich_text_quote":
      return out.within("> ", () => writeRun(node.elements, out, renderer, depth));
    case "rich_text_preformatted":
      out.end();
      out.add("```");
      writeRun(node.elements, out, renderer, depth);
      out.add("```");
      return out.end();
    case "rich_text_list": {
      const indent =
        typeof node.indent === "number" ? "  ".repeat(Math.min(8, Math.max(0, node.indent))) : "";
      const items = Array.isArray(node.elements) ? node.elements : [];
      return items.forEach((item, index) =>
        out.within(`${indent}${node.style === "ordered" ? `${index + 1}.` : "•"} `, () => next(item)),
      );
    }
    case "table":
      for (const row of Array.isArray(node.rows) ? node.rows : []) {
        out.end();
        (Array.isArray(row) ? row : [row]).forEach((cell, index) => {
          if (index > 0) out.add("|", true);
          next(cell);
        });
        out.end();
      }
      return;
  }
  const inline = inlineOf(node, renderer);
  if (inline !== undefined) return out.add(inline, true);
  writeKeys(node, out, renderer, depth);
}

/** Writes the elements of one line without spaces between them. */
function writeRun(elements: unknown, out: Writer, renderer: Renderer, depth: number): void {
  for (const element of Array.isArray(elements) ? elements : []) {
    const inline = isDict(element) ? inlineOf(element, renderer) : undefined;
    if (inline !== undefined) out.add(inline);
    else write(element, out, renderer, depth + 1);
  }
}

/** Returns the text of a rich text element. Returns undefined for any other node. */
function inlineOf(node: Dict, renderer: Renderer): string | undefined {
  const id = (key: string) => String(node[key] ?? "");
  switch (node.type) {
    case "text":
    case "raw_text":
      return typeof node.text === "string" ? renderer.literal(node.text) : undefined;
    case "user":
      return renderer.user(id("user_id"));
    case "channel":
      return renderer.channel(id("channel_id"));
    case "usergroup":
      return renderer.group(id("usergroup_id"));
    case "broadcast":
      return renderer.broadcast(id("range"));
    case "emoji":
      return `:${id("name")}:`;
    case "color":
      return id("value");
    case "date":
      return renderer.date(node.timestamp, node.fallback);
    case "link":
      return renderer.link(
        id("url"),
        typeof node.text === "string" ? renderer.literal(node.text) : undefined,
      );
  }
  return undefined;
}

function writeKeys(node: Dict, out: Writer, renderer: Renderer, depth: number): void {
  const before = out.count();
  // If a node has a text, the node's value is not shown. For example, a reader sees the text of a button, and only the
  // app gets the button's value.
  const forApp = node.text !== undefined;
  for (const key of visible) {
    const part = node[key];
    if (part === undefined || part === null || (key === "value" && forApp)) continue;
    const lines = onLines.has(key);
    if (lines && key !== "title") out.end();
    if (key === "fields" && Array.isArray(part)) writeFields(part, out, renderer, depth);
    else write(part, out, renderer, depth + 1);
    // Leave out the link of a link preview, because the message already contains this link.
    if (key === "title" && typeof node.title_link === "string" && node.title_link !== node.from_url)
      out.add(`(${node.title_link})`, true);
    if (key === "title" && typeof node.value === "string") out.add(":");
    else if (lines) out.end();
  }
  if (typeof node.url === "string" && node.type === "button") out.add(`(${node.url})`, true);
  if (out.count() === before)
    for (const key of ["fallback", "name"]) {
      if (typeof node[key] !== "string" || node[key].trim() === "") continue;
      return out.add(renderer.mrkdwn(node[key]), true);
    }
}

/**
 * Writes each field on its own line. In a section, the first line of a field is its title, and the second line is its
 * value. The two lines are joined with a space.
 */
function writeFields(fields: readonly unknown[], out: Writer, renderer: Renderer, depth: number): void {
  for (const field of fields) {
    const text = isDict(field) && typeof field.text === "string" ? field.text.replace("\n", " ") : undefined;
    write(text === undefined ? field : { ...(field as Dict), text }, out, renderer, depth + 1);
    out.end();
  }
}

/** Writes all texts that a reader sees, in order, at any depth. */
function writeLeaves(root: unknown, out: Writer, renderer: Renderer): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node === "string") out.add(renderer.mrkdwn(node), true);
    else if (Array.isArray(node)) for (let at = node.length - 1; at >= 0; at--) waiting.push(node[at]);
    else if (isDict(node)) {
      const inline = inlineOf(node, renderer);
      if (inline !== undefined) out.add(inline, true);
      else
        for (let at = visible.length - 1; at >= 0; at--) {
          const key = visible[at]!;
          if (node[key] !== undefined && !(key === "value" && node.text !== undefined))
            waiting.push(node[key]);
        }
    }
  }
}
