import type { Dict } from "../../../core/ground/json.ts";

/** Slack's filters, such as `in:#general` and `from:"Ana Bo"`, and excluded words, such as `-draft`. */
const filters = /(?<=^|\s)(?:-\S*|-?[a-z]+:(?:"[^"]*"|\S*))(?=\s|$)/giu;

/**
 * Returns the words that Slack looks for in messages: phrases in quotation marks, and other words without their
 * endings, because Slack also finds other forms of an English word.
 * https://slack.com/help/articles/202528808-Search-in-Slack
 */
export function queryWords(query: string): string[] {
  const asked = query.replaceAll(/[“”]/g, '"').replaceAll(filters, " ");
  const phrases = [...asked.matchAll(/"([^"]+)"/g)].map(([, phrase]) => phrase!.trim());
  const words = asked
    .replaceAll(/"[^"]*"/g, " ")
    .split(/[^\p{L}\p{M}\p{N}@#_'’.-]+/u)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter((word) => word !== "");
  const said = words.filter((word) => !/^\w{1,2}$/.test(word));
  return [...phrases, ...(phrases.length + said.length > 0 ? said : words).map(stem)];
}

/** Returns the part that an English word has in common with its other forms, such as `deploy` for `deployed`. */
const stem = (word: string): string => /^(\p{L}{4,}?)(?:ing|ed|es|s|e)$/iu.exec(word)?.[1] ?? word;

/** A model sees long messages around the words of the query. */
export const aroundQuery = ({ query }: Dict) => ({
  field: "text",
  ids: ["channel", "ts"],
  words: typeof query === "string" ? queryWords(query) : [],
});
