import { escapeHtml } from "../ground/escape-html.ts";
import { cut } from "../ground/json.ts";
import { inline } from "./grid.ts";

/** A text with more characters is folded: only its beginning is shown until a person opens the text. */
const unfolded = 160;
const longestText = 10_000;
const mostItems = 20;

const wrapped = `style="white-space:pre-wrap;overflow-wrap:anywhere;max-width:40em"`;

/** Writes a sentence as HTML, followed by `code`. */
export const withCode = (text: string, code: string | undefined): string =>
  code === undefined ? escapeHtml(text) : `${escapeHtml(text)} <code>${escapeHtml(code)}</code>`;

/** Writes the value of a field as HTML: links can be followed, ids look like code, and long texts are folded. */
export function wholeText(name: string, value: unknown): string {
  if (Array.isArray(value) && value.length <= mostItems && value.every((one) => typeof one === "string"))
    return value.map((one) => wholeText(name, one)).join(", ");
  const text = inline(value);
  const link = typeof value === "string" ? addressOf(value) : undefined;
  if (link !== undefined)
    return `<a href="${escapeHtml(link)}" target="_blank" rel="noopener noreferrer">${escapeHtml(text)}</a>`;
  if (isId(name, value)) return `<code>${escapeHtml(text)}</code>`;
  if (text.length > unfolded) return foldedText(text);
  return text.includes("\n") ? `<div ${wrapped}>${escapeHtml(text)}</div>` : escapeHtml(text);
}

function foldedText(text: string): string {
  const beginning = escapeHtml(cut(text, unfolded).replaceAll(/\s+/g, " "));
  const rest = text.length > longestText ? `<p>${text.length - longestText} more characters</p>` : "";
  return `<details><summary>${beginning}</summary><div ${wrapped}>${escapeHtml(cut(text, longestText))}</div>${rest}</details>`;
}

/** Returns the address if the whole text is a link that a browser can open without risk. */
function addressOf(text: string): string | undefined {
  if (!/^(https?:\/\/|mailto:)[!-~]{1,2000}$/.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}

/** Returns whether a value looks like an id, by the name of its field (`orderId`) or by its text (`ORD7A1QW2ER3`). */
const isId = (name: string, value: unknown): boolean =>
  typeof value === "string" &&
  /^[\w.:-]{1,100}$/.test(value) &&
  (/(^|_)ids?$|[a-z]Ids?$|(^|_)ts$/.test(name) || /^(?=.*\d)[A-Z\d]{8,}$|^\d{10}\.\d{6}$/.test(value));
