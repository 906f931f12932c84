import type { Clock } from "./clock.ts";
import type { Result } from "./connector.ts";
import { ConnectorError, toConnectorError } from "./errors.ts";

const keptMs = 24 * 60 * 60 * 1000;
const kept = 1000;

/** Runs a write once per key: the same call again, with the same key, gets the first one's outcome. */
export type Once = (key: string, fingerprint: string, run: () => Promise<Result>) => Promise<Result>;

/** In this process, for a day and at most 1,000 keys; the oldest go first. The hosted service keeps them for itself. */
export function createReceipts(clock: Clock): Once {
  const receipts = new Map<string, { fingerprint: string; at: number; outcome: Promise<Result> }>();
  return (key, fingerprint, run) => {
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
    if (earlier) return earlier.outcome;
    const outcome = run();
    receipts.set(key, { fingerprint, at: now, outcome });
    // What did not happen may be tried again with its key.
    outcome.catch((error: unknown) => {
      if (toConnectorError(error).outcome === "not_started") receipts.delete(key);
    });
    return outcome;
  };
}
