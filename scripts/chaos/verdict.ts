import type { Answer } from "./client.ts";

/** Whether the answer says that the call took effect, or that it may have. */
export const tellsEffect = ({ status, body }: Answer): boolean =>
  status === 200 || (body.outcome === "unknown" && (body.retryable === false || isRunning(body)));

/** The answer to a repetition while the first request runs. Only the same key may be sent again. */
const isRunning = (body: { code?: unknown }) => body.code === "idempotency_in_progress";

/** An answer in a few words, for a failure. */
export const inWords = (answer: Answer | undefined): string =>
  answer === undefined
    ? "no response"
    : answer.status === 200
      ? "200"
      : `${answer.status} ${answer.body.code} ${answer.body.outcome}${answer.body.retryable ? " retryable" : ""}`;
