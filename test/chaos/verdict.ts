import type { Answer } from "./client.ts";

/** Returns whether the response says that the call took effect, or may have taken effect. */
export const tellsEffect = ({ status, body }: Answer): boolean =>
  status === 200 || (body.outcome === "unknown" && (body.retryable === false || isRunning(body)));

/**
 * Returns whether the first request with the same key is still running. Such a response tells the caller to repeat the
 * request with the same key.
 */
const isRunning = (body: { code?: unknown }) => body.code === "idempotency_in_progress";

export const inWords = (answer: Answer | undefined): string =>
  answer === undefined
    ? "no response"
    : answer.status === 200
      ? "200"
      : `${answer.status} ${answer.body.code} ${answer.body.outcome}${answer.body.retryable ? " retryable" : ""}`;
