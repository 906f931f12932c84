import { lazy } from "./lazy.ts";

// A regular expression literal with `\p` would make Node read the Unicode tables at every start.
const controls = lazy(() => new RegExp(String.raw`\p{Cc}`, "u"));
// The joiners U+200C and U+200D are kept, because scripts such as Persian and many emoji need them.
const invisible = lazy(() => new RegExp(String.raw`(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]`, "gu"));

export const hasControls = (text: string): boolean => controls().test(text);

/**
 * Replaces control characters, and characters that are invisible or change the direction of a text, with escapes such
 * as `\u{202e}`. Keeps line breaks and tabs.
 */
export const escapeInvisible = (text: string): string =>
  text.toWellFormed().replace(invisible(), (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`);

/** Removes the characters that `escapeInvisible` escapes. */
export const removeInvisible = (text: string): string => text.toWellFormed().replace(invisible(), "");
