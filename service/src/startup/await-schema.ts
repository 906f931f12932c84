import { ConnectorError } from "agent-connectors";
import { compareSchema } from "../store/migrate.ts";
import { sqliteStore } from "../store/sqlite.ts";
import { storageError } from "../store/storage-errors.ts";
import {
  databaseFileIn,
  makeDataDirectory,
  openPostgres,
  refuseOldSchema,
  type StoreLocation,
} from "./open-store.ts";

const everyMs = 2000;

/**
 * Waits until another process has upgraded the store.
 * @param onWait is called with the reason when the reason changes
 * @throws ConnectorError `config_error` if a newer version has upgraded the store, and this version does not work with it
 */
export async function awaitSchema(
  { dataDir, databaseUrl }: StoreLocation,
  onWait: (reason: ConnectorError) => Promise<void>,
): Promise<void> {
  if (!databaseUrl) makeDataDirectory(dataDir);
  const store = databaseUrl ? await openPostgres(databaseUrl) : sqliteStore(databaseFileIn(dataDir));
  let last = "";
  try {
    for (;;) {
      try {
        return refuseOldSchema((await compareSchema(store.db)).missing);
      } catch (error) {
        const reason = storageError(error) ?? error;
        if (!ConnectorError.is(reason) || reason.code !== "storage_unavailable") throw reason;
        if (reason.message !== last) await onWait(reason);
        last = reason.message;
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  } finally {
    await store.close();
  }
}
