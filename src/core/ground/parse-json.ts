import { parseLossless } from "./lossless-json.ts";

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Integers above 2^53 become strings of digits. An empty body becomes `{}`, and a body that is not JSON becomes
 * undefined.
 */
export function parseBody(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
