import type { HttpReply } from "../contract/wire/http-types.ts";
import type { Operation } from "../contract/wire/operation.ts";
import type { PlatformReply } from "../contract/run-context.ts";
import { ConnectorError, type ErrorCode } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";

/** Returns whether a write can be sent again after its response was lost. */
export function isRepeatable({ repeatable }: Pick<Operation, "repeatable">, args: Dict): boolean {
  const values = repeatable?.single === undefined ? undefined : args[repeatable.single];
  return repeatable !== undefined && !(Array.isArray(values) && new Set(values).size > 1);
}

/** Returns the rule for retries of a repeatable write, or undefined if the usual rule applies. */
export const retryOf = (operation: Pick<Operation, "repeatable">, args: Dict) =>
  isRepeatable(operation, args) ? repeatsWrite : undefined;

/** Returns whether to repeat a repeatable write. Unlike other writes, it is also repeated after a lost response. */
export const repeatsWrite = (error: ConnectorError): boolean =>
  error.outcome === "unknown" ? lostResponses.has(error.code) : provesNothingDone(error);

/** The codes of errors that can mean a lost response. */
const lostResponses: ReadonlySet<ErrorCode> = new Set([
  "upstream_error",
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_invalid_response",
]);

/**
 * Returns whether a write can be sent again, because the error proves that the write did nothing. Only a rate limit or
 * a failed connection proves this.
 */
export const provesNothingDone = ({ retryable, outcome, code }: ConnectorError): boolean =>
  retryable &&
  outcome === "not_started" &&
  (code === "upstream_rate_limited" || code === "upstream_unreachable");

/**
 * Reads the response to a request that may be a repeated write. If the platform refuses the repetition because the
 * first request was performed, the write has succeeded. The platform's code is then in `already`.
 */
export function readRepeated(
  { repeatable }: Pick<Operation, "repeatable">,
  { repeated, headers }: HttpReply,
  read: () => PlatformReply,
): PlatformReply {
  if (repeated === undefined) return read();
  try {
    return { ...read(), repeated };
  } catch (error) {
    const { code, status } = (ConnectorError.is(error) && error.platform) || {};
    const already = [code, String(status)].find(
      (one) => one !== undefined && repeatable?.done?.includes(one),
    );
    if (already === undefined) throw error;
    return { body: {}, already, repeated, headers };
  }
}
