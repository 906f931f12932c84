import { isDict, type Dict } from "../../../core/ground/json.ts";
import { inlineText } from "./inline-text.ts";
import type { Walk } from "./line-writer.ts";

type WritePart = (part: unknown, walk: Walk) => void;

/**
 * Writes a container of rich text: a section, a quote, a code block or a list. Returns false, and writes nothing, for
 * any other node. https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
export function writeRichText(node: Dict, walk: Walk, writePart: WritePart): boolean {
  const { out } = walk;
  const run = () => writeRun(node.elements, walk, writePart);
  switch (node.type) {
    case "rich_text_section":
      run();
      out.end();
      return true;
    case "rich_text_quote":
      out.within("> ", "> ", run);
      return true;
    case "rich_text_preformatted":
      out.within(node.border === 1 ? "> " : "", node.border === 1 ? "> " : "", () => {
        out.add("```");
        run();
        out.add("```");
      });
      return true;
    case "rich_text_list":
      writeList(node, walk, writePart);
      return true;
  }
  return false;
}

/** Writes the elements of a line without spaces between them. */
function writeRun(elements: unknown, walk: Walk, writePart: WritePart): void {
  for (const element of Array.isArray(elements) ? elements : []) {
    const inline = isDict(element) ? inlineText(element, walk.renderer) : undefined;
    if (inline !== undefined) walk.out.add(inline);
    else writePart(element, walk);
  }
}

/**
 * Writes a list. Slack sends an inner list after its outer list, with a higher `indent`. If a paragraph
 * interrupts a list, `offset` is the number of items before the paragraph.
 */
function writeList(list: Dict, walk: Walk, writePart: WritePart): void {
  const indent = typeof list.indent === "number" ? Math.min(8, Math.max(0, Math.trunc(list.indent))) : 0;
  const offset = typeof list.offset === "number" && list.offset > 0 ? Math.trunc(list.offset) : 0;
  const before = (list.border === 1 ? "> " : "") + "  ".repeat(indent);
  const items = Array.isArray(list.elements) ? list.elements : [];
  for (const [index, item] of items.entries()) {
    const marker = list.style === "ordered" ? numberAt(indent, offset + index + 1) : bullets[indent % 3]!;
    const rest = before + " ".repeat(marker.length + 1);
    walk.out.within(`${before}${marker} `, rest, () => writePart(item, walk));
  }
}

const bullets = ["•", "◦", "▪︎"];

/** Returns `1.` for an outer list, `a.` for a list one level deeper, and `i.` for a list two levels deeper. */
const numberAt = (indent: number, number: number): string =>
  `${[String, letters, roman][indent % 3]!(number)}.`;

/** Converts 1 to `a`, 26 to `z` and 27 to `aa`. */
function letters(number: number): string {
  let text = "";
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
  return text;
}

const romanDigits = [
  ["m", 1000],
  ["cm", 900],
  ["d", 500],
  ["cd", 400],
  ["c", 100],
  ["xc", 90],
  ["l", 50],
  ["xl", 40],
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
] as const;

function roman(number: number): string {
  if (number > 3999) return String(number);
  let left = number;
  let text = "";
  for (const [digit, value] of romanDigits) for (; left >= value; left -= value) text += digit;
  return text;
}
