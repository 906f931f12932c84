import type { Result } from "../contract/result.ts";
import type { UnknownAttempt } from "../contract/run-context.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";

/** How long an outcome is kept, in milliseconds. */
const maxAgeMs = 24 * 60 * 60 * 1000;

const maxKeys = 1000;

/** A write with an idempotencyKey. */
interface KeyedWrite {
  key: string;
  requestHash: string;
  /** Whether `run` can find out what an earlier call with an unknown outcome did. */
  settles: boolean;
  run: (unknownAttempt?: UnknownAttempt) => Promise<Result>;
}

/**
 * Runs a write once per key. A repeated call returns the first outcome. After an unknown outcome, it runs again if the
 * write `settles`.
 * @throws ConnectorError `idempotency_key_reused`
 */
export type RunOnce = (write: KeyedWrite) => Promise<Result>;

interface KeptOutcome {
  requestHash: string;
  at: number;
  outcome: Promise<Result>;
  /** Set if the outcome of the last call is unknown. */
  unknownAttempt: UnknownAttempt | undefined;
}

/** Keeps outcomes in this process, for a day and for at most 1,000 keys. It drops the oldest first. */
export function createIdempotency(clock: Clock): RunOnce {
  const outcomes = new Map<string, KeptOutcome>();
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
    const outcome = run(unknownAttempt);
    const kept: KeptOutcome = { requestHash, at: earlier?.at ?? now, outcome, unknownAttempt: undefined };
    outcomes.set(key, kept);
    outcome.catch((thrown: unknown) => {
      const error = toConnectorError(thrown);
      if (error.outcome !== "not_started")
        kept.unknownAttempt = {
          since: unknownAttempt?.since ?? now,
          until: clock.now(),
          error: unknownAttempt?.error ?? error,
        };
      // Nothing was done, so the key may be used again.
      else if (outcomes.get(key) === kept) outcomes.delete(key);
    });
    return outcome;
  };
}
