import { STATUS_CODES } from "node:http";
import { z } from "zod";
import type { ConnectorError, ErrorJson } from "agent-connectors";
import { textResponse } from "./text-response.ts";

/** The body of an error response: the fields of RFC 9457 and of `ConnectorError`, and `errors` for existing clients. */
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

export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    request_id: z.string(),
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    path: z.string().optional(),
    retryable: z.boolean(),
    retry_after: z.number().optional(),
    outcome: z.enum(["not_started", "unknown", "partial"]),
    pending: z
      .object({
        id: z.string(),
        asks: z.string(),
        persons: z.number().int(),
        until: z.iso.datetime(),
        url: z.url().optional().meta({ description: "A page on which a person decides after a sign-in." }),
      })
      .optional(),
    errors: z.array(z.object({ field: z.string().nullable(), message: z.string(), error_code: z.string() })),
  })
  .meta({ id: "Problem" });

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
    // OAuth clients read `error` and `error_description`, which RFC 6749 defines.
    ...(error.code === "invalid_client" ? { error: "invalid_client", error_description: error.message } : {}),
    errors: issues.map(({ path, message }, index) => ({
      field: path === "" ? null : path,
      // Some existing clients show only `errors`, so the first message also contains the hint.
      message: index === 0 && error.hint !== undefined ? withHint(message, error.hint) : message,
      error_code: error.code,
    })),
  };
}

const withHint = (message: string, hint: string) => `${message}${/[.!?]$/.test(message) ? "" : "."} ${hint}`;

export function problemResponse(
  error: ConnectorError,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return textResponse(JSON.stringify(problemOf(error, requestId)), {
    status: error.status,
    headers: {
      "content-type": "application/problem+json",
      ...(error.retry_after === undefined ? {} : { "retry-after": String(Math.ceil(error.retry_after)) }),
      ...challenge(error),
      ...headers,
    },
  });
}

/**
 * Returns the header `www-authenticate` of RFC 6750. The header contains the reason if the token was refused.
 * @param more the parameters that RFC 9728 adds
 */
export function challenge({ code }: ConnectorError, more = ""): Record<string, string> {
  const value = {
    missing_token: "Bearer",
    invalid_token: 'Bearer error="invalid_token"',
    insufficient_scope: 'Bearer error="insufficient_scope"',
    invalid_client: 'Basic realm="application"',
  }[code as string];
  if (value === undefined) return {};
  const separator = value === "Bearer" ? " " : ", ";
  return { "www-authenticate": more === "" ? value : `${value}${separator}${more}` };
}
