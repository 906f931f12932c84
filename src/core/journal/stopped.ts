import type { StoredStop } from "./journal-entry.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { stops } from "./journal-kinds.ts";
import { recordsOf } from "../store/records.ts";

/** The id of the stop of a whole store. */
export const everything = "all";

/** Returns a stop, or undefined if writes are not stopped. `id`: what is stopped. Default: everything. */
export const findStop = (store: StoreDriver, id = everything): Promise<StoredStop | undefined> =>
  recordsOf(store, stops).read(id);

/** Stores a stop. If there is one already, that one stays and is returned. */
export const storeStop = (store: StoreDriver, id: string, next: StoredStop): Promise<StoredStop> =>
  recordsOf(store, stops).update(id, (before = next) => ({ value: before, result: before }));

/** Ends a stop. Returns false if there is none. */
export const endStop = (store: StoreDriver, id: string): Promise<boolean> =>
  recordsOf(store, stops).update(id, (before) => ({ value: undefined, result: before !== undefined }));
