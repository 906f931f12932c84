import { rejectOnAbort } from "../ground/abort.ts";

/** Runs what it is given one after another, each when the one before has ended, however it ended. */
export type InOrder = <T>(run: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

export function createOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve();
  return (run, signal) => {
    const before = last;
    // Whoever aborts does not wait for its turn, and what it would have run is not run.
    const turn = rejectOnAbort(before, signal).then(run);
    last = Promise.allSettled([before, turn]);
    return turn;
  };
}
