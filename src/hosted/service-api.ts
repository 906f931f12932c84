import { asUnknown } from "../core/call/track-writes.ts";
import type { Http } from "../core/contract/http-types.ts";
import type { WaitBudget } from "../core/ground/clock.ts";
import { ConnectorError, type ErrorCode } from "../core/ground/errors.ts";
import type { Dict } from "../core/ground/json.ts";
import { version } from "../version.ts";
import { readResponse } from "./service-response.ts";

export interface ApiRequest {
  /** The name of the task in error messages: `Creating the connector`. */
  what: string;
  method: "GET" | "POST" | "PUT";
  path: string;
  /** The token for the header `authorization`. Absent for the request that gets the first token. */
  bearer?: string | undefined;
  body?: Dict | undefined;
  /** If a write has a key and its response is lost, the write is sent again. The service runs the write only once. */
  idempotencyKey?: string | undefined;
  /** Whether the request can change something. */
  changes: boolean;
  /** Whether the caller has chosen `idempotencyKey`, so that the caller can repeat the request with the same key. */
  hasCallersKey?: boolean | undefined;
  /** The name of a field in every successful response. A response without this field does not come from the service. */
  field?: string | undefined;
  /** Whether the response can be a file. */
  files?: boolean | undefined;
  signal?: AbortSignal | undefined;
  waits?: WaitBudget | undefined;
}

/** Sends a request to the service. Throws the error that the service returns. */
export type Api = (request: ApiRequest) => Promise<unknown>;

export function createApi(http: Http, baseUrl: string): Api {
  /** The errors that the service has returned. All other errors come from the connection to the service. */
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
        "agent-connectors-version": version,
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
      // The error of the last attempt proves nothing about an earlier attempt whose response was lost. If the service
      // says that the call is still running, a caller with its own key can ask again.
      const askAgain =
        request.hasCallersKey && ConnectorError.is(error) && error.code === "idempotency_in_progress";
      throw inDoubt && !askAgain ? asUnknown(error) : error;
    }
  };
}

/**
 * Returns whether to send a request again. Returns false for an error of the platform, because the service has already
 * retried the call.
 */
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
