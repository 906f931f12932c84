/** The source of time. A sandbox or a test passes a clock that it controls. */
export interface Clock {
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The time that one call can still wait, for rate limits and between retries. All requests of the call share one object
 * and subtract their waits from `left`.
 */
export interface WaitBudget {
  /** The remaining time in milliseconds. */
  left: number;
}

/**
 * Returns a function that returns a time in milliseconds. This time never decreases. If it did, a wait would last too
 * long after somebody sets the clock back.
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
