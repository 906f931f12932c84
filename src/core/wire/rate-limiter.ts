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
  /**
   * Stops the requests of a lane for some seconds, because the platform has asked for a pause. A call that already
   * waits, and cannot wait for the end of the pause, fails at once with `rate_limited`. `rate`: the new rate of the
   * lane, if the platform has shown one.
   */
  pause(lane: string, seconds: number, rate?: Rate): void;
}

interface Waiter {
  waits: WaitBudget;
  /** The time at which the request will probably be sent. `waits` no longer contains the time until then. */
  at: number;
  go(): void;
  refuse(error: unknown): void;
}
interface Lane {
  /**
   * The time at which the next request would be sent if requests were evenly spaced, in milliseconds. The requests of a
   * burst are sent before this time.
   */
  next: number;
  /** The end of the last pause. */
  pausedUntil: number;
  /** The rate of the latest call. It applies to all calls that wait. */
  rate: Rate;
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
    if (!lane) {
      const idle = { next: -Infinity, pausedUntil: -Infinity, rate: unlimited };
      lanes.set(name, (lane = { ...idle, waiting: [], awake: undefined }));
    }
    return lane;
  };
  const changeRate = (name: string, lane: Lane, rate: Rate) => {
    const slower = step(rate) > step(lane.rate);
    lane.rate = rate;
    if (slower) delay(name, lane);
  };
  const step = ({ perMinute }: Rate) => 60_000 / perMinute;
  /** Returns the wait of a request in milliseconds, if `ahead` requests wait before this one. */
  const waitOf = ({ next, rate }: Lane, ahead: number): number =>
    Math.max(next - now(), -(rate.burst - 1) * step(rate)) + ahead * step(rate);
  const take = (lane: Lane) => {
    const { rate } = lane;
    lane.next = Math.max(lane.next, now() - (rate.burst - 1) * step(rate)) + step(rate);
  };
  const tooLate = (name: string, lane: Lane, wait: number, most: number) =>
    tooLateError(name, wait, most, reasonOf(lane, now()));

  const serve = async (lane: Lane): Promise<void> => {
    while (lane.waiting.length > 0) {
      const wait = waitOf(lane, 0);
      if (wait > 0) {
        lane.awake = new AbortController();
        // Rounded up, because a timer without whole milliseconds would end too early.
        await clock.sleep(Math.ceil(wait), lane.awake.signal).catch(() => {});
        lane.awake = undefined;
        continue;
      }
      take(lane);
      lane.waiting.shift()!.go();
    }
    serving.delete(lane);
  };
  const serving = new Set<Lane>();
  const remove = (lane: Lane, waiter: Waiter) => {
    lane.waiting.splice(lane.waiting.indexOf(waiter), 1);
    if (lane.waiting.length === 0) lane.awake?.abort();
  };

  /** Subtracts the longer wait from the waiting time of each call in the lane. Refuses the calls that cannot wait. */
  const delay = (name: string, lane: Lane) => {
    let ahead = 0;
    for (const waiter of lane.waiting.slice()) {
      const { waits } = waiter;
      const wait = waitOf(lane, ahead);
      const planned = waiter.at - now();
      const longer = wait - planned;
      if (longer > waits.left) {
        waits.left += planned;
        remove(lane, waiter);
        waiter.refuse(tooLate(name, lane, wait, waits.left));
        continue;
      }
      ahead++;
      if (longer <= 0) continue;
      waiter.at += longer;
      spendWait(waits, longer, name, "longer for the rate limit");
    }
  };

  return {
    turn(name, rate, signal, waits = { left: totalWaitMs }) {
      const lane = laneOf(name);
      changeRate(name, lane, rate);
      const wait = waitOf(lane, lane.waiting.length);
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      if (wait <= 0 && lane.waiting.length === 0) {
        take(lane);
        return Promise.resolve();
      }
      if (wait > waits.left) return Promise.reject(tooLate(name, lane, wait, waits.left));
      spendWait(waits, wait, name, "for the rate limit");
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          waits,
          at: now() + wait,
          go: () => {
            signal?.removeEventListener("abort", abort);
            resolve();
          },
          refuse: (error) => {
            signal?.removeEventListener("abort", abort);
            reject(error as Error);
          },
        };
        const abort = () => {
          remove(lane, waiter);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
        lane.waiting.push(waiter);
        if (serving.has(lane)) return;
        serving.add(lane);
        void serve(lane);
      });
    },
    pause(name, seconds, rate) {
      const lane = laneOf(name);
      if (rate) changeRate(name, lane, rate);
      const until = now() + seconds * 1000;
      lane.pausedUntil = Math.max(lane.pausedUntil, until);
      if (lane.next >= until) return;
      lane.next = until;
      delay(name, lane);
    },
  };
}

/** The rate of a lane before its first call. */
const unlimited: Rate = { perMinute: Infinity, burst: 1 };

/** Returns why the next call of a lane would wait, as a sentence for a hint. */
function reasonOf({ waiting, pausedUntil, rate }: Lane, time: number): string {
  if (pausedUntil > time) return "The platform asked for a pause.";
  if (waiting.length > 0)
    return `${waiting.length} other ${waiting.length === 1 ? "call waits" : "calls wait"} already.`;
  return `The limit is ${rate.perMinute} ${rate.perMinute === 1 ? "request" : "requests"} a minute.`;
}

function tooLateError(lane: string, wait: number, most: number, reason: string): ConnectorError {
  const seconds = Math.max(1, Math.ceil((wait - most) / 1000));
  return new ConnectorError(
    "rate_limited",
    `${lane}: the rate limit needs a wait of ${Math.ceil(wait / 1000)} s, but this call can wait only ${Math.floor(most / 1000)} s. Nothing was sent.`,
    {
      hint: `${reason} Call again after ${seconds} s, or with a longer totalWaitMs.`,
      retry_after: seconds,
    },
  );
}
