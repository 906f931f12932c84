import { ConnectorError } from "../../../core/ground/errors.ts";

/** A request whose sender claims to be Slack. */
export interface SignedRequest {
  /** The body exactly as it arrived. A body that was parsed and written again has another signature. */
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The options of `verifySlackSignature`. */
export interface SignatureOptions {
  /** The signing secret of the app, from its page at https://api.slack.com/apps. */
  signingSecret: string;
  /** The current time, in milliseconds since 1970. Default: the system clock. */
  now?: number | undefined;
}

/** The maximum age of a request, in seconds. An older request could be a copy that somebody else sends again. */
const maxAgeSeconds = 5 * 60;

/**
 * Returns whether a request comes from Slack and is at most five minutes old. Call this function before you read an
 * event. The function runs on every runtime with WebCrypto, such as Node, Deno, Bun and edge runtimes.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 * @throws ConnectorError `config_error` if the secret is empty, or if the body is not the raw body
 */
export async function verifySlackSignature(
  { body, headers }: SignedRequest,
  { signingSecret, now = Date.now() }: SignatureOptions,
): Promise<boolean> {
  if (typeof signingSecret !== "string" || signingSecret === "")
    throw new ConnectorError("config_error", "The signing secret is missing.", {
      path: "signingSecret",
      hint: "Pass the signing secret of the Slack app (Basic Information at https://api.slack.com/apps).",
    });
  if (typeof body !== "string" && !(body instanceof Uint8Array))
    throw new ConnectorError(
      "config_error",
      "The body must be the raw text or the raw bytes of the request.",
      {
        path: "body",
        hint: "Read the body before a framework parses it, for example with await request.text().",
      },
    );
  const timestamp = headerOf(headers, "x-slack-request-timestamp");
  const [, hex] = /^v0=([0-9a-f]{64})$/.exec(headerOf(headers, "x-slack-signature")) ?? [];
  if (hex === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > maxAgeSeconds) return false;
  const encoder = new TextEncoder();
  const signed = await new Blob([`v0:${timestamp}:`, body]).arrayBuffer();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(signingSecret), algorithm, false, [
    "verify",
  ]);
  const signature = Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16));
  // `crypto.subtle.verify` compares the signatures in constant time.
  return crypto.subtle.verify("HMAC", key, signature, signed);
}

/** Returns the value of a header, or an empty text. A header that occurs several times counts as absent. */
function headerOf(headers: SignedRequest["headers"], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const value = found.length === 1 ? found[0]![1] : undefined;
  return typeof value === "string" ? value : "";
}
