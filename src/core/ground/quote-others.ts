import { cut } from "./json.ts";

// Errors, hints and warnings can contain names that other people have chosen. Such a name stands between “ and ”, which
// this package uses for nothing else. Tools then tell the model that the text quotes other people.

/** Quotes a text of another person, on one line and with at most `most` characters. */
export const quoteOthers = (text: string, most = 80): string =>
  `“${cut(text.replace(/[“”]/g, "'").replace(/\s+/g, " ").trim(), most)}”`;

/** Returns whether each sentence of a message is known to have only words of the platform. */
export type IsKnown = (message: string) => boolean;

const tests = new WeakMap<readonly string[], IsKnown>();

/**
 * Returns a function that recognizes messages of a platform. `{}` in a sentence stands for one word, such as an id, a
 * number or the name of a field.
 */
export function knownMessages(sentences: readonly string[]): IsKnown {
  const known = tests.get(sentences);
  if (known) return known;
  const escaped = sentences.map((one) =>
    one.replace(/[\\^$.*+?()[\]|]/g, String.raw`\$&`).replaceAll("{}", String.raw`[\w.:/[\]-]{1,80}`),
  );
  const whole = new RegExp(`^(?:${escaped.join("|")})[.]?$`, "iu");
  const isKnown: IsKnown = (message) =>
    sentences.length > 0 && message.split("; ").every((one) => whole.test(one.trim()));
  tests.set(sentences, isKnown);
  return isKnown;
}

/**
 * Quotes a message of the platform, because it can repeat a name that other people have chosen. A single word, such as an
 * error code, and a known message stay unchanged.
 */
export const quotePlatform = (
  message: string,
  { most = 500, isKnown }: { most?: number; isKnown?: IsKnown } = {},
): string => {
  const text = message.trim();
  return !/\s/.test(text) || isKnown?.(text) ? message : quoteOthers(text.replace(/[.]$/, ""), most);
};

/** Returns whether a text, or a text in a value, quotes another person. */
export const quotesOthers = (value: unknown): boolean => JSON.stringify(value ?? null).includes("“");
