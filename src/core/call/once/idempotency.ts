import type { UnknownAttempt } from "../../contract/run-context.ts";
import type { Clock } from "../../ground/clock.ts";
import { ConnectorError, toConnectorError } from "../../ground/errors.ts";
import { asUnknown } from "../../ground/unknown-outcome.ts";

const maxAgeMs = 24 * 60 * 60 * 1000;

const maxKeys = 1000;

interface KeyedWrite<T> {
  key: string;
  requestHash: string;
  /** Whether a second call may run the write again if the outcome of the first call is unknown. */
  settles: boolean;
  run: (unknownAttempt?: UnknownAttempt) => Promise<T>;
}

/**
 * Runs a write once per key. A second call with the same key returns the first outcome. If the first call did nothing,
 * or if its outcome is unknown and `settles` is true, the second call runs the write. After an unknown outcome, only a
 * success ends the doubt.
 * @throws ConnectorError `idempotency_key_reused` if the key was used with another `requestHash`
 */
export type RunOnce<T> = (write: KeyedWrite<T>) => Promise<T>;

interface KeptOutcome<T> {
  requestHash: string;
  at: number;
  outcome: Promise<T>;
  unknownAttempt: UnknownAttempt | undefined;
}

/** Keeps each outcome in memory for a day. If there are more than 1,000 outcomes, the oldest are removed earlier. */
export function createIdempotency<T>(clock: Clock): RunOnce<T> {
  const outcomes = new Map<string, KeptOutcome<T>>();
  return ({ key, requestHash, settles, run }) => {
    const now = clock.now();
    for (const [oldKey, { at }] of outcomes) {
      if (outcomes.size <= maxKeys && now - at < maxAgeMs) break;
      outcomes.delete(oldKey);
    }
    const earlier = outcomes.get(key);
    if (earlier && earlier.requestHash !== requestHash)
      throw new ConnectorError("idempotency_key_reused", "This idempotencyKey was used for another call.", {
        path: "options.idempotencyKey",
        hint: "Use a new key for every write. Repeat a key only to repeat the same call.",
      });
    const unknownAttempt = settles ? earlier?.unknownAttempt : undefined;
    if (earlier && !unknownAttempt) return earlier.outcome;
    // A second run that did nothing does not prove that the first run did nothing.
    const outcome = unknownAttempt
      ? run(unknownAttempt).catch((error: unknown) => {
          throw asUnknown(error);
        })
      : run();
    const kept: KeptOutcome<T> = { requestHash, at: earlier?.at ?? now, outcome, unknownAttempt: undefined };
    outcomes.set(key, kept);
    outcome.catch((thrown: unknown) => {
      const error = toConnectorError(thrown);
      if (error.outcome !== "not_started")
        kept.unknownAttempt = {
          since: unknownAttempt?.since ?? now,
          until: clock.now(),
          error: unknownAttempt?.error ?? error,
        };
      // The write did nothing, so the key can be used again.
      else if (outcomes.get(key) === kept) outcomes.delete(key);
    });
    return outcome;
  };
}
