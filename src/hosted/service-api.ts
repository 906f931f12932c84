import type { Http, HttpReply } from "../core/contract/http-types.ts";
import type { WaitBudget } from "../core/ground/clock.ts";
import { ConnectorError, type ErrorCode, type ErrorFields, errorTable } from "../core/ground/errors.ts";
import { type Dict, at, isDict, stringAt } from "../core/ground/json.ts";

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
  return ({ what, method, path, bearer, body, idempotencyKey, changes, files, signal, waits }) =>
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
      retry: (error) =>
        mayRepeat(error, {
          fromService: fromService.has(error),
          repeatable: !changes || idempotencyKey !== undefined,
        }),
      readAll: true,
      files,
      signal,
      waits,
      read: (reply) => readResponse(what, reply, { changes, fromService }),
    });
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

function readResponse(
  what: string,
  { status, headers, text, file }: HttpReply,
  { changes, fromService }: { changes: boolean; fromService: WeakSet<ConnectorError> },
): unknown {
  if (file) return { file, meta: fileMeta(headers) };
  const body = parse(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  if (isDict(body)) {
    const error = readError(body);
    if (error) {
      fromService.add(error);
      throw error;
    }
  }
  throw new ConnectorError(
    "upstream_invalid_response",
    `${what}: the service returned HTTP ${status} and no readable response.`,
    {
      hint: "Check base_url: is it the address of the service?",
      outcome: changes ? "unknown" : "not_started",
    },
  );
}

/** The name, type and size of a file, from the response headers. */
function fileMeta(headers: Headers): Dict {
  const disposition = headers.get("content-disposition") ?? "";
  const [, name] = /filename\*=UTF-8''([^;]*)/.exec(disposition) ?? [];
  const [, size] = /; size=(\d{1,15})$/.exec(disposition) ?? [];
  let filename: string | undefined;
  try {
    filename = name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    // A name that cannot be decoded is left out.
  }
  return {
    ...(filename === undefined ? {} : { filename }),
    content_type: headers.get("content-type") ?? "application/octet-stream",
    ...(size === undefined ? {} : { size: Number(size) }),
  };
}

/** The service's error as a ConnectorError: the problem details have all its fields. */
function readError(body: Dict): ConnectorError | undefined {
  const code = stringAt(body, "code") ?? stringAt(body, "errors.0.error_code");
  const message = stringAt(body, "message") ?? stringAt(body, "detail");
  if (code === undefined || message === undefined || !Object.hasOwn(errorTable, code)) return undefined;
  const fields: ErrorFields = Object.fromEntries(
    [
      "hint",
      "path",
      "issues",
      "retryable",
      "retry_after",
      "outcome",
      "platform",
      "needed",
      "provided",
    ].flatMap((name) => {
      const value = at(body, name);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
  return new ConnectorError(code as ErrorCode, message, fields);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
