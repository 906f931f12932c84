import { ConnectorError, type Clock } from "agent-connectors";
import { countRequest } from "../store/queries/request-counts.ts";
import type { Store } from "../store/store.ts";
import type { ServiceLimits } from "./limit-values.ts";

export interface RateLimits {
  /**
   * Counts one request toward the limit `by`. `name`: the user's workspace, the application or the network address that
   * the limit is for.
   * @throws ConnectorError `rate_limited`
   */
  count(by: keyof ServiceLimits["perMinute"], name: string): Promise<void>;
}

/** Creates limits for the requests per minute. With PostgreSQL, all replicas share the counts. */
export function createRateLimits(
  store: Store,
  clock: Clock,
  { perMinute }: Pick<ServiceLimits, "perMinute">,
  onLimited: (by: string) => void,
): RateLimits {
  const countOne =
    store.kind === "postgres"
      ? (name: string, minute: number) => countRequest(store.db, name, minute)
      : countInMemory();
  return {
    async count(by, name) {
      const minute = Math.floor(clock.now() / 60_000);
      if ((await countOne(`${by}/${name}`, minute)) <= perMinute[by]) return;
      onLimited(by);
      const retry_after = Math.max(1, Math.ceil(((minute + 1) * 60_000 - clock.now()) / 1000));
      throw new ConnectorError("rate_limited", `More than ${perMinute[by]} requests in a minute (${by}).`, {
        hint: `Nothing was done. Call again after ${retry_after} s.`,
        retry_after,
      });
    },
  };
}

function countInMemory(): (name: string, minute: number) => Promise<number> {
  let current = -1;
  const counts = new Map<string, number>();
  return async (name, minute) => {
    if (minute !== current) counts.clear();
    current = minute;
    const next = (counts.get(name) ?? 0) + 1;
    counts.set(name, next);
    return next;
  };
}
