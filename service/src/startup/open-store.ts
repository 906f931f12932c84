import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkKeyRing, hasKeyRing } from "../credentials/key-check.ts";
import { keyRingFileIn, openKeyRing } from "../credentials/key-ring-file.ts";
import type { KeyRing } from "../credentials/key-ring.ts";
import { damagedStore, isDamage } from "../store/sqlite-damage.ts";
import { lockDirectory } from "../store/sqlite-owner-lock.ts";
import { sqliteStore } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";

export interface StoreLocation {
  /** The directory that contains the SQLite file, the key ring and `first-application.json`. */
  dataDir: string;
  /** A PostgreSQL URL. Without it, the store is SQLite in the data directory. */
  databaseUrl?: string | undefined;
  /** The key ring as JSON, instead of the file in the data directory. */
  masterKeys?: string | undefined;
  /** The path of the key ring. Default: `keyring.json` in the data directory. */
  masterKeyFile?: string | undefined;
}

/** Opens a PostgreSQL store. The driver is loaded only if needed, because it takes a tenth of the service's memory. */
export const openPostgres = async (url: string): Promise<Store> =>
  (await import("../store/postgres.ts")).postgresStore(url);

export const databaseFileIn = (directory: string): string => join(directory, "service.sqlite");

export interface OpenStore {
  store: Store;
  keys: KeyRing;
  keyRingFile: string;
  /** Whether this call has created the key ring. */
  createdKeys: boolean;
  close(): Promise<void>;
}

/**
 * Opens a store and its key ring, and migrates the store.
 * @param exclusive whether to fail if another process uses the SQLite store, and to check the whole file. Commands that
 * can run while the service runs pass false.
 */
export async function openStore(
  { dataDir, databaseUrl, masterKeys, masterKeyFile }: StoreLocation,
  { exclusive = true } = {},
): Promise<OpenStore> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const lock = databaseUrl || !exclusive ? undefined : lockDirectory(dataDir);
  const file = databaseFileIn(dataDir);
  const store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(file, exclusive, lock);
  const close = async () => {
    await store.close();
    lock?.release();
  };
  try {
    await store.migrate();
    const keyRingFile = masterKeyFile ?? keyRingFileIn(dataDir);
    const { ring, created } = openKeyRing({
      json: masterKeys,
      file: keyRingFile,
      create: !(await hasKeyRing(store.db)),
    });
    await store.withLock("keys", () => checkKeyRing(store.db, ring));
    return { store, keys: ring, keyRingFile, createdKeys: created, close };
  } catch (error) {
    await close();
    throw isDamage(error) ? damagedStore(file) : error;
  }
}

/** Opens the SQLite store. With `verify`, reads the whole file once, so that no service starts with a damaged file. */
function openSqlite(file: string, verify: boolean, lock: { release(): void } | undefined): Store {
  try {
    return sqliteStore(file, { verify });
  } catch (error) {
    lock?.release();
    throw error;
  }
}
