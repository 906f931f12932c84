import { retryHint } from "./abort.ts";
import { ConnectorError } from "./errors.ts";

/**
 * Returns the error with the outcome `unknown` instead of `not_started`. The returned error is not retryable. Use
 * this function if an earlier request of the same call may have changed something.
 */
export function asUnknown(error: unknown): unknown {
  if (!ConnectorError.is(error) || (error.outcome !== "not_started" && !error.retryable)) return error;
  const { code, message, retryable: _retryable, retry_after: _wait, ...fields } = error.toJSON();
  return new ConnectorError(code, message, { ...fields, outcome: "unknown", hint: retryHint("unknown") });
}
