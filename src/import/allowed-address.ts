import type { ConnectorFile } from "../core/contract/connector-file.ts";
import { isLoopback } from "../core/ground/loopback.ts";

/** Endings of host names that only exist in private networks. */
const privateHost = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)\.?$/; // prettier-ignore

/**
 * Returns why no connector can send requests to an address, or undefined if it can. `allowLoopback`: whether http on
 * this computer is allowed, for a server that somebody runs for tests.
 */
export function addressFault(address: string, allowLoopback: boolean): string | undefined {
  // A setting in braces, such as `{subdomain}`, stands for one part of a host name.
  const filled = address.replace(/\{\w+\}/g, "x");
  if (!URL.canParse(filled)) return "is not an address";
  const { protocol, hostname, username, password } = new URL(filled);
  if (username !== "" || password !== "") return "contains a user or a password";
  if (isLoopback(hostname)) return allowLoopback ? undefined : "is an address of this computer";
  if (protocol !== "https:") return "is not an https address";
  // The parser writes every spelling of an IPv4 address, such as 0x7f000001, as four numbers.
  if (/^\[|^\d+(\.\d+){3}$/.test(hostname)) return "is a numeric address, and not a host name";
  if (privateHost.test(hostname) || !/\../.test(hostname)) return "is a name of a private network";
  return undefined;
}

/** Returns every address that a connector file names: where requests go, and where a person gives consent. */
export function addressesOf({ endpoint, origins = [], schemes = {}, connectFlow }: ConnectorFile): string[] {
  const tokenUrls = Object.values(schemes)
    .flat()
    .flatMap((scheme) => ("tokenUrl" in scheme ? [scheme.tokenUrl] : []));
  const consent = connectFlow === undefined ? [] : [connectFlow.authorizeUrl, connectFlow.tokenUrl];
  return [endpoint, ...origins, ...tokenUrls, ...consent];
}
