import type { Clock } from "../src/core/ground/clock.ts";
import { show } from "../src/core/ground/json.ts";
import { optionError } from "../src/core/ground/read-options.ts";

/** A clock that no one waits for: sleeping moves its time forward. */
export interface VirtualClock extends Clock {
  /** Moves the time forward by `ms`, waking whoever sleeps until then, in order of their time. */
  advance(ms: number): void;
}

interface Sleeper {
  until: number;
  wake: () => void;
}

/**
 * A virtual clock that starts at `start` (milliseconds since the epoch). Its `sleep` takes no real time: once
 * everyone has had a turn to run, the time jumps to the earliest sleeper's, and only that one is woken.
 */
export function virtualClock(start: number): VirtualClock {
  if (!Number.isFinite(start))
    throw optionError("start", `start must be a number of milliseconds since the epoch, got ${show(start)}.`);
  let time = start;
  let sleepers: Sleeper[] = [];
  let turn: ReturnType<typeof setTimeout> | undefined;

  const earliest = (): Sleeper | undefined =>
    sleepers.reduce<Sleeper | undefined>(
      (first, sleeper) => (first && first.until <= sleeper.until ? first : sleeper),
      undefined,
    );
  const drop = (sleeper: Sleeper): void => {
    sleepers = sleepers.filter((other) => other !== sleeper);
  };
  const wake = (sleeper: Sleeper): void => {
    time = Math.max(time, sleeper.until);
    drop(sleeper);
    sleeper.wake();
  };
  // A macrotask between two sleepers: what the first one does next happens before the second one wakes.
  const plan = (): void => {
    turn ??= setTimeout(() => {
      turn = undefined;
      const next = earliest();
      if (next) wake(next);
      if (sleepers.length > 0) plan();
    }, 0);
  };

  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const abort = (): void => {
          drop(sleeper);
          reject(signal?.reason);
        };
        const sleeper: Sleeper = {
          until: time + Math.max(0, ms),
          wake: () => {
            signal?.removeEventListener("abort", abort);
            resolve();
          },
        };
        signal?.addEventListener("abort", abort, { once: true });
        sleepers.push(sleeper);
        plan();
      }),
    advance: (ms) => {
      const target = time + Math.max(0, ms);
      for (let next = earliest(); next && next.until <= target; next = earliest()) wake(next);
      time = target;
    },
  };
}

/** A client on a socket waits in real time: a virtual clock moves along with it. */
export function withPassingTime<Input, Output>(
  clock: Clock,
  handler: (input: Input) => Output,
): typeof handler {
  let last = performance.now();
  return (input) => {
    const passed = Math.floor(performance.now() - last);
    last += passed;
    if ("advance" in clock) (clock as VirtualClock).advance(passed);
    return handler(input);
  };
}
