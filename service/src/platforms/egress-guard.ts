import { isIP } from "node:net";
import { ConnectorError } from "agent-connectors";
import { isPublic, publicLookup } from "./public-addresses.ts";

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
    const sent = input instanceof Request ? { ...requestInit(input), ...init } : (init ?? {});
    const url = new URL(input instanceof Request ? input.url : input);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (!origins.includes(url.origin)) {
      const file =
        url.protocol === "https:" && url.port === "" && fileHosts.some((end) => host.endsWith(end));
      if (!file) throw refused(`${url.origin} is not an address of this connector`);
      checkFileRequest(url, sent);
    }
    const loopback = /^(127\.|::1$|localhost$)/.test(host);
    // The connection calls no lookup for a host that is an address already.
    if (!loopback && isIP(host) !== 0 && !isPublic(host)) throw refused(`${host} is not a public address`);
    const { fetch, guarded, direct } = await client();
    const response = await fetch(url, {
      ...(sent as unknown as Parameters<typeof fetch>[1]),
      redirect: "manual",
      dispatcher: loopback ? direct : guarded,
    });
    // The same class as the global one, from another copy of undici.
    return response as unknown as Response;
  };
}

/** The only headers that a file host receives. A credential can be in any other header. */
const fileHeaders: ReadonlySet<string> = new Set(["accept", "accept-encoding", "range", "user-agent"]);

/** @throws ConnectorError `upstream_unreachable` if a file host would receive more than a plain read */
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

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

const refused = (why: string) =>
  new ConnectorError("upstream_unreachable", `The request was not sent: ${why}.`, {
    hint: "The service connects to the platform's own public addresses only.",
    retryable: false,
  });
