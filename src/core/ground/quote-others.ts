import { cut } from "./json.ts";

// Errors, hints and warnings can contain names that other people have chosen. Such a name stands between “ and ”, which
// this package uses for nothing else. Tools then tell the model that the text quotes other people.

/** Quotes a text of another person, on one line and with at most `most` characters. */
export const quoteOthers = (text: string, most = 80): string =>
  `“${cut(text.replace(/[“”]/g, "'").replace(/\s+/g, " ").trim(), most)}”`;

/**
 * Quotes a message of the platform, because it can repeat a name that other people have chosen. A single word, such as an
 * error code, stays unchanged.
 */
export const quotePlatform = (message: string, most = 500): string =>
  /\s/.test(message.trim()) ? quoteOthers(message.trim().replace(/[.]$/, ""), most) : message;

/** Returns whether a text, or a text in a value, quotes another person. */
export const quotesOthers = (value: unknown): boolean => JSON.stringify(value ?? null).includes("“");
