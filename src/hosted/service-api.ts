import { asUnknown } from "../core/ground/unknown-outcome.ts";
import type { Http } from "../core/contract/wire/http-types.ts";
import type { WaitBudget } from "../core/ground/clock.ts";
import { ConnectorError, type ErrorCode } from "../core/ground/errors.ts";
import type { Dict } from "../core/ground/json.ts";
import { version } from "../version.ts";
import { readResponse } from "./service-response.ts";

export interface ApiRequest {
  /** The name of the request for error messages, such as `Creating the connector`. */
  what: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** The access token. Absent in the request for an application token. */
  bearer?: string | undefined;
  body?: Dict | undefined;
  /** With an idempotency key, a write is sent again if its response is lost. The service runs the write only once. */
  idempotencyKey?: string | undefined;
  /** Whether the request may change something. */
  changes: boolean;
  /** Whether the caller has chosen `idempotencyKey`, and so can repeat the request with the same key. */
  hasCallersKey?: boolean | undefined;
  /** A field that every successful response has. A response without this field comes from another server. */
  field?: string | undefined;
  /** Whether the response can be a file. */
  files?: boolean | undefined;
  signal?: AbortSignal | undefined;
  waits?: WaitBudget | undefined;
}

/** Sends a request. Returns the response body, or throws the error of the service. */
export type Api = (request: ApiRequest) => Promise<unknown>;

export function createApi(http: Http, baseUrl: string): Api {
  /** The errors that the service has returned. Any other error comes from the connection or from another server. */
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
      // The error of a later attempt does not show whether an earlier attempt has changed something, so the outcome is
      // unknown. But if the call is still running, a caller that has chosen the key can repeat the call to get its
      // outcome.
      const askAgain =
        request.hasCallersKey && ConnectorError.is(error) && error.code === "idempotency_in_progress";
      throw inDoubt && !askAgain ? asUnknown(error) : error;
    }
  };
}

/** Returns whether to repeat a request. After an error of the platform, the service has already retried the call. */
function mayRepeat(
  error: ConnectorError,
  { fromService, repeatable }: { fromService: boolean; repeatable: boolean },
): boolean {
  if (fromService && error.code.startsWith("upstream_")) return false;
  return error.retryable || (repeatable && lostResponse.has(error.code));
}

/** Errors after which a request may have reached the service although there is no response. */
const lostResponse = new Set<ErrorCode>([
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_invalid_response",
]);
