import { ConnectorError, type Clock } from "agent-connectors";
import { addRequests } from "../store/queries/request-counts.ts";
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

/** The requests of one name that this process can still let pass in the current minute. */
interface Portion {
  left: number;
  /** The requests that all processes have taken, when this process last took some. */
  taken: number;
  /** Whether all requests of the minute are taken. */
  isLast: boolean;
  taking?: Promise<void> | undefined;
}

/** A process takes this part of the requests that are left, and at most so many: a process that ends loses them. */
const [part, mostOfPortion] = [8, 100];

/**
 * Creates limits for the requests per minute, which all processes with the same store share. A process takes requests from
 * the store in portions, so most requests need no statement. Together, the processes never let more pass than the limit.
 * If a process ends, the rest of its portion is lost for the minute.
 */
export function createRateLimits(
  store: Store,
  clock: Clock,
  { perMinute }: Pick<ServiceLimits, "perMinute">,
  onLimited: (by: string) => void,
): RateLimits {
  let current = -1;
  let portions = new Map<string, Portion>();

  /** Takes a portion, or a smaller one if less is left. */
  const takeMore = async (portion: Portion, name: string, minute: number, limit: number) => {
    for (let size = portionOf(limit - portion.taken); size > 0; size = Math.floor(size / 2)) {
      const counted = { name, minute, portion: size, limit };
      const taken = await store.unsynced((db) => addRequests(db, counted));
      if (taken === undefined) continue;
      portion.taken = taken;
      portion.left += size;
      return;
    }
    portion.isLast = true;
  };

  const isAllowed = async (name: string, minute: number, limit: number): Promise<boolean> => {
    if (minute !== current) portions = new Map();
    current = minute;
    const portion = portions.get(name) ?? { left: 0, taken: 0, isLast: false };
    portions.set(name, portion);
    while (portion.left === 0 && !portion.isLast) {
      portion.taking ??= takeMore(portion, name, minute, limit).finally(() => (portion.taking = undefined));
      await portion.taking;
    }
    if (portion.left === 0) return false;
    portion.left--;
    return true;
  };

  return {
    async count(by, name) {
      const minute = Math.floor(clock.now() / 60_000);
      if (await isAllowed(`${by}/${name}`, minute, perMinute[by])) return;
      onLimited(by);
      const retry_after = Math.max(1, Math.ceil(((minute + 1) * 60_000 - clock.now()) / 1000));
      throw new ConnectorError("rate_limited", `More than ${perMinute[by]} requests in a minute (${by}).`, {
        hint: `Nothing was done. Call again after ${retry_after} s.`,
        retry_after,
      });
    },
  };
}

/** @param left the requests that are left in the minute, or less */
const portionOf = (left: number): number => Math.max(1, Math.min(mostOfPortion, Math.floor(left / part)));
