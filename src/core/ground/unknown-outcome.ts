import { retryHint } from "./abort.ts";
import { ConnectorError } from "./errors.ts";

/**
 * Replaces the outcome `not_started` with `unknown`, and makes the error not retryable, because an earlier request of
 * the call may have changed something.
 */
export function asUnknown(error: unknown): unknown {
  if (!ConnectorError.is(error) || (error.outcome !== "not_started" && !error.retryable)) return error;
  const { code, message, retryable: _retryable, retry_after: _wait, ...fields } = error.toJSON();
  return new ConnectorError(code, message, { ...fields, outcome: "unknown", hint: retryHint("unknown") });
}
