import { STATUS_CODES } from "node:http";
import { ConnectorError, type ErrorJson } from "agent-connectors";
import { storageError } from "../store/failure.ts";

/** The error's own fields, those of RFC 9457, and `message` with `errors` as the published interface has them. */
export interface Problem extends ErrorJson {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  request_id: string;
  error?: string;
  error_description?: string;
  errors: { field: string | null; message: string; error_code: string }[];
}

/** Whatever was thrown, as the error that the caller sees. What is not ours is told by its name alone. */
export function knownError(error: unknown): ConnectorError {
  if (ConnectorError.is(error)) return error;
  return (
    storageError(error) ??
    new ConnectorError("internal", "The service failed at this request.", {
      hint: "This is a fault of the service. Report it with the request id.",
      outcome: "unknown",
    })
  );
}

export function problemOf(error: ConnectorError, requestId: string): Problem {
  const json = error.toJSON();
  const issues = error.issues ?? [{ path: error.path ?? "", message: error.message }];
  return {
    type: `urn:agent-connectors:error:${error.code}`,
    title: STATUS_CODES[error.status] ?? "Client Closed Request",
    status: error.status,
    detail: error.message,
    instance: `/requests/${requestId}`,
    request_id: requestId,
    ...json,
    // RFC 6749, for the clients that look there.
    ...(error.code === "invalid_client" ? { error: "invalid_client", error_description: error.message } : {}),
    errors: issues.map(({ path, message }) => ({
      field: path === "" ? null : path,
      message,
      error_code: error.code,
    })),
  };
}

export function problemResponse(
  error: ConnectorError,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(problemOf(error, requestId)), {
    status: error.status,
    headers: {
      "content-type": "application/problem+json",
      ...(error.retry_after === undefined ? {} : { "retry-after": String(Math.ceil(error.retry_after)) }),
      ...challenge(error),
      ...headers,
    },
  });
}

/** RFC 6750: a bare challenge where no token came, and why where one was refused. */
function challenge({ code }: ConnectorError): Record<string, string> {
  const value = {
    missing_token: "Bearer",
    invalid_token: 'Bearer error="invalid_token"',
    insufficient_scope: 'Bearer error="insufficient_scope"',
    invalid_client: 'Basic realm="application"',
  }[code as string];
  return value === undefined ? {} : { "www-authenticate": value };
}
