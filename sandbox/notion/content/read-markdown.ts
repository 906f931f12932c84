import { notImitated, refused } from "../http/refusal.ts";
import type { World } from "../world-types.ts";
import { isInside } from "./blocks.ts";
import { readInline } from "./inline-markdown.ts";
import type { Draft } from "./read-blocks.ts";
import { colors, textPiece } from "./rich-text.ts";

// https://developers.notion.com/guides/data-apis/enhanced-markdown

/** A block of a Markdown text. `source`: its lines, as in the answer of Notion. */
export interface MarkdownBlock extends Draft {
  source: string;
}

interface Line {
  depth: number;
  text: string;
}

/** Reads Markdown. `page`: the page whose blocks a tag such as `<page url="…">` can name. */
export function readMarkdown(world: World, markdown: string, page: string): MarkdownBlock[] {
  const lines = markdown.split(/\r?\n/).map((text) => {
    const depth = /^\t*/.exec(text)![0].length;
    return { depth, text: text.slice(depth) };
  });
  const blocks: MarkdownBlock[] = [];
  for (let at = 0; at < lines.length;) {
    const { draft, next } = readBlock(world, lines, at, page);
    const source = lines.slice(at, next).filter(({ text }) => text !== "" || draft?.type === "code");
    if (draft) blocks.push({ ...draft, source: source.map(({ depth, text }) => "\t".repeat(depth) + text).join("\n") }); // prettier-ignore
    at = next;
  }
  return blocks;
}

const empty = { content: {}, children: [] };
const block = (type: string, text: string, more = {}): Draft => {
  const found = / \{color="([a-z_]+)"\}$/.exec(text);
  const color = found && colors.includes(found[1]!) ? found[1]! : undefined;
  const rich_text = readInline(color === undefined ? text : text.slice(0, found!.index));
  return { type, content: { rich_text, ...more, color: color ?? "default" }, children: [] };
};

/** Reads the block that begins at a line, with the deeper lines in it. An empty line is no block. */
function readBlock(world: World, lines: readonly Line[], at: number, page: string): { draft?: Draft; next: number } {
  const { text, depth } = lines[at]!;
  if (text.trim() === "") return { next: at + 1 };
  if (/^ +\S/.test(text) ) throw notImitated("lines with spaces before their text: use tabs");
  const fence = /^```(.*)$/.exec(text);
  if (fence) return readCode(lines, at, fence[1]!.trim());
  if (text === "<details>") return readTag(world, lines, at, page, "toggle", {});
  const callout = /^<callout(?: icon="([^"]*)")?>$/.exec(text);
  if (callout) return readTag(world, lines, at, page, "callout", { icon: callout[1] === undefined ? null : { type: "emoji", emoji: callout[1] } }); // prettier-ignore
  const draft = readLine(world, text, page);
  let next = at + 1;
  while (next < lines.length) {
    const line = lines[next]!;
    if (line.text !== "" && line.depth <= depth) break;
    const inside = line.text === "" ? { next: next + 1 } : readBlock(world, lines, next, page);
    if (inside.draft) draft.children.push(inside.draft);
    next = inside.next;
  }
  if (draft.children.length > 0 && (draft.existing !== undefined || /^heading|^(divider|image)$/.test(draft.type)))
    throw refused(`Markdown: a block of the type ${draft.type} has no children.`);
  return { draft, next };
} // prettier-ignore

function readLine(world: World, text: string, page: string): Draft {
  const [, marks, heading] = /^(#{1,6}) (.*)$/.exec(text) ?? [];
  if (marks !== undefined) return block(`heading_${Math.min(marks.length, 4)}`, heading!, { is_toggleable: false }); // prettier-ignore
  const [, checked, task] = /^[-*+] \[([ xX])\] ?(.*)$/.exec(text) ?? [];
  if (task !== undefined) return block("to_do", task, { checked: checked !== " " });
  const [, item] = /^[-*+] (.*)$/.exec(text) ?? [];
  if (item !== undefined) return block("bulleted_list_item", item);
  const [, numbered] = /^\d+\. (.*)$/.exec(text) ?? [];
  if (numbered !== undefined) return block("numbered_list_item", numbered);
  const [, quote] = /^> ?(.*)$/.exec(text) ?? [];
  if (quote !== undefined) return block("quote", quote);
  if (text === "---") return { type: "divider", ...empty };
  if (text === "<empty-block/>") return block("paragraph", "", { icon: null });
  const [, caption, url] = /^!\[([^\]]*)\]\((\S+)\)$/.exec(text) ?? [];
  if (url !== undefined) return { type: "image", content: { caption: readInline(caption!), type: "external", external: { url } }, children: [] }; // prettier-ignore
  const [, tag, digits] = /^<(page|database|unknown) [^>]*?([0-9a-f]{32})"/.exec(text) ?? [];
  if (digits !== undefined) {
    const existing = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    const thing = world.things.get(existing);
    if (!thing || existing === page || !isInside(world, thing, page))
      throw notImitated(`<${tag}> for something outside the page`);
    return { type: tag!, ...empty, children: [], existing };
  }
  return block("paragraph", text, { icon: null });
}

function readCode(lines: readonly Line[], at: number, language: string): { draft: Draft; next: number } {
  const { depth } = lines[at]!;
  const end = lines.findIndex((line, index) => index > at && line.text === "```");
  if (end < 0) throw refused("Markdown: a code block has no closing ```.");
  const content = lines
    .slice(at + 1, end)
    .map((line) => "\t".repeat(Math.max(0, line.depth - depth)) + line.text)
    .join("\n");
  const pieces = content.match(/[\s\S]{1,2000}/g) ?? [];
  const draft = { type: "code", content: { caption: [], rich_text: pieces.map((piece) => textPiece(piece)), language: language || "plain text" }, children: [] }; // prettier-ignore
  return { draft, next: end + 1 };
}

/** Reads a toggle or a callout, which has its text and its children between two tags. */
function readTag(world: World, lines: readonly Line[], at: number, page: string, type: "toggle" | "callout", more: object): { draft: Draft; next: number } {
  const { depth } = lines[at]!;
  const close = type === "toggle" ? "</details>" : "</callout>";
  const end = lines.findIndex((line, index) => index > at && line.depth === depth && line.text === close);
  if (end < 0) throw refused(`Markdown: ${lines[at]!.text} has no closing ${close}.`);
  const [first, ...rest] = lines.slice(at + 1, end);
  const title = type === "toggle" ? /^<summary>(.*)<\/summary>$/.exec(first?.text ?? "")?.[1] : (first?.text ?? "");
  if (title === undefined) throw refused("Markdown: <details> needs <summary> in its next line.");
  const draft = block(type, title, more);
  for (let next = 0; next < rest.length;) {
    const inside = readBlock(world, rest, next, page);
    if (inside.draft) draft.children.push(inside.draft);
    next = inside.next;
  }
  return { draft, next: end + 1 };
} // prettier-ignore
