import type { Fields } from "../fields.ts";

/** The headers of a repeated delivery. */
export interface Retry {
  /** 1 for the first repetition. */
  num: number;
  reason: RetryReason;
}

export type RetryReason = "http_timeout" | "http_error" | "connection_failed";

/**
 * Creates a signed request, such as Slack sends to an app. The time in the signature is the time of the system clock,
 * because apps refuse old requests. https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export async function eventRequest(
  url: string,
  signingSecret: string,
  payload: Fields,
  { retry, signal }: { retry?: Retry | undefined; signal: AbortSignal },
): Promise<Request> {
  const body = bodyOf(payload);
  const seconds = String(Math.floor(Date.now() / 1000));
  return new Request(url, {
    method: "POST",
    body,
    signal,
    headers: {
      "content-type": typeof body === "string" ? "application/json" : "application/x-www-form-urlencoded",
      "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
      "x-slack-request-timestamp": seconds,
      "x-slack-signature": `v0=${await hmac(signingSecret, `v0:${seconds}:${String(body)}`)}`,
      ...(retry ? { "x-slack-retry-num": String(retry.num), "x-slack-retry-reason": retry.reason } : {}),
    },
  });
}

/** Encodes a click as a form, and an event as JSON. https://docs.slack.dev/interactivity/handling-user-interaction */
const bodyOf = (payload: Fields): string | URLSearchParams => {
  const json = JSON.stringify(payload);
  return payload["type"] === "block_actions" ? new URLSearchParams({ payload: json }) : json;
};

/** Returns the HMAC-SHA256 of a text as hexadecimal digits. */
async function hmac(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(text)));
  return [...signature].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
