import { removeInvisible } from "../core/ground/control-characters.ts";

/**
 * Returns a text of a source as one line without markup, for people and models. Removes control characters, invisible
 * characters and characters that change the direction of a text. Cuts the text after a sentence or a word.
 */
export function cleanText(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  // Only the beginning can be shown, so the rest of a very long text is not read.
  const plain = removeInvisible(value.slice(0, most * 8))
    .replace(/<\/?(a|b|code|em|i|span|strong|tt|u)( [^<>]{0,300})?>/gi, "")
    .replace(/<[^<>]{0,300}>/g, " ")
    .replace(/!?\[([^[\]]{0,300})\]\([^()]{0,1000}\)/g, "$1")
    .replace(/[`*]|^#+ |^> ?(\[!\w+\])?/gm, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim();
  return plain.length <= most ? plain : cutAt(plain, most);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function cutAt(text: string, most: number): string {
  const start = text.slice(0, most);
  const sentence = Math.max(start.lastIndexOf(". "), start.lastIndexOf("! "), start.lastIndexOf("? "));
  if (sentence > most / 3) return start.slice(0, sentence + 1);
  const word = start.slice(0, most - 1).replace(/\s\S*$/, "");
  return `${word.isWellFormed() ? word : word.slice(0, -1)}…`;
}
