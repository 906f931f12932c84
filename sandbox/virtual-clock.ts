import type { Clock } from "../src/core/ground/clock.ts";
import { show } from "../src/core/ground/json.ts";
import { optionError } from "../src/core/ground/read-options.ts";

/** A clock for tests. Instead of waiting, a sleep moves the clock's time forward. */
export interface VirtualClock extends Clock {
  /** Moves the time forward by `ms`. Ends all sleeps that are due by the new time, the earliest first. */
  advance(ms: number): void;
}

interface Sleeper {
  until: number;
  wake: () => void;
}

/**
 * Creates a clock that starts at `start`, in milliseconds since 1970. When no other code can run, the clock's time
 * jumps to the end of the next sleep. Only this sleep ends.
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
  // Each sleep ends in its own macrotask, so the code after the first sleep runs before the second sleep ends.
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

/**
 * Before each request, moves a virtual clock forward by the real time that has passed, because a client that connects
 * over HTTP waits in real time.
 */
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
