import { monotonic, type Clock, type WaitBudget } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";

/**
 * Runs a limited number of calls per lane at the same time. The other calls wait in the order in which they arrived.
 * While a refused call waits to be sent again, no other call of the lane starts, so none overtakes it.
 */
export interface OperationQueue {
  /** @throws ConnectorError `rate_limited` if refusals delay the call longer than it may wait; `aborted` */
  run<T>(
    lane: string,
    limits: { signal?: AbortSignal | undefined; waits?: WaitBudget | undefined },
    call: (onRefused: () => void) => Promise<T>,
  ): Promise<T>;
  /** The lanes that have calls. A lane without calls uses no memory. */
  laneCount(): number;
}

interface Waiter {
  /** The lane's `blockedMs` when the call arrived. */
  blockedBefore: number;
  waits: WaitBudget | undefined;
  start: () => void;
  refuse: (waitedMs: number) => void;
}
interface Lane {
  running: number;
  /** The number of running calls that were refused and will be sent again. */
  refused: number;
  /** The time at which `refused` last rose from 0. Only used while `refused` is above 0. */
  refusedSince: number;
  /** The total time during which `refused` was above 0 before `refusedSince`. */
  refusedMs: number;
  waiting: Waiter[];
}

export function createOperationQueue({ most, clock }: { most: number; clock: Clock }): OperationQueue {
  const lanes = new Map<string, Lane>();
  const now = monotonic(clock);
  /** Returns the time for which refusals have blocked the lane. */
  const blockedMs = ({ refused, refusedSince, refusedMs }: Lane): number =>
    refusedMs + (refused > 0 ? now() - refusedSince : 0);

  const startWaiting = (lane: Lane): void => {
    while (lane.refused === 0 && lane.running < most && lane.waiting.length > 0) {
      const { blockedBefore, waits, start, refuse } = lane.waiting.shift()!;
      // Only refusals use up the time that a call may wait. Waiting behind slow calls does not.
      const waited = blockedMs(lane) - blockedBefore;
      if (waits && waited > waits.left) {
        refuse(waited);
        continue;
      }
      if (waits) waits.left -= waited;
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
    // An aborted call may get here late, when there is already a new lane with the same name.
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
    `${name} was not sent: Amazon refuses so many calls, and it waited ${Math.ceil(waited / 1000)} s for its turn.`,
    {
      hint: "There are too many calls of this kind at once. Call again after 30 s, or set the option totalWaitMs in code to wait longer.",
      retry_after: 30,
    },
  );
