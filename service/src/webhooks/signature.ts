import { createHmac, randomBytes } from "node:crypto";

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

/** Returns a new secret: `whsec_`, and 256 random bits in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/**
 * Returns the headers that identify and sign a request.
 * @param secrets one or more secrets. The header contains a signature with each secret, so that a receiver can use any
 *   of them
 * @param seconds the time of the attempt in seconds since 1970
 */
export const signedHeaders = (
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(seconds),
  "webhook-signature": secrets.map((secret) => signatureOf(secret, `${id}.${seconds}.${body}`)).join(" "),
});

const signatureOf = (secret: string, text: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
};
