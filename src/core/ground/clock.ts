/** Time, as everything here sees it: a sandbox or a test can put its own in. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Milliseconds that one call may still wait, for its turn and between tries: whoever waits takes them off. */
export interface WaitBudget {
  left: number;
}

/**
 * Milliseconds that only ever grow, for spans of time: a clock that is set back goes on from where it was, else everybody
 * would wait until it is as late again.
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
