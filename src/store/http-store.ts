import type { StoreDriver } from "../core/contract/store-driver.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { isLoopback } from "../core/ground/loopback.ts";
import { optionError } from "../core/ground/read-options.ts";
import { etagOf, readToken, storeHeader, textOf, versionOf } from "./store-handler.ts";

export interface HttpStoreOptions {
  /** The token that the server expects. */
  token: string;
  /** Default: the global `fetch` */
  fetch?: typeof fetch | undefined;
}

/** The milliseconds after which a request without a response fails. */
const timeoutMs = 15_000;

/**
 * Creates a store on a server that runs `storeHandler`, for runtimes that have no database, such as edge runtimes. The server reads the
 * values. `sealedStore(httpStore(…), key)` hides them from the server.
 * @param url the address of the server. HTTPS, except on this computer
 * @throws ConnectorError `config_error` for a wrong address or token. From the methods: `config_error` if the server
 * refuses the token or is no store; `storage_unavailable` if the server or its store fails
 */
export function httpStore(url: string | URL, { token, fetch: send = fetch }: HttpStoreOptions): StoreDriver {
  const address = readAddress(url);
  const authorization = `Bearer ${readToken(token)}`;
  const request = async (
    method: string,
    query: Record<string, string>,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> => {
    const to = new URL(address);
    for (const [name, value] of Object.entries(query)) to.searchParams.set(name, value);
    const response = await send(to, {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw Object.assign(failed(address, "did not respond."), { cause: error });
    });
    if (response.headers.get(storeHeader) === null) throw noStore(address, response.status);
    if (expected.has(response.status)) return response;
    const message = await response.text();
    if (response.status === 503) throw failed(address, `failed: ${message}`);
    throw refused(address, response.status, message);
  };
  return {
    async read(key) {
      const response = await request("GET", { key });
      if (response.status === 404) return undefined;
      const version = versionOf(response.headers.get("etag"));
      if (version === undefined) throw noStore(address, response.status);
      return { value: await textOf(response), version };
    },
    async write(key, value, ifVersion, ttlSeconds) {
      const query = { key, ...(ttlSeconds === undefined ? {} : { ttl_seconds: String(ttlSeconds) }) };
      const headers = ifMatch(ifVersion);
      return (await request("PUT", query, { headers, body: value })).status === 204;
    },
    async delete(key, ifVersion) {
      return (await request("DELETE", { key }, { headers: ifMatch(ifVersion) })).status === 204;
    },
    async list(prefix, after, limit = 100) {
      const query = { prefix, limit: String(limit), ...(after === undefined ? {} : { after }) };
      return JSON.parse(await textOf(await request("GET", query))) as string[];
    },
  };
}

/** The status codes of responses that are no errors. */
const expected = new Set([200, 204, 404, 412]);

const ifMatch = (version: string | undefined): Record<string, string> =>
  version === undefined ? { "if-none-match": "*" } : { "if-match": etagOf(version) };

function readAddress(given: unknown): URL {
  const url = URL.canParse(String(given)) ? new URL(String(given)) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (url && isSafe && url.username === "" && url.password === "") return url;
  throw optionError(
    "url",
    "The address of a store must start with https://, and must contain no user name or password.",
    "http:// is allowed for this computer only, because the token and the values would be readable on the way.",
  );
}

/** The address in an error. A query could contain a secret. */
const nameOf = ({ origin, pathname }: URL): string => `The store at ${origin}${pathname}`;

const failed = (url: URL, what: string) =>
  new ConnectorError("storage_unavailable", `${nameOf(url)} ${what}`, {
    hint: "Call again when the server works.",
  });

const refused = (url: URL, status: number, message: string) =>
  new ConnectorError("config_error", `${nameOf(url)} refused the request with ${status}: ${message}`);

const noStore = (url: URL, status: number) =>
  status >= 500
    ? failed(url, `responded with ${status}.`)
    : new ConnectorError("config_error", `${nameOf(url)} is no store: it responded with ${status}.`, {
        hint: "The server must run `storeHandler` at this address.",
      });
