import type { PlatformClientOptions, SendOptions } from "../../contract/client.ts";
import type { Operation } from "../../contract/wire/operation.ts";
import type { RateLimiter } from "../rate-limiter.ts";
import { readRepeated, repeatsWrite } from "../repeatable-writes.ts";
import type { Authorizer } from "./authorizer.ts";
import type { StatusReply } from "./polling.ts";
import type { ConnectorError } from "../../ground/errors.ts";
import { withRetries } from "../retries.ts";
import { isUsedUp, resetSeconds } from "./rate-headers.ts";
import { readResponse } from "./read-response.ts";
import { queryOf } from "./styles.ts";
import type { PlatformReply } from "../../contract/run-context.ts";
import { readBytes } from "../send/response-body.ts";
import type { SentRequest } from "./sent-request.ts";
import type { ResponseHeaders } from "../../contract/wire/http-types.ts";
import type { Paging } from "../../contract/wire/paging.ts";
import { at } from "../../ground/json.ts";

/** The parts that all requests of a call share. */
export interface ExchangeContext {
  /** The name of the request, for error messages. */
  what: string;
  operation: Operation;
  how: SendOptions;
  /** The group of operations that share a rate limit. */
  lane: string;
}

/** A request without credentials. */
export interface PlainRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  repeatable: boolean;
  /** Whether the request is a write that can be sent again if its outcome is unknown. */
  canRepeat?: boolean | undefined;
}

interface ExchangeParts {
  options: PlatformClientOptions;
  authorize: Authorizer;
  limiter: RateLimiter;
  requestIdHeader: string;
}

export type Exchange = (context: ExchangeContext, request: PlainRequest) => Promise<StatusReply>;

export function createExchange({ options, authorize, limiter, requestIdHeader }: ExchangeParts): Exchange {
  const { http, clock } = options;
  return ({ what, operation, how, lane }, request) =>
    authorize(what, operation.auth, how.signal, async ({ headers: credentials, query, redact }) => {
      const { method, body, repeatable, canRepeat } = request;
      const { rate, paging, response } = operation;
      const url = withCredentials(request.url, query);
      const headers = { ...request.headers, ...credentials };
      const sent = { what, operation, repeatable, redact, clock, requestIdHeader };
      if (response?.kind === "file") {
        const { signal, waits = { left: options.totalWaitMs } } = how;
        const retry = ({ retryable }: ConnectorError) => retryable;
        // A download that got no answer in time is not repeated, because it can take as long again.
        return withRetries({ what, signal, waits, retry }, { clock, timeoutMs: 0 }, async () => {
          const file = await downloadFile({ url, headers, signal }, sent, options);
          return { ...file, status: 200 };
        });
      }
      return http({
        what,
        method,
        url,
        headers,
        body,
        repeatable,
        retry: canRepeat && !repeatable ? repeatsWrite : undefined,
        readAll: true,
        follow: repeatable ? (next) => isSameOrigin(next, url) : undefined,
        signal: how.signal,
        waits: how.waits,
        beforeSend: repeatable ? undefined : how.beforeSend,
        read(reply): StatusReply {
          const pause = isUsedUp(reply.headers, rate) ? resetSeconds(reply.headers, rate, clock) : undefined;
          if (pause !== undefined) limiter.pause(lane, pause);
          const read = readRepeated(operation, reply, () => readResponse(reply, sent));
          const secretNames = query.map(([name]) => name);
          const nextQuery = nextQueryOf(paging, read, url, secretNames);
          return { ...read, ...(nextQuery === undefined ? {} : { nextQuery }), status: reply.status };
        },
      });
    });
}

export const isSameOrigin = (address: string, other: string): boolean =>
  URL.canParse(address) && new URL(address).origin === new URL(other).origin;

const withCredentials = (url: string, params: readonly (readonly [string, string])[]): string => {
  if (params.length === 0) return url;
  const pairs = params.map(([name, value]) => ({ name, parts: [value], separator: "" }));
  return `${url}${url.includes("?") ? "&" : "?"}${queryOf(pairs)}`;
};

/** The most bytes that are read from the response to a failed download. */
const maxErrorBytes = 65_536;

/**
 * Opens the file that an operation returns. A redirect within the platform keeps the headers. A redirect to a file
 * host of the connector removes the headers, because file hosts must not receive credentials.
 */
async function downloadFile(
  request: { url: string; headers: Record<string, string>; signal: AbortSignal | undefined },
  sent: SentRequest,
  { download }: Pick<PlatformClientOptions, "download">,
): Promise<PlatformReply> {
  const { origin } = new URL(request.url);
  const reply = await download({
    what: sent.what,
    ...request,
    follow: (next) => (new URL(next).origin === origin ? true : "without-headers"),
  });
  const { status, headers, body } = reply;
  if (status === 200) return { body, headers };
  const { bytes } = await readBytes(body, maxErrorBytes);
  return readResponse({ status, headers, text: new TextDecoder().decode(bytes) }, sent);
}

/**
 * Returns the query of the next page's address, without params that contain credentials. Only the query is used, so
 * the next page always comes from the same operation.
 * @param url the address of this page
 */
function nextQueryOf(
  paging: Paging | undefined,
  { body, headers }: { body: unknown; headers: ResponseHeaders },
  url: string,
  secretNames: readonly string[],
): string | undefined {
  let next: unknown;
  if (paging?.kind === "link") next = nextLink(headers.get("link") ?? "");
  else if (paging?.kind === "next-url") next = at(body, paging.next);
  if (typeof next !== "string" || next === "" || !URL.canParse(next, url)) return undefined;
  const query = new URL(next, url).searchParams;
  for (const name of secretNames) query.delete(name);
  const text = query.toString();
  return text === "" ? undefined : text;
}

/** Matches a link in the header, and a param of a link (RFC 8288 §3). */
const links = /<([^<>]*)>((?:\s*;[^,<"]*(?:"[^"]*")?)*)/g;
const params = /;\s*([\w*-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]*)))?/g;

/** Returns the address with the relation `next`. */
function nextLink(header: string): string | undefined {
  for (const [, target, text] of header.slice(0, 20_000).matchAll(links)) {
    // If a link has several params `rel`, only the first one is used.
    const rel = [...text!.matchAll(params)].find(([, name]) => name!.toLowerCase() === "rel");
    const relations = (rel?.[2] ?? rel?.[3] ?? "").toLowerCase().split(/\s+/);
    if (relations.includes("next")) return target;
  }
  return undefined;
}
