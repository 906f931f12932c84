import { setTimeout as wait } from "node:timers/promises";
import { endRefreshLease, renewRefreshLeases, takeRefreshLease } from "../store/queries/refresh-leases.ts";
import type { Store } from "../store/store.ts";
import { uuid } from "../store/uuid.ts";

export interface RefreshLeases {
  /**
   * Calls `run` while this process holds the lease of a token refresh, with the fence of the lease. Calls of this process
   * for the same tokens run one after another. The lease is no proof: if this process does not respond for `leaseMs`,
   * another process takes the lease, and both run. A write must therefore compare the fences.
   */
  hold<T>(id: string, run: (fence: number) => Promise<T>): Promise<T>;
}

/** Milliseconds after which another process can take a lease that was not renewed, and between two renewals. */
const [leaseMs, renewMs] = [10_000, 2_500];

/** The minimum and the maximum of milliseconds between two attempts to take a lease. */
const [shortestWaitMs, longestWaitMs] = [20, 500];

/**
 * Creates leases in the database, which all replicas share. A held lease is a row and not a lock, so a refresh that waits
 * for its platform needs no connection of the database.
 */
export function createRefreshLeases(store: Store): RefreshLeases {
  const holder = uuid(Date.now());
  const term = { now: store.now, leaseMs };
  const held = new Set<string>();
  const last = new Map<string, Promise<unknown>>();
  let renewing: NodeJS.Timeout | undefined;

  const take = async (id: string): Promise<number> => {
    for (let longest = shortestWaitMs; ; longest = Math.min(2 * longest, longestWaitMs)) {
      const fence = await takeRefreshLease(store.db, { id, holder }, term);
      if (fence !== undefined) return fence;
      // A random time keeps many replicas from asking at the same moment.
      await wait(longest * (0.5 + Math.random() / 2));
    }
  };
  // If a renewal fails, the next one is soon enough, or the write of the tokens notices that the lease was lost.
  const renew = () => void renewRefreshLeases(store.db, { ids: [...held], holder }, term).catch(() => {});
  const holding = async <T>(id: string, run: (fence: number) => Promise<T>): Promise<T> => {
    const fence = await take(id);
    held.add(id);
    renewing ??= setInterval(renew, renewMs).unref();
    try {
      return await run(fence);
    } finally {
      held.delete(id);
      if (held.size === 0) {
        clearInterval(renewing);
        renewing = undefined;
      }
      // The result of `run` counts. A lease that could not be ended expires.
      await endRefreshLease(store.db, { id, holder, fence }).catch(() => {});
    }
  };

  return {
    hold(id, run) {
      const turn = (last.get(id) ?? Promise.resolve()).then(() => holding(id, run));
      const settled = turn.catch(() => {}).finally(() => last.get(id) === settled && last.delete(id));
      last.set(id, settled);
      return turn;
    },
  };
}
