import type { CodeOptions } from "./connector.ts";
import { ConnectorError } from "./errors.ts";
import { isDict, show } from "./json.ts";

/** The second constructor argument, checked: a number that is none or an address that leaks a token is refused. */
export function readCodeOptions(code: unknown): CodeOptions {
  if (code === undefined) return {};
  if (typeof code !== "object" || code === null)
    throw bad("code options", `The second argument must be an object, got ${show(code)}.`);
  const options = code as CodeOptions;
  for (const name of ["timeoutMs", "totalWaitMs"] as const) {
    const value: unknown = options[name];
    if (value === undefined) continue;
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0 || value > 2 ** 31 - 1)
      throw bad(name, `${name} must be a number of milliseconds from 0 to 2147483647, got ${show(value)}.`);
  }
  for (const name of ["fetch", "onCall"] as const)
    if (options[name] !== undefined && typeof options[name] !== "function")
      throw bad(name, `${name} must be a function, got ${show(options[name])}.`);
  if (options.policy !== undefined && !isDict(options.policy))
    throw bad("policy", `policy must be an object, got ${show(options.policy)}.`);
  return options;
}

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
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url) throw refuse("is not an address");
  const loopback = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback))
    throw refuse(`must be https, or http on loopback; its scheme is ${url.protocol.slice(0, 20)}`);
  if (url.username || url.password || url.search || url.hash)
    throw refuse("must not have a user, a password, a query or a fragment");
  return url.href.replace(/\/+$/, "");
}

const bad = (path: string, message: string, hint?: string) =>
  new ConnectorError("config_error", message, { path, hint });
