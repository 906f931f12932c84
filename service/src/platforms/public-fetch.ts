import { isIP } from "node:net";
import { ConnectorError } from "agent-connectors";
import { isPublic, publicLookup } from "./public-addresses.ts";

export type PublicFetch = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` that follows no redirects, and refuses private addresses and host names that resolve to a private
 * address.
 * @param canBePrivate whether requests to an address are allowed even if it is private
 */
export function publicFetch(canBePrivate: (url: URL) => boolean): PublicFetch {
  // `undici` is loaded on first use, because a service that uses only sandboxes does not need it.
  const client = once(async () => {
    const { Agent, fetch } = await import("undici");
    const guarded = new Agent({ connect: { lookup: publicLookup, timeout: 5000 } });
    return { fetch, guarded, direct: new Agent({ connect: { timeout: 5000 } }) };
  });
  return async (url, init) => {
    const host = hostOf(url);
    const direct = canBePrivate(url);
    if (!direct) checkHost(host);
    const loaded = await client();
    const response = await loaded.fetch(url, {
      ...(init as unknown as Parameters<typeof loaded.fetch>[1]),
      redirect: "manual",
      dispatcher: direct ? loaded.direct : loaded.guarded,
    });
    // The `Response` class of the package `undici` has the same members as the global class.
    return response as unknown as Response;
  };
}

/**
 * Refuses a private IP address, because a connection to an IP address does not call `publicLookup`.
 * @throws ConnectorError `upstream_unreachable`
 */
export function checkHost(host: string): void {
  if (isIP(host) !== 0 && !isPublic(host)) throw notSent(`${host} is not a public address`);
}

/** Returns the host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

export const notSent = (
  why: string,
  hint = "The service connects to public addresses only.",
): ConnectorError =>
  new ConnectorError("upstream_unreachable", `The request was not sent: ${why}.`, { hint, retryable: false });

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};
