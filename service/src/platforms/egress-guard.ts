import { fetchOf, isLoopback, nodeSender, type SentRequest } from "agent-connectors/toolkit";
import { publicLookup } from "./public-addresses.ts";
import { checkHost, hostOf, notSent } from "./public-fetch.ts";

/** The addresses to which a connector is allowed to send requests. */
export interface Destinations {
  origins: readonly string[];
  /** Endings of host names. From these hosts, files can be downloaded over https and without credentials. */
  fileHosts: readonly string[];
}

/** Hundreds of calls of one service go to the same platform, and none must wait for the connection of another. */
const maxConnections = Infinity;

/** All connectors share the connections to public addresses, and those to the operator's origins on loopback. */
const [publicSender, loopbackSender] = [
  nodeSender({ lookup: publicLookup, maxConnections }),
  nodeSender({ maxConnections }),
];

/**
 * Returns a `fetch` that sends requests only to these destinations, follows no redirects, and refuses host names that
 * resolve to a private address. An origin on loopback is allowed, because only the operator can set such an origin.
 */
export function guardedFetch({ origins, fileHosts }: Destinations): typeof globalThis.fetch {
  const templates = origins.filter((origin) => origin.includes("{")).map(templatePattern);
  const isOrigin = (origin: string) =>
    origins.includes(origin) || templates.some((template) => template.test(origin));
  return fetchOf(async (sent) => {
    const url = new URL(sent.url);
    const host = hostOf(url);
    if (!isOrigin(url.origin)) {
      const file =
        url.protocol === "https:" && url.port === "" && fileHosts.some((end) => host.endsWith(end));
      if (!file) throw refused(`${url.origin} is not an address of this connector`);
      checkFileRequest(url, sent);
    }
    if (isLoopback(url.hostname)) return loopbackSender(sent);
    checkHost(host);
    return publicSender(sent);
  });
}

/**
 * Returns the pattern of an origin such as `https://{subdomain}.example.com`. Any value of `{subdomain}` is allowed,
 * because the connector itself sends requests only to the origin that its settings describe.
 */
const templatePattern = (origin: string): RegExp =>
  new RegExp(
    `^${origin
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[a-z0-9.-]+")}$`,
  );

/** The headers that a file host can receive. Any other header could contain a credential. */
const fileHeaders: ReadonlySet<string> = new Set(["accept", "accept-encoding", "range", "user-agent"]);

/** @throws ConnectorError `upstream_unreachable` if the request writes, or could contain a credential */
function checkFileRequest(url: URL, { method, headers, body }: SentRequest): void {
  if (!/^(get|head)$/i.test(method) || body !== undefined)
    throw refused("the service only reads from a download address");
  if (url.username !== "" || url.password !== "")
    throw refused("a download address must not contain a user name or password");
  const other = Object.keys(headers).find((name) => !fileHeaders.has(name.toLowerCase()));
  if (other !== undefined) throw refused(`a download address must not receive the header ${other}`);
}

const refused = (why: string) =>
  notSent(why, "The service connects to the platform's own public addresses only.");
