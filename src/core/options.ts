import type { Clock } from "./clock.ts";
import type { CallOptions, CodeOptions } from "./connector.ts";
import { ConnectorError } from "./errors.ts";
import { cut, readDict, show, type Dict } from "./json.ts";

/** Every name of the second constructor argument, so that a misspelt one (`polcy`) is refused and not overlooked. */
const codeOptions = new Map(
  Object.entries({
    fetch: "function",
    endpoint: "string",
    timeoutMs: "milliseconds",
    totalWaitMs: "milliseconds",
    clock: "clock",
    policy: "policy",
    onCall: "function",
    onTokenRefresh: "function",
    aroundRefresh: "function",
  } satisfies Record<keyof CodeOptions, string>),
);
const callOptions = new Map(
  Object.entries({
    signal: "signal",
    context: "anything",
    idempotencyKey: "key",
    callId: "string",
  } satisfies Record<keyof CallOptions, string>),
);

/** What a value of each kind is, and whether one is. */
const kinds: Record<string, { says: string; is: (value: unknown) => boolean }> = {
  anything: { says: "anything", is: () => true },
  string: { says: "a string", is: (value) => typeof value === "string" },
  function: { says: "a function", is: (value) => typeof value === "function" },
  policy: { says: "a plain object", is: (value) => readDict(value) !== undefined },
  clock: {
    says: "an object with now() and sleep(ms, signal)",
    is: (value) =>
      holds(() => typeof (value as Clock).now === "function" && typeof (value as Clock).sleep === "function"),
  },
  milliseconds: {
    says: "a whole number of milliseconds from 0 to 2147483647",
    is: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31,
  },
  signal: { says: "an AbortSignal", is: (value) => holds(() => value instanceof AbortSignal) },
  key: {
    says: "1 to 255 visible ASCII characters",
    is: (value) => typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value),
  },
};

/** The second constructor argument, checked. */
export const readCodeOptions = (code: unknown): CodeOptions =>
  readNamed(code, codeOptions, "code options", "");

/** The options of one call, checked. */
export const readCallOptions = (options: unknown): CallOptions =>
  readNamed(options, callOptions, "options", "options.");

/** A copy of the known, given ones: what reading them runs, runs here and once. */
function readNamed(given: unknown, known: ReadonlyMap<string, string>, what: string, prefix: string): Dict {
  if (given === undefined) return {};
  const options = readDict(given);
  if (!options) throw bad(what, `${what} must be a plain object, got ${show(given)}.`);
  for (const [name, value] of Object.entries(options)) {
    const kind = kinds[known.get(name) ?? ""];
    const path = `${prefix}${cut(name, 60)}`;
    if (!kind)
      throw bad(
        path,
        `There is no option ${show(name)} in the ${what}.`,
        `Options: ${[...known.keys()].join(", ")}.`,
      );
    if (!kind.is(value)) throw bad(path, `${path} must be ${kind.says}, got ${show(value)}.`);
  }
  return options;
}

/** False for what throws when it is looked at: a revoked proxy, a getter that fails. */
function holds(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}

const maxAddress = 2048;

/**
 * An address that credentials may be sent to: https, or http on loopback; no user, query or fragment. Without a
 * trailing slash.
 */
export function readEndpoint(endpoint: unknown): string {
  const refuse = (why: string) =>
    bad(
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

const bad = (path: string, message: string, hint?: string) =>
  new ConnectorError("config_error", message, { path, hint });
