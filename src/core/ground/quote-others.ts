import { cut } from "./json.ts";

// Errors, hints and warnings can contain names that other people have chosen. Such a name stands between “ and ”, which
// this package uses for nothing else. Tools then tell the model that the text quotes other people.

/** Quotes a text of another person, on one line and with at most `most` characters. */
export const quoteOthers = (text: string, most = 80): string =>
  `“${cut(text.replace(/[“”]/g, "'").replace(/\s+/g, " ").trim(), most)}”`;

/** Returns whether a text, or a text in a value, quotes another person. */
export const quotesOthers = (value: unknown): boolean => JSON.stringify(value ?? null).includes("“");
