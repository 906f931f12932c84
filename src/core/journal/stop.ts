import type { JournalEntry, Stop, StoredStop } from "./journal-entry.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { type Clock, systemClock } from "../ground/clock.ts";
import { type OptionTypes, optionTypes, readOptions } from "../ground/read-options.ts";
import { checkPrivate } from "../store/check-store.ts";
import { endPermissions } from "../store/permissions.ts";
import { endedWrites, startedWrites } from "./journal-kinds.ts";
import { type FoundWrite, entryOf, idsOf, readWrite } from "./read-journal.ts";
import { endStop, everything, findStop, storeStop } from "./stopped.ts";
import { timeOf } from "./write-id.ts";

export interface StopOptions {
  /** Who stops the writes, such as an address. Agents read it. */
  by: string;
  /** Why, in one sentence. Agents read it. */
  reason?: string | undefined;
  /** The milliseconds for which to wait until the writes that are under way have ended. Default: 0. */
  waitMs?: number | undefined;
  /** The source of time. Default: the system clock. */
  clock?: Clock | undefined;
}

/** No write is under way for longer. */
export const longestWriteMs = 86_400_000;

const pauseMs = 50;

const types: OptionTypes = {
  by: {
    says: "who stops the writes, as a text of 1 to 200 characters",
    is: (value) => typeof value === "string" && value.trim() !== "" && value.length <= 200,
    required: true,
  },
  reason: {
    says: "a text of at most 500 characters",
    is: (value) => typeof value === "string" && value.length <= 500,
  },
  waitMs: optionTypes.milliseconds,
  clock: optionTypes.clock,
};

/**
 * Refuses all writes of the connectors with this store and the option `journal`, in all processes, until `resume`. Also refuses
 * calls that wait for an approval, and ends the standing permissions. Reads still work. A second stop keeps the first.
 *
 * Exact: a write first stores that it starts, and then reads the stop. This function first stores the stop, and then reads which
 * writes have started. After it has returned, only the writes in `under_way` can still reach the platform.
 * @throws ConnectorError `config_error`, `storage_unavailable`. Call it again if the store fails
 */
export async function stop(store: StoreDriver, options: StopOptions): Promise<Stop> {
  const read = readOptions(options, types, "options", "") as unknown as StopOptions;
  const { by, reason, waitMs = 0, clock = systemClock } = read;
  checkPrivate(store);
  const next = { by, ...(reason === undefined ? {} : { reason }), at: clock.now() };
  const kept = await storeStop(store, everything, next);
  await endPermissions(store, { by, at: clock.now() });
  const ids = await underWay(store, clock.now());
  return stopOf(kept, await untilEnded(() => readAll(store, ids), { until: clock.now() + waitMs, clock }));
}

/** Lets the connectors write again. Returns false if writes were not stopped. Agents must not be able to call it. */
export const resume = (store: StoreDriver): Promise<boolean> => endStop(store, everything);

/** Returns the stop of a store and the writes that are under way now, or undefined if writes are not stopped. */
export async function stopped(store: StoreDriver, { clock = systemClock } = {}): Promise<Stop | undefined> {
  const found = await findStop(store);
  if (!found) return undefined;
  const now = clock.now();
  const ids = await underWay(store, now);
  return stopOf(found, await untilEnded(() => readAll(store, ids), { until: now, clock }));
}

/** Returns the ids of the writes that have started and not ended, the newest first. */
async function underWay(store: StoreDriver, now: number): Promise<string[]> {
  const recent = async (kind: string) => {
    const ids: string[] = [];
    for await (const id of idsOf(store, kind)) {
      if (timeOf(id) < now - longestWriteMs) break;
      ids.push(id);
    }
    return ids;
  };
  // The starts are read first. A write whose end is missing in the second list then has not ended.
  const starts = await recent(startedWrites.name);
  const ends = new Set(await recent(endedWrites.name));
  return starts.filter((id) => !ends.has(id));
}

/** Reads the writes of a stop until they have ended, or until a time, and returns them. */
export async function untilEnded(
  read: () => Promise<readonly FoundWrite[]>,
  { until, clock }: { until: number; clock: Clock },
): Promise<JournalEntry[]> {
  for (;;) {
    const entries = (await read()).map((one) => entryOf(one, clock.now()));
    if (clock.now() >= until || !entries.some(({ status }) => status === "running")) return entries;
    await clock.sleep(pauseMs);
  }
}

async function readAll(store: StoreDriver, ids: readonly string[]): Promise<FoundWrite[]> {
  const found = await Promise.all(ids.map((id) => readWrite(store, id)));
  return found.filter((one) => one !== undefined);
}

const stopOf = ({ by, reason, at }: StoredStop, under_way: Stop["under_way"]): Stop => ({
  by,
  ...(reason === undefined ? {} : { reason }),
  at: new Date(at).toISOString(),
  under_way,
});
