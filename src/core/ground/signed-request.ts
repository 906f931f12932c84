import { ConnectorError } from "./errors.ts";

export interface SignedRequest {
  /** The body exactly as it arrived. If a body was parsed and written again, the signature does not match. */
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** An older request could be a copy that somebody else sends again. */
const maxAgeSeconds = 5 * 60;

/** Returns whether a time is at most five minutes before or after `now`. `seconds`: the time as text. */
export const isRecent = (seconds: string, now: number): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(now / 1000 - Number(seconds)) <= maxAgeSeconds;

/** @throws ConnectorError `config_error` if the body is not the raw body */
export function checkRawBody({ body }: SignedRequest): void {
  if (typeof body === "string" || body instanceof Uint8Array) return;
  throw new ConnectorError("config_error", "The body must be the raw text or the raw bytes of the request.", {
    path: "body",
    hint: "Read the body before a framework parses it, for example with await request.text().",
  });
}

/**
 * Returns whether one of the signatures is the HMAC-SHA256 of `prefix` and the body. Uses WebCrypto, which also exists
 * on Deno, Bun and edge runtimes.
 */
export async function isSigned(
  { body }: SignedRequest,
  prefix: string,
  key: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const signed = await new Blob([prefix, body]).arrayBuffer();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]);
  for (const signature of signatures)
    // `crypto.subtle.verify` compares the signatures in constant time.
    if (await crypto.subtle.verify("HMAC", imported, signature, signed)) return true;
  return false;
}

/** Returns a header, or "" if the header is absent or occurs several times in a plain object. */
export function headerOf({ headers }: SignedRequest, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const value = found.length === 1 ? found[0]![1] : undefined;
  return typeof value === "string" ? value : "";
}
