import { type Dict, dicts, isDict, stringAt } from "../../../core/ground/json.ts";

/** Notion accepts at most so many characters in one piece of rich text. */
const longest = 2000;

/** Makes Notion's rich text from a text. Returns rich text unchanged. */
export function richText(given: string | readonly Dict[]): readonly Dict[] {
  if (typeof given !== "string") return given;
  const pieces: Dict[] = [];
  for (let from = 0; from < given.length;) {
    const end = from + longest;
    // A piece must not end with half of a surrogate pair.
    const to = end < given.length && /[\uD800-\uDBFF]/.test(given[end - 1]!) ? end - 1 : end;
    pieces.push({ text: { content: given.slice(from, to) } });
    from = to;
  }
  return pieces;
}

/** Makes a paragraph from a text. Returns a block unchanged. */
export const blockOf = (given: string | Dict): Dict =>
  typeof given === "string" ? { paragraph: { rich_text: richText(given) } } : given;

/** Returns rich text as one text. A link becomes `[text](address)`. */
export const readableText = (richText: unknown): string =>
  dicts(richText)
    .map((piece) => {
      const text = typeof piece.plain_text === "string" ? piece.plain_text : (stringAt(piece, "text.content") ?? ""); // prettier-ignore
      return typeof piece.href === "string" && piece.href !== text ? `[${text}](${piece.href})` : text;
    })
    .join("");

/** Whether a value is a list of pieces of rich text. An empty list counts too. */
export const isRichText = (value: unknown): value is Dict[] =>
  Array.isArray(value) && value.every((piece) => isDict(piece) && "plain_text" in piece);

/** Makes rich text from the texts in the fields `title`, `description` and `rich_text`. */
export const textFields = (params: Dict): Dict =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      textFieldNames.has(name) && typeof value === "string" ? richText(value) : value,
    ]),
  );
const textFieldNames: ReadonlySet<string> = new Set(["title", "description", "rich_text"]);
