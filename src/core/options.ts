import type { CallOptions, CodeOptions } from "./connector.ts";
import { ConnectorError } from "./errors.ts";
import { cut, show, type Dict } from "./json.ts";

/** Every name of the second constructor argument, so that a misspelt one (`polcy`) is refused and not overlooked. */
const codeOptions = new Map(
  Object.entries({
    fetch: "function",
    endpoint: "string",
    timeoutMs: "milliseconds",
    totalWaitMs: "milliseconds",
    clock: "object",
    policy: "object",
    onCall: "function",
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
  object: {
    says: "an object",
    is: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
  milliseconds: {
    says: "a whole number of milliseconds from 0 to 2147483647",
    is: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31,
  },
  signal: { says: "an AbortSignal", is: (value) => value instanceof AbortSignal },
  key: {
    says: "1 to 255 visible ASCII characters",
    is: (value) => typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value),
  },
};

/** The second constructor argument, checked. */
export function readCodeOptions(code: unknown): CodeOptions {
  const options: CodeOptions = readNamed(code, codeOptions, "code options", "");
  const { clock } = options;
  if (clock && (typeof clock.now !== "function" || typeof clock.sleep !== "function"))
    throw bad("clock", "clock must have now() and sleep(ms, signal).");
  return options;
}

/** The options of one call, checked. */
export function readCallOptions(options: unknown): CallOptions {
  // It has no fields of its own, so it would be no options at all.
  if (options instanceof AbortSignal) throw bad("options", "options must be an object: { signal }.");
  return readNamed(options, callOptions, "options", "options.");
}

/** A copy of the known, given ones: what reading them runs, runs here and once. */
function readNamed(given: unknown, known: ReadonlyMap<string, string>, what: string, prefix: string): Dict {
  if (given === undefined) return {};
  if (!kinds.object!.is(given)) throw bad(what, `${what} must be an object, got ${show(given)}.`);
  const options: Dict = {};
  let reading = "";
  try {
    for (const name of Object.keys(given as Dict)) {
      reading = cut(name, 60);
      const value = (given as Dict)[name];
      if (value !== undefined) options[name] = value;
    }
  } catch {
    throw bad(`${prefix}${reading}`, `${what} could not be read: reading ${reading || "them"} threw.`);
  }
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
