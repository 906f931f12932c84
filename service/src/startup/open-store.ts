import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkKeyRing, hasKeyRing } from "../credentials/key-check.ts";
import { keyRingFileIn, openKeyRing } from "../credentials/key-ring-file.ts";
import type { KeyRing } from "../credentials/key-ring.ts";
import { lockDirectory } from "../store/sqlite-owner-lock.ts";
import { sqliteStore } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";

export interface StoreLocation {
  /** The directory of the SQLite file, the key ring and the first application's file. */
  dataDir: string;
  /** A PostgreSQL URL. Without it, the store is SQLite in the data directory. */
  databaseUrl?: string | undefined;
  /** The key ring as JSON, instead of the file in the data directory. */
  masterKeys?: string | undefined;
  masterKeyFile?: string | undefined;
}

/** Loads the driver at its first use, because it takes a tenth of an idle service's memory. */
export const openPostgres = async (url: string): Promise<Store> =>
  (await import("../store/postgres.ts")).postgresStore(url);

export const databaseFileIn = (directory: string): string => join(directory, "service.sqlite");

export interface OpenStore {
  store: Store;
  keys: KeyRing;
  keyRingFile: string;
  /** This call has created the key ring. */
  createdKeys: boolean;
  close(): Promise<void>;
}

/**
 * Opens a store with its key ring, and migrates it.
 * @param exclusive refuses to open a SQLite store that another process uses; a command that only adds rows needs no lock
 */
export async function openStore(
  { dataDir, databaseUrl, masterKeys, masterKeyFile }: StoreLocation,
  { exclusive = true } = {},
): Promise<OpenStore> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const lock = databaseUrl || !exclusive ? undefined : lockDirectory(dataDir);
  const store = databaseUrl ? await openPostgres(databaseUrl) : sqliteStore(databaseFileIn(dataDir));
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
    throw error;
  }
}
