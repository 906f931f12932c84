/** The characters that one part of a pattern matches, such as `[a-z]`. */
export interface CharSet {
  has(char: string): boolean;
  readonly ascii: boolean;
}

export type Part =
  | { readonly kind: "chars"; readonly set: CharSet }
  | { readonly kind: "assert"; readonly what: "^" | "$" | "\\b" | "\\B" }
  | { readonly kind: "sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number }
  | { readonly kind: "look"; readonly part: Part; readonly negative: boolean };

const escape = String.raw`\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[\s\S])`;
const pair = String.raw`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`;
const charClass = String.raw`\[(?:\\[\s\S]|[^\]\\])*\]`;
const group = String.raw`\((?:\?(?:[:=!]|<[=!]|<[^>]*>)?)?`;
const quantifier = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`;
const tokens = [pair, escape, charClass, group, quantifier, String.raw`[\s\S]`].join("|");

/**
 * Parses a regular expression with valid syntax. Returns undefined for an unsupported construct, such as a
 * backreference or a lookbehind.
 */
export function parsePattern(source: string, flags: string): Part | undefined {
  const unicode = flags.includes("u");
  if (/[^ius]/.test(flags)) return undefined;
  const texts = source.match(new RegExp(tokens, unicode ? "gu" : "g")) ?? [];
  const sets = new Map<string, CharSet>();
  let index = 0;
  let known = true;

  const choice = (): Part => {
    const parts = [sequence()];
    while (texts[index] === "|") {
      index++;
      parts.push(sequence());
    }
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  };
  const sequence = (): Part => {
    const parts: Part[] = [];
    while (index < texts.length && texts[index] !== "|" && texts[index] !== ")") {
      const part = atom(texts[index++]!);
      const counts = readCounts(texts[index]);
      if (counts) index++;
      parts.push(counts ? { kind: "repeat", part, ...counts } : part);
    }
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  };
  const atom = (text: string): Part => {
    if (text === "^" || text === "$" || text === "\\b" || text === "\\B")
      return { kind: "assert", what: text };
    if (text.startsWith("(") && text !== "\\(") return inGroup(text);
    // Not supported: a backreference, a legacy octal escape, and half of a surrogate pair.
    if (/^\\(?:[1-9k]|u[dD][89abAB]..$)/.test(text) || (text === "\\0" && /^\d/.test(texts[index] ?? "")))
      return unknown();
    let set = sets.get(text);
    if (!set) sets.set(text, (set = charSet(text, flags)));
    return { kind: "chars", set };
  };
  const unknown = (): Part => {
    known = false;
    index = texts.length;
    return { kind: "sequence", parts: [] };
  };
  const inGroup = (text: string): Part => {
    if (text === "(?" || text.startsWith("(?<=") || text.startsWith("(?<!")) return unknown();
    const part = choice();
    index++;
    return text === "(?=" || text === "(?!" ? { kind: "look", part, negative: text === "(?!" } : part;
  };
  const whole = choice();
  return known && index === texts.length ? whole : undefined;
}

/** Reads a quantifier such as `{2,5}`. Returns undefined for any other text. */
function readCounts(text = ""): { least: number; most: number } | undefined {
  if (!new RegExp(`^${quantifier}$`).test(text)) return undefined;
  const [least = 0, most] = text.match(/\d+/g)?.map(Number) ?? [];
  if (text.startsWith("{")) return { least, most: most ?? (text.includes(",") ? Infinity : least) };
  return { least: text.startsWith("+") ? 1 : 0, most: text.startsWith("?") ? 1 : Infinity };
}

const asciiSet = /^(?:[^\\.\u0080-\uffff]|\\[dwtnrfv0]|\\[^a-zA-Z0-9]|\[(?!\^)(?:[^\\\u0080-\uffff]|\\[dwtnrfv]|\\[^a-zA-Z0-9])*\])$/; // prettier-ignore

function charSet(text: string, flags: string): CharSet {
  const literal = /^\\[^a-zA-Z0-9]$/.test(text) ? text.slice(1) : text;
  if (literal.length === 1 && literal <= "\u007f" && text !== "." && !flags.includes("i"))
    return { ascii: true, has: (char) => char === literal };
  const regex = new RegExp(`^(?:${text})$`, flags);
  const known: boolean[] = [];
  return {
    ascii: asciiSet.test(text) && !flags.includes("i"),
    has(char) {
      const code = char.charCodeAt(0);
      if (code > 127) return regex.test(char);
      return (known[code] ??= regex.test(char));
    },
  };
}
