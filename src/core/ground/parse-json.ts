import { parseLossless } from "./lossless-json.ts";

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a response body with `parseLossless`. Returns `{}` for an empty body, and undefined for invalid JSON. */
export function parseBody(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
