import { monotonic, type Clock, type WaitBudget } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";

/**
 * Limits the concurrent calls of each lane. A lane is, for example, one operation in one profile. The waiting calls of
 * a lane start in the order in which they arrived. While a refused call waits to be sent again, no other call of its
 * lane starts.
 */
export interface OperationQueue {
  /**
   * Runs a call when its turn comes.
   * @throws ConnectorError `rate_limited` if refused calls delay this call longer than `waits` allows, or `aborted` if
   * the caller aborts
   */
  run<T>(
    lane: string,
    limits: { signal?: AbortSignal | undefined; waits?: WaitBudget | undefined },
    call: (onRefused: () => void) => Promise<T>,
  ): Promise<T>;
  /** Returns the number of lanes with calls. */
  laneCount(): number;
}

interface Waiter {
  /** The result of `blockedMs` when the call arrived. */
  blockedBefore: number;
  waits: WaitBudget | undefined;
  start: () => void;
  refuse: (waitedMs: number) => void;
}
interface Lane {
  running: number;
  /** The running calls that the platform refused and that will be sent again. */
  refused: number;
  /** The time up to which `refusedMs` counts. */
  refusedSince: number;
  /** How long refused calls have blocked the lane, up to `refusedSince`. */
  refusedMs: number;
  waiting: Waiter[];
}

export function createOperationQueue({ most, clock }: { most: number; clock: Clock }): OperationQueue {
  const lanes = new Map<string, Lane>();
  const now = monotonic(clock);
  /** Returns how long refused calls have blocked the lane until now. */
  const blockedMs = ({ refused, refusedSince, refusedMs }: Lane): number =>
    refusedMs + (refused > 0 ? now() - refusedSince : 0);

  const startWaiting = (lane: Lane): void => {
    while (lane.refused === 0 && lane.running < most && lane.waiting.length > 0) {
      const { blockedBefore, waits, start, refuse } = lane.waiting.shift()!;
      // A waiting call uses up its waiting time only while refused calls block the lane. Waiting behind slow calls
      // does not count.
      const waited = blockedMs(lane) - blockedBefore;
      if (waits && waited > waits.left) {
        refuse(waited);
        continue;
      }
      if (waits) waits.left -= waited;
      if (waits?.seen) waits.seen.waitedMs += waited;
      lane.running++;
      start();
    }
  };

  const waitForTurn = (
    lane: Lane,
    name: string,
    { signal, waits }: Parameters<OperationQueue["run"]>[1],
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (error?: ConnectorError) => {
        signal?.removeEventListener("abort", abort);
        if (error) reject(error);
        else resolve();
      };
      const waiter: Waiter = {
        blockedBefore: blockedMs(lane),
        waits,
        start: () => end(),
        refuse: (waited) => end(waitedTooLong(name, waited)),
      };
      const abort = () => {
        lane.waiting = lane.waiting.filter((one) => one !== waiter);
        end(new ConnectorError("aborted", `${name} was aborted by the caller while it waited for its turn.`));
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      lane.waiting.push(waiter);
      startWaiting(lane);
    });

  const removeIfEmpty = (name: string, lane: Lane): void => {
    // An aborted call can get here late. By then, a new lane with the same name may exist, and must not be removed.
    if (lane.running === 0 && lane.waiting.length === 0 && lanes.get(name) === lane) lanes.delete(name);
  };

  return {
    laneCount: () => lanes.size,
    async run(name, limits, call) {
      let lane = lanes.get(name);
      if (!lane)
        lanes.set(name, (lane = { running: 0, refused: 0, refusedSince: 0, refusedMs: 0, waiting: [] }));
      try {
        await waitForTurn(lane, name, limits);
      } catch (error) {
        removeIfEmpty(name, lane);
        throw error;
      }
      let refused = false;
      try {
        return await call(() => {
          if (refused) return;
          refused = true;
          if (lane.refused === 0) lane.refusedSince = now();
          lane.refused++;
        });
      } finally {
        lane.running--;
        if (refused) {
          lane.refusedMs = blockedMs(lane);
          lane.refusedSince = now();
          lane.refused--;
        }
        startWaiting(lane);
        removeIfEmpty(name, lane);
      }
    },
  };
}

const waitedTooLong = (name: string, waited: number) =>
  new ConnectorError(
    "rate_limited",
    `${name} was not sent. The call waited ${Math.ceil(waited / 1000)} s for its turn, because Amazon refuses many calls.`,
    {
      hint: "There are too many calls of this kind at once. Call again after 30 s, or set the option totalWaitMs in code to wait longer.",
      retry_after: 30,
    },
  );
