import type { Random } from "./random.ts";

/** A write arrives at the platform, or the platform has done the write but has not sent the response yet. */
type Moment = "arrives" | "is done";

export interface RandomMoment {
  reached(moment: Moment): void;
  /**
   * Calls `act` once: when a write arrives, before the response to a write, or after a short time. The choice is
   * random. Returns a function that ends the wait for this moment. This function returns the result of `act` if `act`
   * was called.
   */
  act(random: Random, act: () => Promise<void>): () => Promise<void> | undefined;
}

export function createRandomMoment(): RandomMoment {
  let onWrite = (_moment: Moment) => {};
  return {
    reached: (moment) => onWrite(moment),
    act(random, act) {
      const moment = random.pick(["arrives", "is done", "time"] as const);
      let left = random.below(8) + 1;
      let acted: Promise<void> | undefined;
      const timer =
        moment === "time" ? setTimeout(() => void (acted ??= act()), random.below(120)) : undefined;
      onWrite = (seen) => {
        if (seen === moment && --left === 0) acted ??= act();
      };
      return () => {
        clearTimeout(timer);
        onWrite = () => {};
        return acted;
      };
    },
  };
}
