import { asUnknown } from "../core/call/track-writes.ts";
import type { Http } from "../core/contract/http-types.ts";
import type { WaitBudget } from "../core/ground/clock.ts";
import { ConnectorError, type ErrorCode } from "../core/ground/errors.ts";
import type { Dict } from "../core/ground/json.ts";
import { readResponse } from "./service-response.ts";

export interface ApiRequest {
  /** The task, for messages: `Creating the connector`. */
  what: string;
  method: "GET" | "POST" | "PUT";
  path: string;
  /** Absent for the request that gets the first token. */
  bearer?: string | undefined;
  body?: Dict | undefined;
  /** With a key, a write whose response was lost is sent again: the service runs it once. */
  idempotencyKey?: string | undefined;
  /** The request may change something. */
  changes: boolean;
  /** Whether the caller chose the key, and can repeat the request with it. */
  hasCallersKey?: boolean | undefined;
  /** A field that every successful response has. A response without it is not from the service. */
  field?: string | undefined;
  /** The response may be a file. */
  files?: boolean | undefined;
  signal?: AbortSignal | undefined;
  waits?: WaitBudget | undefined;
}

/** Sends a request to the service. Throws the error that the service returns. */
export type Api = (request: ApiRequest) => Promise<unknown>;

export function createApi(http: Http, baseUrl: string): Api {
  /** The errors that the service returned; all others are of the connection to it. */
  const fromService = new WeakSet<ConnectorError>();
  const send = (
    { what, method, path, bearer, body, idempotencyKey, changes, files, field, signal, waits }: ApiRequest,
    onError: (error: ConnectorError) => void,
  ) =>
    http({
      what: `${what} at ${new URL(baseUrl).origin}`,
      method,
      url: baseUrl + path,
      headers: {
        accept: "application/json",
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      body: body && JSON.stringify(body),
      repeatable: !changes,
      retry(error) {
        onError(error);
        return mayRepeat(error, {
          fromService: fromService.has(error),
          repeatable: !changes || idempotencyKey !== undefined,
        });
      },
      readAll: true,
      files,
      signal,
      waits,
      read: (reply) => readResponse(what, reply, { changes, field, fromService }),
    });

  return async (request) => {
    let inDoubt = false;
    try {
      return await send(request, ({ outcome }) => (inDoubt ||= request.changes && outcome !== "not_started"));
    } catch (error) {
      // The last attempt proves nothing about an earlier attempt whose response was lost. "Still running" can be asked
      // again, but only with the same key.
      const askAgain =
        request.hasCallersKey && ConnectorError.is(error) && error.code === "idempotency_in_progress";
      throw inDoubt && !askAgain ? asUnknown(error) : error;
    }
  };
}

/** The service has already repeated requests that failed at the platform. */
function mayRepeat(
  error: ConnectorError,
  { fromService, repeatable }: { fromService: boolean; repeatable: boolean },
): boolean {
  if (fromService && error.code.startsWith("upstream_")) return false;
  return error.retryable || (repeatable && lostResponse.has(error.code));
}

const lostResponse = new Set<ErrorCode>([
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_invalid_response",
]);
