import type { ConnectorDefinition } from "../contract/definition.ts";
import type { Download, DownloadRequest, Http } from "../contract/wire/http-types.ts";
import { hasControls } from "../ground/control-characters.ts";
import { ConnectorError } from "../ground/errors.ts";
import { isLoopback } from "../ground/loopback.ts";
import { readConfig } from "./config.ts";

export interface DeclaredOrigins {
  /** The origins that can receive credentials. */
  origins: readonly string[];
  /** Endings of the host names that serve files. These hosts receive no credentials. */
  fileHosts: readonly string[];
  /** True if a sandbox on loopback replaces the platform. */
  loopback: boolean;
}

/**
 * Returns the addresses to which requests can go. `replaced`: whether `endpoint` replaces all addresses of the
 * platform.
 */
export function declaredOrigins(
  connector: OriginFields,
  endpoint: string,
  replaced: boolean,
): DeclaredOrigins {
  const { origin, hostname } = new URL(endpoint);
  if (replaced) return { origins: [origin], fileHosts: [], loopback: isLoopback(hostname) };
  const { fileHosts = [] } = connector;
  return { origins: [...new Set([origin, ...originsOf(connector)])], fileHosts, loopback: false };
}

type OriginFields = Pick<ConnectorDefinition, "endpoint" | "config" | "origins" | "fileHosts" | "schemes">;

/**
 * Returns all origins to which a connector can send requests. If `endpoint` is a function, it is called for each value
 * of the settings. If `endpoint` is a text, its settings stay in braces: `https://{subdomain}.example.com`.
 */
export function originsOf({ endpoint, config = {}, origins = [], schemes = {} }: OriginFields): string[] {
  const tokens = Object.values(schemes)
    .flat()
    .flatMap((scheme) => ("tokenUrl" in scheme ? [scheme.tokenUrl] : []));
  const others = [...origins, ...tokens].map((url) => new URL(url).origin);
  if (typeof endpoint === "string") {
    const origin = /^https?:\/\/[^/]*/.exec(endpoint)?.[0] ?? endpoint;
    return [...new Set([origin.includes("{") ? origin : new URL(endpoint).origin, ...others])];
  }
  const defaults = readConfig(config, undefined);
  const settings = Object.entries(config).flatMap(([name, field]) =>
    "values" in field ? field.values.map((value) => ({ ...defaults, [name]: value })) : [],
  );
  const endpoints = [defaults, ...settings].map((values) => new URL(endpoint(values)).origin);
  return [...new Set([...endpoints, ...others])];
}

/** Allows requests to the declared origins. Allows PUT to file hosts if the request has no credentials. */
export const guardHttp =
  (http: Http, declared: DeclaredOrigins): Http =>
  (request) => {
    const { "content-type": _, ...headers } = request.headers;
    const isUpload = request.method === "PUT" && isPlain(headers);
    const fault = addressFault(request.url, declared, (address) => isUpload && isFileHost(address, declared));
    if (fault !== undefined) return Promise.reject(notSent(request.what, fault));
    const { follow } = request;
    if (!follow) return http(request);
    const guarded = (url: string) => follow(url) && addressFault(url, declared, () => false) === undefined;
    return http({ ...request, follow: guarded });
  };

/** Allows downloads from the declared origins. Allows downloads from file hosts if the request has no credentials. */
export const guardDownload =
  (download: Download, declared: DeclaredOrigins): Download =>
  (request) => {
    const faultOf = (url: string, headers: DownloadRequest["headers"]) =>
      addressFault(url, declared, (address) => isFileHost(address, declared) && isPlain(headers));
    const fault = faultOf(request.url, request.headers);
    if (fault !== undefined) return Promise.reject(notSent(request.what, fault));
    const { follow } = request;
    if (!follow) return download(request);
    return download({
      ...request,
      follow(url) {
        const allowed = follow(url);
        const headers = allowed === "without-headers" ? {} : request.headers;
        return allowed !== false && faultOf(url, headers) === undefined ? allowed : false;
      },
    });
  };

/**
 * Returns why a request must not go to this address. An address that a URL parser would change is refused, because
 * the request would go to another path.
 */
function addressFault(
  url: string,
  { origins, loopback }: DeclaredOrigins,
  isFile: (address: URL) => boolean,
): string | undefined {
  if (origins.some((origin) => url.startsWith(origin) && plainPath.test(url.slice(origin.length))))
    return undefined;
  if (!URL.canParse(url)) return "it is not an address";
  // A URL parser removes or replaces these characters.
  if (/[\\\s]/.test(url) || hasControls(url)) return "it contains characters that no address has";
  const [path = ""] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").split(/[?#]/);
  if (path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment)))
    return "its path contains the segment . or ..";
  const address = new URL(url);
  if (address.username !== "" || address.password !== "") return "it contains a user or a password";
  if (origins.includes(address.origin) || isFile(address)) return undefined;
  if (loopback && isLoopback(address.hostname)) return undefined;
  return `${address.origin} is not one of the connector's addresses`;
}

/** Matches the paths of most addresses. A URL parser would not change such a path, so it need not be parsed. */
const plainPath = /^(?:\/(?!\.{1,2}(?:[/?]|$))[\w.~-]*)*(?:\?[\w.~=&-]*)?$/;

const isFileHost = ({ protocol, port, hostname }: URL, { fileHosts }: DeclaredOrigins): boolean =>
  protocol === "https:" && port === "" && fileHosts.some((end) => hostname.endsWith(end));

/** The only headers that a file host receives. Any other header could contain a credential. */
const fileHeaders: ReadonlySet<string> = new Set(["accept", "accept-encoding", "range", "user-agent"]);

const isPlain = (headers: DownloadRequest["headers"] = {}): boolean =>
  Object.keys(headers).every((name) => fileHeaders.has(name.toLowerCase()));

const notSent = (what: string, why: string): ConnectorError =>
  new ConnectorError("upstream_unreachable", `${what} was not sent: ${why}.`, {
    hint: "Requests go only to the connector's endpoint, origins and fileHosts.",
    retryable: false,
  });
