import type { Random } from "./random.ts";

/** The arrival of a write at the platform, or the moment after the write and before the response. */
type Moment = "arrives" | "is done";

export interface RandomMoment {
  reached(moment: Moment): void;
  /**
   * Calls `act` at a random moment: when a write arrives, before the response to a write, or after a short time.
   * Returns a function. This function ends the wait for the moment, and returns the result of `act` if `act` was called.
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
