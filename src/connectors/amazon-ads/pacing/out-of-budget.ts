import type { Dict } from "../../../core/ground/json.ts";
import { localTime } from "../dates/profile-clock.ts";

/** A time without budget, in the profile's time zone. `until` is absent if it has not ended. */
export interface OutOfBudget {
  from: string;
  until?: string;
}

/**
 * Finds the times at which campaigns had no budget left, from the changes `IN_BUDGET` of the change history. Returns
 * the times by the id of the campaign, and the number of changes whose values are unknown.
 */
export function outOfBudget(
  events: readonly Dict[],
  timezone: string,
): { times: Map<string, OutOfBudget[]>; unread: number } {
  const times = new Map<string, OutOfBudget[]>();
  let unread = 0;
  for (const { entityId, timestamp, newValue } of events.toSorted(
    (one, other) => Number(one.timestamp) - Number(other.timestamp),
  )) {
    const isIn = readInBudget(newValue);
    if (isIn === undefined || typeof timestamp !== "number") {
      unread += 1;
      continue;
    }
    const id = String(entityId);
    const own = times.get(id) ?? [];
    const last = own.at(-1);
    const isOpen = last !== undefined && last.until === undefined;
    if (!isIn && !isOpen) own.push({ from: localTime(timestamp, timezone) });
    if (isIn && isOpen) last.until = localTime(timestamp, timezone);
    times.set(id, own);
  }
  return { times, unread };
}

/** Amazon documents the change, but not its values. */
function readInBudget(value: unknown): boolean | undefined {
  const text = String(value).toLowerCase().replaceAll("_", " ");
  if (/^(true|in budget)$/.test(text)) return true;
  return /^(false|out of budget)$/.test(text) ? false : undefined;
}
