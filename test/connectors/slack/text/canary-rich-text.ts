import * as fc from "fast-check";
import type { Dict } from "../../../../src/core/ground/json.ts";

// Generates rich text, and writes the `text` that Slack puts beside rich text that a person has typed.

const style = fc.constantFrom<Dict[]>({}, { bold: true }, { italic: true }, { strike: true }, { bold: true, italic: true }); // prettier-ignore
const inline = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("text"), text: fc.constantFrom("one", "two words", "a & b < c"), style }) }, // prettier-ignore
  fc.record({
    type: fc.constant("text"),
    text: fc.constant("code words"),
    style: fc.constant({ code: true }),
  }),
  fc.constant<Dict>({ type: "link", url: "https://l.example/1", text: "a page" }),
  fc.constant<Dict>({ type: "user", user_id: "U0123ABCD" }),
  fc.constant<Dict>({ type: "emoji", name: "wave" }),
  fc.constant<Dict>({ type: "broadcast", range: "here" }),
);
const section = fc.array(inline, { minLength: 1, maxLength: 4 }).map((elements): Dict => ({
  type: "rich_text_section",
  elements: elements.flatMap((one) => [one, space]),
}));
const space: Dict = { type: "text", text: " " };
const list = fc
  .record({
    style: fc.constantFrom("bullet", "ordered"),
    indent: fc.integer({ min: 0, max: 6 }),
    offset: fc.integer({ min: 0, max: 30 }),
    border: fc.integer({ min: 0, max: 1 }),
    elements: fc.array(section, { minLength: 1, maxLength: 4 }),
  })
  .map((given): Dict => ({ type: "rich_text_list", ...given }));
const block = fc
  .constantFrom("rich_text_quote", "rich_text_preformatted")
  .map((type): Dict => ({ type, elements: [{ type: "text", text: "first line\nsecond line" }] }));

export const lists = fc
  .array(list, { minLength: 1, maxLength: 8 })
  .map((elements): Dict => ({ type: "rich_text", elements }));
export const richText = fc
  .array(fc.oneof(section, list, block), { minLength: 1, maxLength: 6 })
  .map((elements): Dict => ({ type: "rich_text", elements }));

/** Writes rich text as Slack writes it in `text`: four spaces per level, and three kinds of bullets and of numbers. */
export function slackText(rich: Dict): string {
  return (rich.elements as Dict[])
    .map((part) => {
      const elements = part.elements as Dict[];
      if (part.type === "rich_text_preformatted") return `\`\`\`${elements.map(plainText).join("")}\`\`\``;
      if (part.type === "rich_text_quote")
        return elements.map(inlineText).join("").replaceAll(/^/gm, "&gt; ");
      if (part.type === "rich_text_list") return listText(part);
      return elements.map(inlineText).join("");
    })
    .join("\n");
}

function listText({ style: kind, indent, offset, elements }: Dict): string {
  const level = Number(indent ?? 0);
  const marker = (index: number) =>
    kind === "ordered" ? `${number(index + Number(offset ?? 0), level % 3)}.` : ["•", "◦", "▪︎"][level % 3];
  return (elements as Dict[])
    .map(
      (item, index) =>
        `${"    ".repeat(level)}${marker(index)} ${(item.elements as Dict[]).map(inlineText).join("")}`,
    )
    .join("\n");
}
function number(index: number, kind: number): string {
  if (kind === 0) return String(index + 1);
  if (kind === 1) return letters(index);
  const tens = "x".repeat(Math.floor((index + 1) / 10));
  return tens + ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"][(index + 1) % 10]!;
}
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : "") + String.fromCharCode(97 + (index % 26));

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const plainText = (one: Dict) => escape(String(one.text ?? one.url ?? ""));
function inlineText(one: Dict): string {
  switch (one.type) {
    case "link":
      return `<${String(one.url)}|${escape(String(one.text))}>`;
    case "user":
      return `<@${String(one.user_id)}>`;
    case "emoji":
      return `:${String(one.name)}:`;
    case "broadcast":
      return `<!${String(one.range)}>`;
    default: {
      const { bold, italic, strike, code } = (one.style ?? {}) as Record<string, boolean>;
      const marks = [bold && "*", italic && "_", strike && "~", code && "`"].filter(
        (mark) => typeof mark === "string",
      );
      return marks.reduceRight((text, mark) => `${mark}${text}${mark}`, plainText(one));
    }
  }
}
