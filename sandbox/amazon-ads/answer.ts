import type { Fields } from "./types.ts";

/** What goes back over the wire. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export const ok = (body: unknown, status = 200): Answer => ({ status, body });

/** The words of an error, before the family of the operation shapes its body. */
export interface Refusal extends Error {
  status: number;
  code: string | undefined;
  headers: Record<string, string>;
  /** The whole body, when the family's shape is not the one. */
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

/** An error answer, thrown from wherever it is found out. */
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

/** How the families of the API word an error. */
export type ErrorStyle =
  /** Sponsored Products v3, portfolios, Sponsored Brands v4. */
  | "message"
  /** Profiles, Sponsored Display, Sponsored Brands v3. */
  | "details"
  /** Reports: the status is the code. */
  | "detail"
  /** Exports. */
  | "errorCode"
  /** Change history, eligibility, and what the API gateway says itself. */
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

export function errorAnswer(style: ErrorStyle, refusal: Refusal, requestId: string): Answer {
  return {
    status: refusal.status,
    body: refusal.body ?? errorBody(style, refusal, requestId),
    headers: refusal.headers,
  };
}
