import { monotonic, spendWait, type Clock, type WaitBudget } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";

export interface Rate {
  perMinute: number;
  /** The number of requests that can be sent at the same moment. */
  burst: number;
}

/**
 * Delays requests to stay within the platform's rate limits. A lane is a group of requests that share one limit. The
 * requests of a lane are sent in the order of the calls of `turn`.
 */
export interface RateLimiter {
  /**
   * Resolves when the request can be sent. `waits`: the remaining waiting time of the call. Default: `totalWaitMs`.
   * @throws ConnectorError `rate_limited` at once if the wait would be longer than `waits`
   * @throws the signal's reason if the signal aborts
   */
  turn(lane: string, rate: Rate, signal: AbortSignal | undefined, waits?: WaitBudget): Promise<void>;
  /** Stops the requests of a lane for some seconds, because the platform has asked for a pause. */
  pause(lane: string, seconds: number): void;
}

interface Waiter {
  go: () => void;
}
interface Lane {
  /**
   * The time at which the next request would be sent if requests were evenly spaced, in milliseconds. The requests of a
   * burst are sent before this time.
   */
  next: number;
  waiting: Waiter[];
  /** Ends the current wait of `serve`. */
  awake: AbortController | undefined;
}

/** Creates a rate limiter with a token bucket for each lane. */
export function createRateLimiter({
  clock,
  totalWaitMs,
}: {
  clock: Clock;
  totalWaitMs: number;
}): RateLimiter {
  const lanes = new Map<string, Lane>();
  const now = monotonic(clock);
  const laneOf = (name: string): Lane => {
    let lane = lanes.get(name);
    if (!lane) lanes.set(name, (lane = { next: -Infinity, waiting: [], awake: undefined }));
    return lane;
  };
  const step = ({ perMinute }: Rate) => 60_000 / perMinute;
  /** Returns the wait of a request in milliseconds, if `ahead` requests wait before this one. */
  const waitOf = (lane: Lane, rate: Rate, ahead: number): number =>
    Math.max(lane.next - now(), -(rate.burst - 1) * step(rate)) + ahead * step(rate);
  const take = (lane: Lane, rate: Rate) => {
    lane.next = Math.max(lane.next, now() - (rate.burst - 1) * step(rate)) + step(rate);
  };

  const serve = async (lane: Lane, rate: Rate): Promise<void> => {
    while (lane.waiting.length > 0) {
      const wait = waitOf(lane, rate, 0);
      if (wait > 0) {
        lane.awake = new AbortController();
        // Rounded up, because a timer without whole milliseconds would end too early.
        await clock.sleep(Math.ceil(wait), lane.awake.signal).catch(() => {});
        lane.awake = undefined;
        continue;
      }
      take(lane, rate);
      lane.waiting.shift()!.go();
    }
    serving.delete(lane);
  };
  const serving = new Set<Lane>();

  return {
    turn(name, rate, signal, waits = { left: totalWaitMs }) {
      const lane = laneOf(name);
      const wait = waitOf(lane, rate, lane.waiting.length);
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      if (wait <= 0 && lane.waiting.length === 0) {
        take(lane, rate);
        return Promise.resolve();
      }
      if (wait > waits.left) return Promise.reject(tooLate(name, wait, waits.left));
      spendWait(waits, wait, name, "for the rate limit");
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          go: () => {
            signal?.removeEventListener("abort", abort);
            resolve();
          },
        };
        const abort = () => {
          lane.waiting.splice(lane.waiting.indexOf(waiter), 1);
          if (lane.waiting.length === 0) lane.awake?.abort();
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
        lane.waiting.push(waiter);
        if (serving.has(lane)) return;
        serving.add(lane);
        void serve(lane, rate);
      });
    },
    pause(name, seconds) {
      const lane = laneOf(name);
      lane.next = Math.max(lane.next, now() + seconds * 1000);
    },
  };
}

function tooLate(lane: string, wait: number, most: number): ConnectorError {
  const seconds = Math.max(1, Math.ceil((wait - most) / 1000));
  return new ConnectorError(
    "rate_limited",
    `${lane}: the rate limit needs a wait of ${Math.ceil(wait / 1000)} s, but this call can wait only ${Math.floor(most / 1000)} s. Nothing was sent.`,
    {
      hint: `Too many calls of this kind are waiting already. Call again after ${seconds} s.`,
      retry_after: seconds,
    },
  );
}
