/** The source of time. A sandbox or a test passes its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The milliseconds that one call may still wait, for the rate limit and between retries. Each wait subtracts its own
 * length.
 */
export interface WaitBudget {
  left: number;
}

/**
 * Returns a function that measures time spans in milliseconds. Its value never decreases. If the clock is set back, it
 * continues from its last value. Otherwise every wait would last longer by the time that was set back.
 */
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
