import { BlockList, isIP, type LookupFunction } from "node:net";
import { lookup } from "node:dns";
import { ConnectorError } from "agent-connectors";

// Addresses outside the public Internet: https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6 twin.
// Node checks IPv4 addresses in IPv6 notation (::ffff:…) against the IPv4 ranges.
const notPublic = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  notPublic.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  notPublic.addSubnet(net, bits, "ipv6");

export const isPublic = (address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && !notPublic.check(address, family === 6 ? "ipv6" : "ipv4");
};

/** The addresses that a connector's requests may go to. */
export interface Destinations {
  origins: readonly string[];
  /** Suffixes of host names for downloads, over https and without credentials. */
  fileHosts: readonly string[];
}

/**
 * A `fetch` that reaches the given addresses only. It follows no redirect, and it connects to no private address, whatever
 * a name resolves to. An origin on loopback is allowed, because only the operator's code can set one.
 */
export function guardedFetch({ origins, fileHosts }: Destinations): typeof globalThis.fetch {
  // Loaded at the first request. A service with sandboxes sends none and needs less memory.
  const client = once(async () => {
    const { Agent, fetch } = await import("undici");
    const guarded = new Agent({ connect: { lookup: publicLookup, timeout: 5000 } });
    return { fetch, guarded, direct: new Agent({ connect: { timeout: 5000 } }) };
  });
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (!origins.includes(url.origin)) {
      const file =
        url.protocol === "https:" && url.port === "" && fileHosts.some((end) => host.endsWith(end));
      if (!file) throw refused(`${url.origin} is not an address of this connector`);
      if (new Headers(init?.headers).has("authorization"))
        throw refused("a download address must not receive credentials");
    }
    const loopback = /^(127\.|::1$|localhost$)/.test(host);
    // The connection calls no lookup for a host that is an address already.
    if (!loopback && isIP(host) !== 0 && !isPublic(host)) throw refused(`${host} is not a public address`);
    const { fetch, guarded, direct } = await client();
    const response = await fetch(url, {
      ...(init as Parameters<typeof fetch>[1]),
      redirect: "manual",
      dispatcher: loopback ? direct : guarded,
    });
    // The same class as the global one, from another copy of undici.
    return response as unknown as Response;
  };
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

const refused = (why: string) =>
  new ConnectorError("upstream_unreachable", `The request was not sent: ${why}.`, {
    hint: "The service connects to the platform's own public addresses only.",
    retryable: false,
  });

/** Resolves names to public addresses. Refuses a name that has a single private address. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const bad = addresses.find(({ address }) => !isPublic(address));
    if (bad || addresses.length === 0)
      return callback(Object.assign(new Error("not a public address"), { code: "EHOSTUNREACH" }), []);
    if (options.all) return callback(null, addresses);
    callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};
