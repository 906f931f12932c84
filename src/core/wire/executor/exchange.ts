import type { PlatformClientOptions, SendOptions } from "../../contract/client.ts";
import type { Operation } from "../../contract/wire/operation.ts";
import type { RateLimiter } from "../rate-limiter.ts";
import { readRepeated, repeatsWrite } from "../repeatable-writes.ts";
import type { Authorizer } from "./authorizer.ts";
import { downloadFile } from "./download-file.ts";
import { nextQueryOf } from "./next-query.ts";
import type { StatusReply } from "./polling.ts";
import { isUsedUp, resetSeconds } from "./rate-headers.ts";
import { readResponse } from "./read-response.ts";
import { queryOf } from "./styles.ts";

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
        const file = await downloadFile({ url, headers, signal: how.signal }, sent, options);
        return { ...file, status: 200 };
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
