import type { StoreDriver } from "../core/contract/store-driver.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { isLoopback } from "../core/ground/loopback.ts";
import { optionError, optionTypes, readOptions } from "../core/ground/read-options.ts";
import { failureOf } from "../core/store/failure.ts";
import { operationMs } from "../core/store/time-limit.ts";
import { etagOf, readToken, storeHeader, textOf, versionOf } from "./store-handler.ts";

export interface HttpStoreOptions {
  /** The token that the server expects. */
  token: string;
  /** Default: the global `fetch` */
  fetch?: typeof fetch | undefined;
}

/** The milliseconds after which a request fails: less than the limit of a store's operation, so that the error names the server. */
const timeoutMs = operationMs - 1000;

/**
 * Creates a store on a server that runs `storeHandler`, for runtimes that have no database, such as edge runtimes. The server reads the
 * values. `sealedStore(httpStore(…), key)` hides them from the server.
 * @param url the address of the server. HTTPS, except on this computer
 * @throws ConnectorError `config_error` for a wrong address or token. From the methods: `config_error` if the server
 * refuses the request or is no store; `storage_unavailable` if the server or its store fails
 */
export function httpStore(url: string | URL, options: HttpStoreOptions): StoreDriver {
  const address = readAddress(url);
  const given = readOptions(options, knownOptions, "options of httpStore", "");
  const { fetch: send = fetch } = given as Partial<HttpStoreOptions>;
  const authorization = `Bearer ${readToken(given.token)}`;
  const request = async (
    method: string,
    query: Record<string, string>,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answer> => {
    const to = new URL(address);
    for (const [name, value] of Object.entries(query)) to.searchParams.set(name, value);
    try {
      const response = await send(to, {
        method,
        headers: { authorization, ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.headers.get(storeHeader) === null) throw noStore(address, response);
      const { status } = response;
      const answer = {
        status,
        version: versionOf(response.headers.get("etag")),
        text: await textOf(response),
      };
      if (expected.has(status)) return answer;
      throw status === 503
        ? failed(address, `failed: ${answer.text}`)
        : refused(address, status, answer.text);
    } catch (error) {
      throw ConnectorError.is(error) ? error : unreached(address, error);
    }
  };
  return {
    async read(key) {
      const { status, text, version } = await request("GET", { key });
      if (status === 404) return undefined;
      if (version === undefined) throw foreignServer(address, status);
      return { value: text, version };
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
      return JSON.parse((await request("GET", query)).text) as string[];
    },
  };
}

interface Answer {
  status: number;
  text: string;
  version: string | undefined;
}

const knownOptions = { token: optionTypes.anything, fetch: optionTypes.function };

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

function unreached(url: URL, cause: unknown): ConnectorError {
  const { reason } = failureOf(cause);
  const what =
    (cause as Error | null)?.name === "TimeoutError"
      ? `did not respond within ${timeoutMs / 1000} seconds.`
      : `did not respond${reason === "" ? "" : ` (${reason})`}.`;
  return Object.assign(failed(url, what), { cause });
}

const foreignServer = (url: URL, status: number) =>
  new ConnectorError("config_error", `${nameOf(url)} is no store: it responded with ${status}.`, {
    hint: "The server must run `storeHandler` at this address.",
  });

/** The error for a response without the header of a store. It can come from a proxy before the store. */
function noStore(url: URL, { status, type }: Response): ConnectorError {
  if (status >= 500) return failed(url, `responded with ${status}.`);
  if (status === 429) return failed(url, "is behind a proxy that got too many requests (429).");
  if (status === 413)
    return new ConnectorError(
      "config_error",
      `${nameOf(url)} is behind a proxy that refuses large values (413).`,
      {
        hint: "Raise the limit of the proxy for the size of a body.",
      },
    );
  if (status === 401 || status === 403)
    return new ConnectorError(
      "config_error",
      `${nameOf(url)} is behind a proxy that refused the request (${status}).`,
      {
        hint: "Let the proxy pass requests to `storeHandler`, which checks the token itself.",
      },
    );
  // Browsers hide the status of a redirect.
  if ((status >= 300 && status < 400) || type === "opaqueredirect")
    return new ConnectorError("config_error", `${nameOf(url)} redirects to another address.`, {
      hint: "Pass the address at which `storeHandler` runs. The token is not sent to another address.",
    });
  return foreignServer(url, status);
}
