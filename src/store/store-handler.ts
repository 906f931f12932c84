import type { StoreDriver } from "../core/contract/store-driver.ts";
import { equalTexts } from "../core/ground/equal-texts.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { optionError, optionTypes, readOptions } from "../core/ground/read-options.ts";
import { checkStore } from "../core/store/check-store.ts";

/** The header of every response of a store. Other servers do not send it, so a wrong address is noticed. */
export const storeHeader = "agent-connectors-store";

const keys = /^[\w.:/-]{1,250}$/;
const shortestToken = 16;

/** @throws ConnectorError `config_error` if the token is missing or too short */
export function readToken(token: unknown): string {
  if (typeof token === "string" && token.length >= shortestToken && /^[\x21-\x7e]+$/.test(token))
    return token;
  throw optionError(
    "token",
    `The token of a store must have at least ${shortestToken} visible ASCII characters.`,
    "Make one with `openssl rand -hex 32`, and give it to the client and to the server.",
  );
}

/**
 * Returns a function that serves a store to clients with `httpStore`. The function takes a web-standard `Request` and
 * resolves with a `Response`, so it runs on any server and edge runtime. It never rejects. Serve it over HTTPS.
 *
 * | Request | Response |
 * |---|---|
 * | `GET ?key=` | 200 with the value, and its version as `ETag`; or 404 |
 * | `PUT ?key=&ttl_seconds=` with `If-Match`, or `If-None-Match: *` | 204, or 412 if the value has another version |
 * | `DELETE ?key=` with `If-Match` | 204, or 412 |
 * | `GET ?prefix=&after=&limit=` | 200 with a JSON array of keys |
 * @param options.token the clients must send this token. At least 16 characters
 * @throws ConnectorError `config_error` for a missing or short token, or if `store` is no store
 */
export function storeHandler(
  store: StoreDriver,
  options: { token: string },
): (request: Request) => Promise<Response> {
  checkStore(store);
  const { token } = readOptions(options, { token: optionTypes.anything }, "options of storeHandler", "");
  const expected = `Bearer ${readToken(token)}`;
  return async (request) => {
    if (!equalTexts(request.headers.get("authorization") ?? "", expected))
      return answer(401, "The token is missing or wrong.");
    const query = new URL(request.url).searchParams;
    const key = query.get("key");
    if (key !== null && !keys.test(key))
      return answer(400, "A key must have 1 to 250 of the characters A-Z a-z 0-9 _ - . : /");
    try {
      if (request.method === "GET" && key === null) return await list(store, query);
      if (key === null) return answer(400, "The parameter key is missing.");
      if (request.method === "GET") return await read(store, key);
      if (request.method === "PUT") return await write(store, key, query, request);
      if (request.method === "DELETE") return await remove(store, key, request);
      return answer(405, "Use GET, PUT or DELETE.");
    } catch (error) {
      // Other errors could contain an address or a value of the database.
      return answer(503, ConnectorError.is(error) ? error.message : "The store of the server failed.");
    }
  };
}

async function read(store: StoreDriver, key: string): Promise<Response> {
  const found = await store.read(key);
  return found ? answer(200, found.value, { etag: etagOf(found.version) }) : answer(404, "");
}

async function list(store: StoreDriver, query: URLSearchParams): Promise<Response> {
  const limit = Number(query.get("limit") ?? 100);
  if (!Number.isInteger(limit) || limit < 1)
    return answer(400, "limit must be a whole number of at least 1.");
  const found = await store.list(query.get("prefix") ?? "", query.get("after") ?? undefined, limit);
  return answer(200, JSON.stringify(found));
}

async function write(
  store: StoreDriver,
  key: string,
  query: URLSearchParams,
  request: Request,
): Promise<Response> {
  const given = query.get("ttl_seconds");
  const ttlSeconds = given === null ? undefined : Number(given);
  if (ttlSeconds !== undefined && !(ttlSeconds > 0))
    return answer(400, "ttl_seconds must be a number above 0.");
  const ifVersion = versionOf(request.headers.get("if-match"));
  const isNew = request.headers.get("if-none-match") === "*";
  if ((ifVersion === undefined) !== isNew)
    return answer(428, "Send either If-Match with the ETag of the value, or If-None-Match: *");
  return answer((await store.write(key, await textOf(request), ifVersion, ttlSeconds)) ? 204 : 412, "");
}

async function remove(store: StoreDriver, key: string, request: Request): Promise<Response> {
  const ifVersion = versionOf(request.headers.get("if-match"));
  if (ifVersion === undefined) return answer(428, "Send If-Match with the ETag of the value.");
  return answer((await store.delete(key, ifVersion)) ? 204 : 412, "");
}

/** A version can have any characters, and an `ETag` cannot. */
export const etagOf = (version: string): string => `"${encodeURIComponent(version)}"`;

/** Reads a version from an `ETag`. A proxy that compresses a response marks its `ETag` with `W/`. */
export function versionOf(etag: string | null): string | undefined {
  const [, text] = /^(?:W\/)?"([\w%.!~*'()-]*)"$/.exec(etag ?? "") ?? [];
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `text()` would remove a byte order mark at the start of a value. */
export const textOf = async (message: Pick<Response, "arrayBuffer">): Promise<string> =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await message.arrayBuffer());

const answer = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 ? null : text, {
    status,
    headers: {
      [storeHeader]: "1",
      "cache-control": "no-store, no-transform",
      "content-type": "text/plain; charset=utf-8",
      ...headers,
    },
  });
