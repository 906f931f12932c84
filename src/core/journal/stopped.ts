import type { StoredStop } from "./journal-entry.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { stops } from "./journal-kinds.ts";
import { recordsOf } from "../store/records.ts";

/** The id of the stop of a whole store. */
export const everything = "all";

/** Returns the stop of a store, or undefined if writes are not stopped. */
export const findStop = (store: StoreDriver): Promise<StoredStop | undefined> =>
  recordsOf(store, stops).read(everything);
