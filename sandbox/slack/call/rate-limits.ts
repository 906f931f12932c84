import type { Clock } from "../../../src/core/ground/clock.ts";

/** A limit that allows `burst` calls at once, and then `perMinute` calls a minute. */
export interface Limit {
  perMinute: number;
  burst: number;
}

// For each tier, Slack documents how many calls per minute it always allows. The sandbox allows no more than these.
// https://docs.slack.dev/apis/web-api/rate-limits
export const TIER_2: Limit = { perMinute: 20, burst: 20 };
export const TIER_3: Limit = { perMinute: 50, burst: 50 };
export const TIER_4: Limit = { perMinute: 100, burst: 100 };
/** Slack documents "hundreds of requests per minute" for some methods. */
export const SPECIAL: Limit = { perMinute: 600, burst: 600 };

/** A guess for a small workspace. Slack says only that the limit of a search depends on the size of the workspace. */
export const SEARCH: Limit = { perMinute: 10, burst: 10 };

/**
 * The limit of `chat.postMessage` in one channel. Slack documents one message per second and "short bursts". The value
 * of `burst` is a guess.
 */
const PER_CHANNEL: Limit = { perMinute: 60, burst: 10 };
/** The limit of `chat.postMessage` in a workspace. Slack documents "several hundred messages per minute". */
export const PER_WORKSPACE: Limit = { perMinute: 300, burst: 300 };

interface LimitedCall {
  method: string;
  /** Undefined for an unknown method. */
  rate: Limit | undefined;
  token: string;
  channel: string | undefined;
}

export interface RateLimits {
  /** Counts a call. Returns 0, or the seconds to wait if the call exceeds a limit. */
  take(call: LimitedCall): number;
}

/**
 * The limits of apps that are distributed commercially outside Slack's Marketplace. Since 2025, such an app can read
 * one page of messages per minute.
 */
export const RESTRICTED: Readonly<Record<string, Limit>> = {
  "conversations.history": { perMinute: 1, burst: 1 },
  "conversations.replies": { perMinute: 1, burst: 1 },
};
export const RESTRICTED_PAGE = 15;

export function createRateLimits(clock: Clock, own: Readonly<Record<string, Limit>> = {}): RateLimits {
  const buckets = new Map<string, { left: number; at: number }>();

  const bucket = (key: string, limit: Limit): { left: number; at: number } => {
    const now = clock.now();
    const found = buckets.get(key) ?? { left: limit.burst, at: now };
    found.left = Math.min(limit.burst, found.left + ((now - found.at) / 60_000) * limit.perMinute);
    found.at = now;
    buckets.set(key, found);
    return found;
  };

  return {
    take: ({ method, rate = TIER_3, token, channel }) => {
      const applied: [string, Limit][] = [[`${token} ${method}`, own[method] ?? rate]];
      if (method === "chat.postMessage" && channel)
        applied.push([`${token} ${method} ${channel}`, PER_CHANNEL]);
      const taken = applied.map(([key, limit]) => ({ limit, bucket: bucket(key, limit) }));
      const waits = taken.map((each) =>
        each.bucket.left >= 1 ? 0 : Math.ceil(((1 - each.bucket.left) / each.limit.perMinute) * 60),
      );
      const wait = Math.max(...waits);
      if (wait === 0) for (const each of taken) each.bucket.left -= 1;
      return wait;
    },
  };
}
