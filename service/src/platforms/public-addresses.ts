import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

// The address ranges that are not public, as listed in
// https://www.iana.org/assignments/iana-ipv4-special-registry and
// https://www.iana.org/assignments/iana-ipv6-special-registry.
// If an IPv4 address is written as an IPv6 address (::ffff:…), Node checks the address against the IPv4 ranges.
const special = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  special.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  special.addSubnet(net, bits, "ipv6");

/** The IPv6 ranges with public addresses. Addresses outside, such as fe80::1 and 64:ff9b::7f00:1, are not public. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");
globalIpv6.addSubnet("::ffff:0:0", 96, "ipv6");

export const isPublic = (address: string): boolean => {
  const family = isIP(address);
  if (family === 6) return globalIpv6.check(address, "ipv6") && !special.check(address, "ipv6");
  return family === 4 && !special.check(address, "ipv4");
};

/** The message of the error if a host name resolves to an address that is not public. */
export const notPublic = "not a public address";

/** Looks up a host name. Fails if any address of the host is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const bad = addresses.find(({ address }) => !isPublic(address));
    if (bad || addresses.length === 0)
      return callback(Object.assign(new Error(notPublic), { code: "EHOSTUNREACH" }), []);
    if (options.all) return callback(null, addresses);
    callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};
