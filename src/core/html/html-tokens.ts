import { decodeEntities } from "./html-entities.ts";

/**
 * A tag, or the text between two tags. `text` still contains encoded entities, but the values of attributes are
 * decoded. The names of elements and attributes are in lower case.
 */
export type HtmlToken =
  | { kind: "text"; text: string }
  | { kind: "open"; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: "close"; name: string };

/**
 * Splits HTML into tags and texts in linear time. Leaves out comments and the document type. Treats a `<` that starts
 * no tag as text, such as in `1 < 2` or in `<@name>`.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const find = createFinder(html);
  let textStart = 0;
  for (let open = html.indexOf("<"); open >= 0;) {
    const markup = readMarkup(html, open, find);
    if (markup) {
      if (open > textStart) yield { kind: "text", text: html.slice(textStart, open) };
      if (markup.token) yield markup.token;
      textStart = markup.end;
    }
    open = html.indexOf("<", markup?.end ?? open + 1);
  }
  if (textStart < html.length) yield { kind: "text", text: html.slice(textStart) };
}

type Find = (what: string, from: number) => number;

/**
 * Returns a function like `indexOf`, for positions that never decrease. The function searches for an absent text only
 * once, so that the total running time stays linear.
 */
function createFinder(html: string): Find {
  const absent = new Set<string>();
  return (what, from) => {
    const at = absent.has(what) ? -1 : html.indexOf(what, from);
    if (at < 0) absent.add(what);
    return at;
  };
}

interface Markup {
  /** Undefined for a comment or a document type. */
  token?: HtmlToken;
  end: number;
}

/** Reads the tag, comment or document type at `open`. Returns undefined if the `<` there is part of a text. */
function readMarkup(html: string, open: number, find: Find): Markup | undefined {
  if (html.startsWith("<!--", open)) {
    const close = find("-->", open + 4);
    return { end: close < 0 ? html.length : close + 3 };
  }
  const firstEnd = find(">", open);
  if (firstEnd < 0) return undefined;
  if (/^<!doctype/i.test(html.slice(open, open + 9))) return { end: firstEnd + 1 };
  const closes = html[open + 1] === "/";
  const nameStart = open + (closes ? 2 : 1);
  if (!/[a-z]/i.test(html[nameStart] ?? "")) return undefined;
  let nameEnd = nameStart;
  while (nameEnd < firstEnd && !isSpace(html[nameEnd]) && html[nameEnd] !== "/") nameEnd++;
  const name = html.slice(nameStart, nameEnd).toLowerCase();
  if (closes) return { token: { kind: "close", name }, end: firstEnd + 1 };
  const attributes = new Map<string, string>();
  const end = readAttributes(html, nameEnd, attributes, find) ?? firstEnd + 1;
  return { token: { kind: "open", name, attributes }, end };
}

/** Fills `attributes`. Returns the position after the tag, or undefined if the tag has no end. */
function readAttributes(
  html: string,
  start: number,
  attributes: Map<string, string>,
  find: Find,
): number | undefined {
  let at = start;
  for (;;) {
    while (isSpace(html[at]) || html[at] === "/") at++;
    if (at >= html.length) return undefined;
    if (html[at] === ">") return at + 1;
    const nameStart = at++;
    while (at < html.length && !isSpace(html[at]) && !"/>=".includes(html[at]!)) at++;
    const name = html.slice(nameStart, at).toLowerCase();
    const nameEnd = at;
    while (isSpace(html[at])) at++;
    if (html[at] !== "=") {
      at = nameEnd;
      attributes.set(name, "");
      continue;
    }
    at++;
    while (isSpace(html[at])) at++;
    const quote = html[at];
    let valueStart = at;
    if (quote === '"' || quote === "'") {
      valueStart++;
      at = find(quote, valueStart);
      if (at < 0) return undefined;
      attributes.set(name, decodeEntities(html.slice(valueStart, at++)));
    } else {
      while (at < html.length && !isSpace(html[at]) && html[at] !== ">") at++;
      attributes.set(name, decodeEntities(html.slice(valueStart, at)));
    }
  }
}

const isSpace = (character: string | undefined): boolean =>
  character === " " || character === "\n" || character === "\t" || character === "\r" || character === "\f";
