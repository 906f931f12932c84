import { lazy } from "./lazy.ts";

// This regular expression is created only when it is needed. A literal would make Node read the Unicode tables for
// `\p` at every start.
const controls = lazy(() => new RegExp(String.raw`\p{Cc}`, "u"));

/** Returns whether a text contains control characters, such as line breaks. */
export const hasControls = (text: string): boolean => controls().test(text);
