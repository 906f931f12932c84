import { rejectOnAbort } from "../../ground/abort.ts";

/** Runs functions one after another. After a failure, the next function still runs. */
export type InOrder = <T>(run: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

export function createOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve();
  return (run, signal) => {
    const before = last;
    // If the signal aborts during the wait, the promise rejects at once, and `run` is never called.
    const turn = rejectOnAbort(before, signal).then(run);
    last = Promise.allSettled([before, turn]);
    return turn;
  };
}
