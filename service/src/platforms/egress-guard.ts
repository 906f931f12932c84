import { hostOf, notSent, publicFetch } from "./public-fetch.ts";

/** The addresses to which a connector is allowed to send requests. */
export interface Destinations {
  origins: readonly string[];
  /** Endings of host names. From these hosts, files can be downloaded over https and without credentials. */
  fileHosts: readonly string[];
}

/**
 * Returns a `fetch` that sends requests only to these destinations, follows no redirects, and refuses host names that
 * resolve to a private address. An origin on loopback is allowed, because only the operator can set such an origin.
 */
export function guardedFetch({ origins, fileHosts }: Destinations): typeof globalThis.fetch {
  const fetch = publicFetch((url) => isLoopback(hostOf(url)));
  const templates = origins.filter((origin) => origin.includes("{")).map(templatePattern);
  const isOrigin = (origin: string) =>
    origins.includes(origin) || templates.some((template) => template.test(origin));
  return async (input, init) => {
    const sent = input instanceof Request ? { ...requestInit(input), ...init } : (init ?? {});
    const url = new URL(input instanceof Request ? input.url : input);
    const host = hostOf(url);
    if (!isOrigin(url.origin)) {
      const file =
        url.protocol === "https:" && url.port === "" && fileHosts.some((end) => host.endsWith(end));
      if (!file) throw refused(`${url.origin} is not an address of this connector`);
      checkFileRequest(url, sent);
    }
    return fetch(url, sent);
  };
}

const isLoopback = (host: string) => /^(127\.|::1$|localhost$)/.test(host);

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
function checkFileRequest(url: URL, { method = "GET", headers, body }: RequestInit): void {
  if (!/^(get|head)$/i.test(method) || (body ?? undefined) !== undefined)
    throw refused("the service only reads from a download address");
  if (url.username !== "" || url.password !== "")
    throw refused("a download address must not contain a user name or password");
  const other = [...new Headers(headers).keys()].find((name) => !fileHeaders.has(name));
  if (other !== undefined) throw refused(`a download address must not receive the header ${other}`);
}

const requestInit = ({ method, headers, body, signal }: Request): RequestInit => ({
  method,
  headers: [...headers],
  body,
  signal,
  ...(body ? { duplex: "half" } : {}),
});

const refused = (why: string) =>
  notSent(why, "The service connects to the platform's own public addresses only.");
