import { BlockList, isIP, type LookupFunction } from "node:net";
import { lookup } from "node:dns";
import { ConnectorError } from "agent-connectors";

// Everything that is not the public Internet: https://www.iana.org/assignments/iana-ipv4-special-registry and ipv6.
// IPv4 addresses that are written as IPv6 (::ffff:…) are judged by the IPv4 ranges: Node does that by itself.
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

/** Where a connector's requests may go. */
export interface Destinations {
  origins: readonly string[];
  /** Ends of host names that files are fetched from, over https and without credentials. */
  fileHosts: readonly string[];
}

/**
 * A `fetch` for the platform's own addresses and no others, which follows no redirect and connects to no private address,
 * whatever a name resolves to. An origin on loopback can only come from the operator's code, and is taken as it is.
 */
export function guardedFetch({ origins, fileHosts }: Destinations): typeof globalThis.fetch {
  // Loaded at the first request: with a sandbox there is none, and an idle service is the smaller for it.
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
        throw refused("credentials do not go where files are fetched from");
    }
    const loopback = /^(127\.|::1$|localhost$)/.test(host);
    // A lookup is not asked about what is an address already.
    if (!loopback && isIP(host) !== 0 && !isPublic(host)) throw refused(`${host} is not a public address`);
    const { fetch, guarded, direct } = await client();
    const response = await fetch(url, {
      ...(init as Parameters<typeof fetch>[1]),
      redirect: "manual",
      dispatcher: loopback ? direct : guarded,
    });
    // The same class as the global one, of another copy of undici.
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

/** Resolves names to public addresses; a single private one among them refuses the name. */
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
