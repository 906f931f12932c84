import { ConnectorError } from "../../../core/ground/errors.ts";
import {
  checkRawBody,
  headerOf,
  isRecent,
  isSigned,
  type SignedRequest,
} from "../../../core/ground/signed-request.ts";

export interface SignatureOptions {
  /** The signing secret of the app, from its page at https://api.slack.com/apps. */
  signingSecret: string;
  /** The current time, in milliseconds since 1970. Default: the system clock. */
  now?: number | undefined;
}

/**
 * Returns whether a request comes from Slack and is at most five minutes old. Call this function before you read an
 * event. The function runs on every runtime with WebCrypto, such as Node, Deno, Bun and edge runtimes.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 * @throws ConnectorError `config_error` if the secret is empty, or if the body is not the raw body
 */
export async function verifySlackSignature(
  request: SignedRequest,
  { signingSecret, now = Date.now() }: SignatureOptions,
): Promise<boolean> {
  if (typeof signingSecret !== "string" || signingSecret === "")
    throw new ConnectorError("config_error", "The signing secret is missing.", {
      path: "signingSecret",
      hint: "Pass the signing secret of the Slack app (Basic Information at https://api.slack.com/apps).",
    });
  checkRawBody(request);
  const timestamp = headerOf(request, "x-slack-request-timestamp");
  const [, hex] = /^v0=([0-9a-f]{64})$/.exec(headerOf(request, "x-slack-signature")) ?? [];
  if (hex === undefined || !isRecent(timestamp, now)) return false;
  const key = new TextEncoder().encode(signingSecret);
  const signature = Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16));
  return isSigned(request, `v0:${timestamp}:`, key, [signature]);
}
