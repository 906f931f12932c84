import type { Fields } from "../types.ts";

export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export const ok = (body: unknown, status = 200): Reply => ({ status, body });

/** An error response. The error style of the operation decides the format of the body. */
export interface Refusal extends Error {
  status: number;
  code: string | undefined;
  headers: Record<string, string>;
  /** Replaces the body that the error style would create. */
  body: unknown;
}

const CODES: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHORIZED",
  403: "ACCESS_DENIED",
  404: "NOT_FOUND",
  406: "NOT_ACCEPTABLE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_ENTITY",
  429: "THROTTLED",
  500: "INTERNAL_ERROR",
};

/** Creates an error to throw, which becomes the response. */
export function refuse(
  status: number,
  message: string,
  more: { code?: string; headers?: Record<string, string>; body?: unknown } = {},
): Refusal {
  return Object.assign(new Error(message), {
    status,
    code: more.code ?? CODES[status],
    headers: more.headers ?? {},
    body: more.body,
  });
}

export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Error && "status" in thrown && "headers" in thrown;
}

export type ErrorStyle =
  /** Sponsored Products v3, portfolios and Sponsored Brands v4. */
  | "message"
  /** Profiles, Sponsored Display and Sponsored Brands v3. */
  | "details"
  /** Reports. The code is the HTTP status. */
  | "detail"
  /** Exports. */
  | "errorCode"
  /** The change history, product eligibility and the API gateway. */
  | "gateway";

export function errorBody(style: ErrorStyle, refusal: Refusal, requestId: string): Fields {
  const { status, code, message } = refusal;
  switch (style) {
    case "message":
      return { code, message };
    case "details":
      return { code, details: message, requestId };
    case "detail":
      return { code: String(status), detail: message };
    case "errorCode":
      return { errorCode: code, message, requestId };
    case "gateway":
      return { message };
  }
}

export function errorReply(style: ErrorStyle, refusal: Refusal, requestId: string): Reply {
  return {
    status: refusal.status,
    body: refusal.body ?? errorBody(style, refusal, requestId),
    headers: refusal.headers,
  };
}
