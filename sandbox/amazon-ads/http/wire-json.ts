/**
 * Matches integers of 16 or more digits, such as Amazon's 64-bit ids, which `JSON.parse` would round. Also matches
 * whole strings, so that digits inside strings stay text. Does not match digits after a decimal point.
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

/** Converts an id from the sandbox's text to the integer of some of Amazon's APIs. */
export const integer = (id: unknown): bigint => BigInt(String(id));

/** Converts an id of a request, which can be text or a number, to text. */
export const idText = (id: unknown): string =>
  typeof id === "string" || typeof id === "number" || typeof id === "bigint" ? String(id) : "";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
