import { rejectOnAbort } from "./abort.ts";

export interface Waiting {
  /** If this signal aborts before the function has started, the function never runs. */
  signal?: AbortSignal | undefined;
  /** Returns the error for this case. Default: the signal's reason. */
  aborted?: () => Error;
}

export type Turns = <T>(name: string, run: () => Promise<T>, waiting?: Waiting) => Promise<T>;

/**
 * Returns a function that runs functions. At most `limit` functions with the same name run at the same time. Further
 * functions start in the order of the calls.
 */
export function createTurns(limit = 1): Turns {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (name, run, { signal, aborted } = {}) => {
    const lane = lanes.get(name) ?? { running: 0, waiting: [] };
    lanes.set(name, lane);
    const end = () => {
      // The function that ends gives its place to the next one.
      const next = lane.waiting.shift();
      if (next) next();
      else if (--lane.running === 0) lanes.delete(name);
    };
    let start = () => {};
    const turn = new Promise<void>((resolve) => (start = resolve));
    if (lane.running < limit) {
      lane.running++;
      start();
    } else lane.waiting.push(start);
    try {
      await rejectOnAbort(turn, signal);
    } catch (error) {
      const place = lane.waiting.indexOf(start);
      if (place >= 0) lane.waiting.splice(place, 1);
      else end();
      throw aborted?.() ?? error;
    }
    try {
      return await run();
    } finally {
      end();
    }
  };
}
