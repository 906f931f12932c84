import type { ReportProgress } from "./call-progress.ts";

/** A source of time. Sandboxes and tests replace the system clock. */
export interface Clock {
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The remaining waiting time of one call, for rate limits and between retries. All requests of the call share one
 * `WaitBudget`.
 */
export interface WaitBudget {
  /** The remaining time in milliseconds. */
  left: number;
  report?: ReportProgress | undefined;
  /** What the requests of the call have needed so far. */
  seen?: { waitedMs: number; retries: number; requestId: string | undefined } | undefined;
}

/** Subtracts a wait from the budget of a call. Reports a wait of at least a second. */
export function spendWait(waits: WaitBudget, ms: number, what: string, why: string): void {
  waits.left -= ms;
  if (waits.seen) waits.seen.waitedMs += ms;
  const seconds = Math.ceil(ms / 1000);
  if (ms >= 1000) waits.report?.({ kind: "wait", message: `${what}: waiting ${seconds} s ${why}.`, seconds });
}

/** Returns a clock that never goes back, so that no wait becomes too long if the system clock is set back. */
export function monotonic(clock: Clock): () => number {
  let last = -Infinity;
  let ahead = 0;
  return () => {
    ahead = Math.max(ahead, last - clock.now());
    last = clock.now() + ahead;
    return last;
  };
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, ms);
      signal?.addEventListener("abort", abort, { once: true });
    }),
};
