import { ConnectorError } from "agent-connectors";

/** Returns the error for a repeated call whose first run has ended without a stored answer. */
export const outcomeUnknown = () =>
  new ConnectorError(
    "idempotency_outcome_unknown",
    "The call with this key was started, and its outcome was not stored.",
    {
      outcome: "unknown",
      hint: "The call may have taken effect. Check before you send it again with another key.",
    },
  );

/** Returns the error for a repeated call whose first run has not ended. */
export const inProgress = () =>
  new ConnectorError("idempotency_in_progress", "The call with this key is still running.", {
    hint: "Send it again with the same key to get its answer.",
    outcome: "unknown",
    retryable: true,
    retry_after: 1,
  });

/** Returns the error for a call whose key belongs to a different call. */
export const keyReused = () =>
  new ConnectorError("idempotency_key_reused", "This idempotencyKey was used for another call.", {
    path: "options.idempotencyKey",
    hint: "Use a new key for every write, and repeat a key only with the same call.",
  });
