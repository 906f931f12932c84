import type { CodeOptions } from "../contract/call-options.ts";
import { cut, show } from "../ground/json.ts";
import { type Kind, badOption, kinds, readNamed } from "../ground/read-options.ts";

/** Every name of the second constructor argument, so that a misspelt one (`polcy`) is refused and not overlooked. */
const codeOptions = {
  fetch: kinds.function,
  endpoint: kinds.string,
  timeoutMs: kinds.milliseconds,
  totalWaitMs: kinds.milliseconds,
  clock: kinds.clock,
  policy: kinds.object,
  onCall: kinds.function,
  onTokenRefresh: kinds.function,
  aroundRefresh: kinds.function,
  receipts: kinds.boolean,
} satisfies Record<keyof CodeOptions, Kind>;

/** The second constructor argument, checked. */
export const readCodeOptions = (code: unknown): CodeOptions =>
  readNamed(code, codeOptions, "code options", "");

const maxAddress = 2048;

/**
 * An address that credentials may be sent to: https, or http on loopback; no user, query or fragment. Without a
 * trailing slash.
 */
export function readEndpoint(endpoint: unknown): string {
  const refuse = (why: string) =>
    badOption(
      "endpoint",
      `endpoint ${why}.`,
      "Credentials are sent there: give an https address, or http on 127.0.0.1.",
    );
  if (typeof endpoint !== "string") throw refuse(`must be a string, got ${show(endpoint)}`);
  const url = endpoint.length <= maxAddress && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url) throw refuse("is not an address");
  const loopback = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback))
    throw refuse(`must be https, or http on loopback; its scheme is ${cut(url.protocol, 20)}`);
  if (url.username || url.password || /[?#]/.test(endpoint))
    throw refuse("must not have a user, a password, a query or a fragment");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
