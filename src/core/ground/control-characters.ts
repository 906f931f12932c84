import { lazy } from "./lazy.ts";

// Not a literal, because Node would read the Unicode tables for \p when it parses the file, so at every start.
const controls = lazy(() => new RegExp(String.raw`\p{Cc}`, "u"));

/** Returns whether a text contains control characters, such as line breaks. */
export const hasControls = (text: string): boolean => controls().test(text);
