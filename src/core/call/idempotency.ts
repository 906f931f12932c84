import type { Result } from "../contract/result.ts";
import type { UnknownAttempt } from "../contract/run-context.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";

const keptMs = 24 * 60 * 60 * 1000;

const kept = 1000;

/** A write with a key: what it asks for, how it is run, and whether it can find out what became of an earlier one. */
interface Keyed {
  key: string;
  fingerprint: string;
  settles: boolean;
  run: (doubt?: UnknownAttempt) => Promise<Result>;
}

/** Runs a write once per key: the same call again, with the same key, gets the first one's outcome. */
export type Once = (write: Keyed) => Promise<Result>;

interface Receipt {
  fingerprint: string;
  at: number;
  outcome: Promise<Result>;
  /** Set while the last call with the key ended in doubt. */
  doubt: UnknownAttempt | undefined;
}

/** In this process, for a day and at most 1,000 keys; the oldest go first. The hosted service keeps them for itself. */
export function createReceipts(clock: Clock): Once {
  const receipts = new Map<string, Receipt>();
  return ({ key, fingerprint, settles, run }) => {
    const now = clock.now();
    for (const [old, { at }] of receipts) {
      if (receipts.size <= kept && now - at < keptMs) break;
      receipts.delete(old);
    }
    const earlier = receipts.get(key);
    if (earlier && earlier.fingerprint !== fingerprint)
      throw new ConnectorError("idempotency_key_reused", "This idempotencyKey was used for another call.", {
        path: "options.idempotencyKey",
        hint: "Give every write a key of its own, and the same key only to its repetitions.",
      });
    const doubt = settles ? earlier?.doubt : undefined;
    if (earlier && !doubt) return earlier.outcome;
    const outcome = run(doubt);
    const receipt: Receipt = { fingerprint, at: earlier?.at ?? now, outcome, doubt: undefined };
    receipts.set(key, receipt);
    outcome.catch((thrown: unknown) => {
      const error = toConnectorError(thrown);
      if (error.outcome !== "not_started")
        receipt.doubt = {
          since: doubt?.since ?? now,
          until: clock.now(),
          error: doubt?.error ?? error,
        };
      // What did not happen may be tried again with its key.
      else if (receipts.get(key) === receipt) receipts.delete(key);
    });
    return outcome;
  };
}
