import { ConnectorError } from "../../../core/ground/errors.ts";

/**
 * Creates the error for a long text that was posted only in part. The error lists the posted messages, because a
 * repeated call would post them again.
 */
export function partialError(posted: readonly string[], count: number, error: unknown): unknown {
  if (posted.length === 0 || !ConnectorError.is(error)) return error;
  const { code, message, retryable: _retryable, ...fields } = error.toJSON();
  return new ConnectorError(
    code,
    `Only ${posted.length} of ${count} messages were posted (ts ${posted.join(", ")}). ${message}`,
    {
      ...fields,
      outcome: "partial",
      hint:
        error.outcome === "unknown"
          ? "The next message may have been posted too. Check the channel, then post only the rest of the text."
          : "Post only the rest of the text, or delete what was posted.",
    },
  );
}
