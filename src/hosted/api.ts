import type { Http, HttpReply } from "../core/contract/http-types.ts";
import type { WaitBudget } from "../core/ground/clock.ts";
import { ConnectorError, type ErrorCode, type ErrorFields, errorTable } from "../core/ground/errors.ts";
import { type Dict, at, isDict, stringAt } from "../core/ground/json.ts";

export interface ApiRequest {
  /** For messages: `Creating the connector`. */
  what: string;
  method: "GET" | "POST" | "PUT";
  path: string;
  /** Absent for the request that gets the first token. */
  bearer?: string | undefined;
  body?: Dict | undefined;
  /** With a key a write may be sent again though it is not known whether it arrived: the service does it once. */
  idempotencyKey?: string | undefined;
  /** Does it change anything? */
  changes: boolean;
  /** May the answer be a file? */
  files?: boolean | undefined;
  signal?: AbortSignal | undefined;
  waits?: WaitBudget | undefined;
}

/** Sends a request to the service; throws the error that the service words. */
export type Api = (request: ApiRequest) => Promise<unknown>;

export function createApi(http: Http, baseUrl: string): Api {
  /** Errors in the service's own words. */
  const told = new WeakSet<ConnectorError>();
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
        mayRepeat(error, { told: told.has(error), repeatable: !changes || idempotencyKey !== undefined }),
      readAll: true,
      files,
      signal,
      waits,
      read: (reply) => readAnswer(what, reply, { changes, told }),
    });
}

/** What the platform did has been tried again by the service already; what the service refused, or lost, has not. */
function mayRepeat(
  error: ConnectorError,
  { told, repeatable }: { told: boolean; repeatable: boolean },
): boolean {
  if (told && error.code.startsWith("upstream_")) return false;
  return error.retryable || (repeatable && inDoubt.has(error.code));
}

const inDoubt = new Set<ErrorCode>(["upstream_unreachable", "upstream_timeout", "upstream_invalid_response"]);

function readAnswer(
  what: string,
  { status, headers, text, file }: HttpReply,
  { changes, told }: { changes: boolean; told: WeakSet<ConnectorError> },
): unknown {
  if (file) return { file, meta: fileMeta(headers) };
  const body = parse(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  if (isDict(body)) {
    const error = readError(body);
    if (error) {
      told.add(error);
      throw error;
    }
  }
  throw new ConnectorError(
    "upstream_invalid_response",
    `${what}: the service answered HTTP ${status} without an answer that can be read.`,
    {
      hint: "Check base_url: is it the service's address?",
      outcome: changes ? "unknown" : "not_started",
    },
  );
}

/** What the service says of a file beside its bytes. */
function fileMeta(headers: Headers): Dict {
  const disposition = headers.get("content-disposition") ?? "";
  const [, name] = /filename\*=UTF-8''([^;]*)/.exec(disposition) ?? [];
  const [, size] = /; size=(\d{1,15})$/.exec(disposition) ?? [];
  let filename: string | undefined;
  try {
    filename = name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    // A name that cannot be read is none.
  }
  return {
    ...(filename === undefined ? {} : { filename }),
    content_type: headers.get("content-type") ?? "application/octet-stream",
    ...(size === undefined ? {} : { size: Number(size) }),
  };
}

/** The service's error as it was thrown there: problem details that carry every field of ours. */
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
