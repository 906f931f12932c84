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

/** Returns all of each param that `quoted` cuts, with its name, because a person must be able to read what runs. */
export const wholeParams = (params: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(params)
    .filter(([, value]) => (JSON.stringify(value) ?? "").length > longest)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
      return `All of ${plain(name)}:\n${escapeInvisible(text)}`;
    });

export const plain = (value: unknown): string => visible(String(value)).slice(0, longest).toWellFormed();

/** Writes a text on one line, and replaces invisible characters with escapes. */
const visible = (text: string): string => escapeInvisible(text).replaceAll(/[\n\t]/g, " ");

/** Returns the words for an amount of the exposure. */
export const moneyWords = (field: string): string =>
  field === "daily_spend" ? "most that can be spent in a day" : plain(field).replaceAll("_", " ");

/** Returns a change of a field in words. Of a list of ids or words, only what is added and removed. */
export function changeText(
  path: string,
  from: unknown,
  to: unknown,
  names: Readonly<Record<string, string>> = {},
): string {
  const [earlier, later] = [wordsIn(from), wordsIn(to)];
  const said = (label: string, some: readonly unknown[]) =>
    some.length === 0 ? [] : [`${label} ${some.map((one) => named(one, names)).join(", ")}`];
  const changes =
    earlier && later
      ? [
          ...said(
            "added",
            later.filter((one) => !earlier.includes(one)),
          ),
          ...said(
            "removed",
            earlier.filter((one) => !later.includes(one)),
          ),
        ]
      : [];
  return changes.length > 0
    ? `${plain(path)}: ${changes.join(", ")}`
    : `${plain(path)} ${named(from, names)} -> ${named(to, names)}`;
}

const wordsIn = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === "string" || typeof one === "number")
    ? value
    : undefined;

const named = (value: unknown, names: Readonly<Record<string, string>>): string => {
  return typeof value === "string" && Object.hasOwn(names, value)
    ? `${quoted(names[value])} (${plain(value)})`
    : quoted(value);
};
