import type { Fields } from "../fields.ts";
import type { Section } from "../types.ts";

const MAX_MARKDOWN = 1024 * 1024;

const ITEM = /^( *)([-*+]|\d+[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;

/** The numbers of the attribute `data-section-style` in the HTML of a canvas. */
const BULLETS = 5;
const NUMBERS = 6;
const CHECKS = 7;
const KIND_NAMES: Readonly<Record<number, string>> = {
  [BULLETS]: "bullet list",
  [NUMBERS]: "ordered list",
  [CHECKS]: "checklist",
};

interface Item {
  depth: number;
  kind: number;
  checked: boolean;
  text: string;
}

/** Splits Markdown into headings, paragraphs, quotes, code blocks, dividers, items of lists and cells of tables. */
export function sectionsOf(newId: () => string, markdown: string): Section[] {
  const sections: Section[] = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const take = (belongs: (line: string) => boolean): string[] => {
      const start = at;
      while (at < lines.length && belongs(lines[at]!)) at++;
      return lines.slice(start, at);
    };
    if (line.trim() === "") at++;
    else if (line.startsWith("```")) {
      const end = lines.indexOf("```", at + 1);
      const stop = end < 0 ? lines.length : end + 1;
      sections.push({ id: newId(), markdown: lines.slice(at, stop).join("\n") });
      at = stop;
    } else if (startsBlock(line)) sections.push({ id: newId(), markdown: lines[at++]! });
    else if (ITEM.test(line)) {
      const list = newId();
      for (const { text, ...item } of itemsOf(take((next) => ITEM.test(next))))
        sections.push({ id: newId(), markdown: text, item: { list, ...item } });
    } else if (line.startsWith("|")) {
      const table = newId();
      const rows = take((next) => next.startsWith("|")).filter((row) => !/^[|\s:-]+$/.test(row));
      for (const [row, text] of rows.entries())
        for (const cell of text
          .trim()
          .replace(/^\|/, "")
          .replace(/\|$/, "")
          .split(/(?<!\\)\|/))
          sections.push({ id: newId(), markdown: cell.trim().replaceAll("\\|", "|"), cell: { table, row } });
    } else if (line.startsWith(">"))
      sections.push({ id: newId(), markdown: take((next) => next.startsWith(">")).join("\n") });
    else {
      const isText = (next: string): boolean =>
        next.trim() !== "" && !startsBlock(next) && !ITEM.test(next) && !/^(```|[|>])/.test(next);
      sections.push({ id: newId(), markdown: take(isText).join("\n") });
    }
  }
  return sections;
}

/** Returns whether a line is a heading or a divider. */
const startsBlock = (line: string): boolean => /^#{1,6}\s/.test(line) || /^(-{3,}|\*{3,})\s*$/.test(line);

function itemsOf(lines: readonly string[]): Item[] {
  const indents: number[] = [];
  return lines.map((line) => {
    const [, indent = "", sign = "", check, text = ""] = ITEM.exec(line) ?? [];
    while (indents.length > 0 && indents.at(-1)! >= indent.length) indents.pop();
    indents.push(indent.length);
    const kind = check !== undefined ? CHECKS : /\d/.test(sign) ? NUMBERS : BULLETS;
    return { depth: indents.length - 1, kind, checked: check === "x" || check === "X", text };
  });
}

/** Returns the error text for content that is not valid for a canvas, or undefined for valid content. */
export function contentProblem(content: unknown): string | undefined {
  const { type, markdown } = (content ?? {}) as Fields;
  if (type !== "markdown" || typeof markdown !== "string") return "'content' error: unsupported content type";
  if (markdown.length > MAX_MARKDOWN) return "'content' error: content is too long";
  const line = markdown.split("\n").findIndex((each) => /^>\s*([-*+]|\d+\.)\s/.test(each));
  if (line >= 0) return `'content' error: line ${line + 1}: Unsupported block type (List) within block quote`;
  const items = sectionsOf(() => "", markdown).map(({ item }) => item);
  for (const [index, item] of items.entries()) {
    const outer = items[index - 1];
    if (item && outer && item.depth > outer.depth && item.kind !== outer.kind)
      return `Unsupported list type (${KIND_NAMES[item.kind]}) within ${KIND_NAMES[outer.kind]}`;
  }
  return undefined;
}

/** Returns whether a section has one of `types`, such as `h1`, and contains `text`. Empty criteria always match. */
export function sectionMatches(section: Section, types: string[], text: string | undefined): boolean {
  const level = /^(#{1,6})\s/.exec(section.markdown)?.[1]?.length;
  const typed =
    types.length === 0 ||
    types.some((type) => (type === "any_header" ? level !== undefined : type === `h${level ?? 0}`));
  return typed && (!text || section.markdown.toLowerCase().includes(text.toLowerCase()));
}
