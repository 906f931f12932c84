import { escapeInvisible } from "../ground/control-characters.ts";

// Texts of other people within a line of the text for the person. They have no line breaks and no invisible characters.

const longest = 400;

/** Returns a value as JSON. Cuts a long value, and adds the number of missing characters. */
export function quoted(value: unknown): string {
  const text = visible(JSON.stringify(value) ?? "none");
  return text.length > longest
    ? `${text.slice(0, longest).toWellFormed()}… (${text.length - longest} more characters)`
    : text;
}

export const plain = (value: unknown): string => visible(String(value)).slice(0, longest).toWellFormed();

/** Writes a text on one line, and replaces invisible characters with escapes. */
const visible = (text: string): string => escapeInvisible(text).replaceAll(/[\n\t]/g, " ");
