import { monotonic, type Clock, type WaitBudget } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";

/**
 * Runs so many of a lane at once; the others wait for their turn, first come, first served. Nobody starts while one that
 * has called `refused` is not through yet: it would be served before those who came earlier and wait to try again.
 * @throws ConnectorError `rate_limited` when `refused` kept it waiting for longer than the call may wait; `aborted`
 */
export type Queue = <T>(
  lane: string,
  how: { signal?: AbortSignal | undefined; waits?: WaitBudget | undefined },
  run: (refused: () => void) => Promise<T>,
) => Promise<T>;

interface Waiter {
  /** What `heldMs` was when it came. */
  since: number;
  waits: WaitBudget | undefined;
  go: () => void;
  refuse: (waitedMs: number) => void;
}
interface Lane {
  running: number;
  /** Of those that run: were refused, and try again. */
  refused: number;
  /** Since when some do; and for how many milliseconds some did, in all the times before. */
  refusedSince: number;
  refusedMs: number;
  waiting: Waiter[];
}

export function createQueue({ most, clock }: { most: number; clock: Clock }): Queue {
  const lanes = new Map<string, Lane>();
  const now = monotonic(clock);
  /** Milliseconds for which refusals have held the lane up, so far. */
  const heldMs = ({ refused, refusedSince, refusedMs }: Lane): number =>
    refusedMs + (refused > 0 ? now() - refusedSince : 0);

  const admit = (lane: Lane): void => {
    while (lane.refused === 0 && lane.running < most && lane.waiting.length > 0) {
      const { since, waits, go, refuse } = lane.waiting.shift()!;
      // Behind those that are merely slow it costs nothing of what the call may wait: an answer's time does not either.
      const waited = heldMs(lane) - since;
      if (waits && waited > waits.left) {
        refuse(waited);
        continue;
      }
      if (waits) waits.left -= waited;
      lane.running++;
      go();
    }
  };

  const turn = (lane: Lane, name: string, { signal, waits }: Parameters<Queue>[1]): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (error?: ConnectorError) => {
        signal?.removeEventListener("abort", abort);
        if (error) reject(error);
        else resolve();
      };
      const waiter: Waiter = {
        since: heldMs(lane),
        waits,
        go: () => end(),
        refuse: (waited) => end(tooLate(name, waited)),
      };
      const abort = () => {
        lane.waiting = lane.waiting.filter((one) => one !== waiter);
        end(new ConnectorError("aborted", `${name} was aborted by the caller while it waited for its turn.`));
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      lane.waiting.push(waiter);
      admit(lane);
    });

  return async (name, how, run) => {
    let lane = lanes.get(name);
    if (!lane)
      lanes.set(name, (lane = { running: 0, refused: 0, refusedSince: 0, refusedMs: 0, waiting: [] }));
    await turn(lane, name, how);
    let refused = false;
    try {
      return await run(() => {
        if (refused) return;
        refused = true;
        if (lane.refused === 0) lane.refusedSince = now();
        lane.refused++;
      });
    } finally {
      lane.running--;
      if (refused) {
        lane.refusedMs = heldMs(lane);
        lane.refusedSince = now();
        lane.refused--;
      }
      admit(lane);
      if (lane.running === 0) lanes.delete(name);
    }
  };
}

const tooLate = (name: string, waited: number) =>
  new ConnectorError(
    "rate_limited",
    `${name}: Amazon refuses so many calls; after ${Math.ceil(waited / 1000)} s this one waits no longer. Nothing was sent.`,
    {
      hint: "Too many calls of this kind at once. Call again after 30 s, or let code wait longer: totalWaitMs.",
      retry_after: 30,
    },
  );
