import { parseLossless } from "./lossless-json.ts";

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses a response body. Integers above 2^53 become strings of digits. Returns `{}` for an empty body, and undefined
 * if the body is not JSON.
 */
export function parseBody(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
