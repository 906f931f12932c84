/**
 * Matches integers of 16 or more digits, which `JSON.parse` would round. Amazon's ids are 64-bit integers. Matches
 * strings too, because digits inside a string must stay text. Digits after a decimal point are not matched.
 */
const LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g;
const MARK = "\u0000integer:";

export function readJson(text: string): unknown {
  const marked = text.replace(LONG_INTEGER, (token) =>
    token.startsWith('"') ? token : JSON.stringify(MARK + token),
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  );
}

export function writeJson(value: unknown): string {
  const marked = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "bigint" ? MARK + part.toString() : part,
  );
  return marked.replace(/"\\u0000integer:(-?\d+)"/g, "$1");
}

/** The sandbox stores ids as text, but some of Amazon's APIs use integers. */
export const integer = (id: unknown): bigint => BigInt(String(id));

/** A request can have an id as text or as a number. */
export const idText = (id: unknown): string =>
  typeof id === "string" || typeof id === "number" || typeof id === "bigint" ? String(id) : "";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
