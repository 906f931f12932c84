import type { Clock } from "../../src/core/ground/clock.ts";

/** The requests per second on average. https://developers.notion.com/reference/request-limits */
const perSecond = 3;
/** Notion allows short bursts, but publishes no number. */
const burst = 30;

/** Returns a function that counts a request, and returns the seconds that a refused request must wait. */
export function createRateLimit(clock: Clock): () => number {
  let left = burst;
  let last = clock.now();
  return () => {
    const now = clock.now();
    left = Math.min(burst, left + ((now - last) / 1000) * perSecond);
    last = now;
    if (left < 1) return Math.ceil((1 - left) / perSecond);
    left -= 1;
    return 0;
  };
}
