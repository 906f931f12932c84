import type { JournalEntry } from "agent-connectors";
import { entryOf, readWrite, runMark, type FoundWrite } from "agent-connectors/toolkit";
import { openRecord } from "../credentials/record-stores.ts";
import type { Sealer } from "../credentials/sealing.ts";
import {
  recordsOfWrites,
  writePlaces,
  type ListWrites,
  type WritePlace,
} from "../store/queries/journal-records.ts";
import type { Tenant } from "../store/queries/tenant.ts";
import type { Store } from "../store/store.ts";

type Places = { store: Store; sealer: Sealer };

export interface PlacedWrite extends FoundWrite {
  place: WritePlace;
}

/** A write of the journal, and to whom its connector belongs. */
export type PlacedEntry = JournalEntry & { connector_id: string; external_user_id: string };

export const placedEntryOf = ({ place, ...write }: PlacedWrite, now: number): PlacedEntry => ({
  ...entryOf(write, now),
  connector_id: place.connector_id,
  external_user_id: place.user,
});

/** Reads writes in one statement. */
export async function readWrites(
  { store, sealer }: Places,
  places: readonly WritePlace[],
): Promise<PlacedWrite[]> {
  const rows = await recordsOfWrites(store, places);
  const found = await Promise.all(
    places.map(async (place) => {
      const driver = {
        read: async (key: string) => {
          const row = rows.find((one) => one.key === key && one.connector_id === place.connector_id);
          return row && { value: openRecord(sealer, row), version: row.version };
        },
        write: refuse,
        delete: refuse,
        list: refuse,
      };
      const write = await readWrite(driver, place.id);
      return write && { ...write, place };
    }),
  );
  return found.filter((one) => one !== undefined);
}

const refuse = () => Promise.reject(new Error("This store is only read."));

/** Returns the writes that a tenant can see, the newest first. */
export async function listWrites(
  services: Places,
  tenant: Tenant,
  { run, ...filter }: Omit<ListWrites, "mark"> & { run?: string | undefined },
): Promise<{ writes: PlacedWrite[]; last: string | undefined }> {
  const mark = run === undefined ? undefined : await runMark(run);
  const places = await writePlaces(services.store, tenant, { ...filter, mark });
  const writes = await readWrites(services, places);
  // Two runs can have the same mark.
  const own = writes.filter(({ started }) => run === undefined || started.run === run);
  return { writes: own, last: places.length === filter.limit ? places.at(-1)!.id : undefined };
}
