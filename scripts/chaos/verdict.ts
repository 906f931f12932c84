import type { Answer } from "./client.ts";

/** Checks whether a response says that the call took effect or can have taken effect. */
export const tellsEffect = ({ status, body }: Answer): boolean =>
  status === 200 || (body.outcome === "unknown" && (body.retryable === false || isRunning(body)));

/**
 * Checks whether the first request with the same key is still running. In this case, the response tells the caller to
 * repeat the request with the same key.
 */
const isRunning = (body: { code?: unknown }) => body.code === "idempotency_in_progress";

/** Describes a response in a few words, for the report of a failure. */
export const inWords = (answer: Answer | undefined): string =>
  answer === undefined
    ? "no response"
    : answer.status === 200
      ? "200"
      : `${answer.status} ${answer.body.code} ${answer.body.outcome}${answer.body.retryable ? " retryable" : ""}`;
