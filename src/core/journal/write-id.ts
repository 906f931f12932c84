import type { StoreDriver } from "../contract/store-driver.ts";
import { hashOf } from "../ground/hash.ts";

// The id of a write begins with the time that is left until the year 2286, so a list of the store returns the newest write first.
// After the time comes a part of the hash of the run, so that the writes of a run are found without reading others.

const endOfTime = 9_999_999_999_999;

/** The time of the last id for each store. A later id of this process has a later time, also in the same millisecond. */
const lastTimes = new WeakMap<StoreDriver, number>();

export async function writeId(store: StoreDriver, run: string, now: number): Promise<string> {
  const next = Math.max(now, (lastTimes.get(store) ?? 0) + 1);
  lastTimes.set(store, next);
  const time = String(endOfTime - next).padStart(13, "0");
  return `${time}-${await runMark(run)}-${crypto.randomUUID().slice(0, 8)}`;
}

/** Returns the part of an id that all writes of a run share. Other runs can share it too. */
export const runMark = async (run: string): Promise<string> => (await hashOf(run)).slice(0, 10);

export const markOf = (id: string): string => id.split("-")[1] ?? "";

/** Returns a text that sorts after all ids of writes since a time, and before all earlier ids. */
export const idSince = (time: number): string => `${String(endOfTime - time).padStart(13, "0")}~`;

export const timeOf = (id: string): number => endOfTime - Number(id.slice(0, 13));
