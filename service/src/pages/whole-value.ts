import { html } from "hono/html";
import type { Html } from "./page.ts";

// The text of an approval cuts long values, because models read it too. A person must be able to read all of what runs.

const cut = /… \(\d+ more characters\)$/;

/**
 * Returns all of a value that a line of an approval cuts, or undefined if the line is whole.
 * @param said the value in the line
 * @param value the value in the call
 */
export function wholeValue(said: string, value: unknown): string | undefined {
  if (!cut.test(said) || value === undefined) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
}

/** Shows a long text in a box with a scroll bar, which must be reachable with the keyboard. */
export const wholeText = (label: string, text: string): Html =>
  html`<div class="whole" role="region" aria-label="${label}" tabindex="0" dir="auto">${visible(text)}</div>
    <div class="detail">${text.length.toLocaleString("en-US")} characters</div>`;

/** Replaces characters that nobody would see with escapes such as `\u{200b}`, as in the lines of an approval. */
const visible = (text: string): string =>
  text.replace(
    /(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`,
  );
