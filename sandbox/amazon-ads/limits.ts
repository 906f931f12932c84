import type { Clock } from "../../src/core/ground/clock.ts";

/** A bucket of `burst` calls that refills at `perSecond`. Amazon publishes no numbers; these are generous. */
interface Limit {
  perSecond: number;
  burst: number;
}

const USUAL: Limit = { perSecond: 20, burst: 500 };
const JOBS: Limit = { perSecond: 0.5, burst: 50 };

export const limitOf = (operation: string): Limit =>
  /^POST \/(reporting\/reports|\w+\/export)$/.test(operation) ? JOBS : USUAL;

export interface Limiter {
  /** Counts one call of `weight`; answers 0, or the whole seconds to wait when it is one too many. */
  take(operation: string, caller: string, weight: number): number;
}

export function createLimiter(clock: Clock): Limiter {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take: (operation, caller, weight) => {
      const limit = limitOf(operation);
      const key = `${operation} ${caller}`;
      const now = clock.now();
      const bucket = buckets.get(key) ?? { left: limit.burst, at: now };
      buckets.set(key, bucket);
      bucket.left = Math.min(limit.burst, bucket.left + ((now - bucket.at) / 1000) * limit.perSecond);
      bucket.at = now;
      if (bucket.left < weight) return Math.ceil((weight - bucket.left) / limit.perSecond);
      bucket.left -= weight;
      return 0;
    },
  };
}
