import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { keyFileIn, openKeyRing } from "../credentials/keyfile.ts";
import type { KeyRing } from "../credentials/keyring.ts";
import { checkKeys, hasKeys } from "./first-start.ts";
import { ownDirectory } from "../store/lock.ts";
import { sqliteStore } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";

export interface Place {
  /** For the SQLite file, the key ring and the first application's file. */
  dataDir: string;
  /** A PostgreSQL address; without it, SQLite in the data directory. */
  databaseUrl?: string | undefined;
  /** The key ring, or its file, in place of the one in the data directory. */
  masterKeys?: string | undefined;
  masterKeyFile?: string | undefined;
}

/** The driver is loaded where it is used only: it is a tenth of an idle service's memory. */
export const openPostgres = async (url: string): Promise<Store> =>
  (await import("../store/postgres.ts")).postgresStore(url);

export const databaseFileIn = (directory: string): string => join(directory, "service.sqlite");

export interface OpenStore {
  store: Store;
  keys: KeyRing;
  keyFile: string;
  /** The key ring was made just now. */
  madeKeys: boolean;
  close(): Promise<void>;
}

/**
 * Opens the store that belongs to a place: owned, migrated, and with the key ring that fits it. A command that only adds
 * rows may work beside the owner.
 */
export async function openPlace(
  { dataDir, databaseUrl, masterKeys, masterKeyFile }: Place,
  { own = true } = {},
): Promise<OpenStore> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const owned = databaseUrl || !own ? undefined : ownDirectory(dataDir);
  const store = databaseUrl ? await openPostgres(databaseUrl) : sqliteStore(databaseFileIn(dataDir));
  const close = async () => {
    await store.close();
    owned?.release();
  };
  try {
    await store.migrate();
    const keyFile = masterKeyFile ?? keyFileIn(dataDir);
    const { ring, made } = openKeyRing({
      json: masterKeys,
      file: keyFile,
      create: !(await hasKeys(store.db)),
    });
    await store.withLock("keys", () => checkKeys(store.db, ring));
    return { store, keys: ring, keyFile, madeKeys: made, close };
  } catch (error) {
    await close();
    throw error;
  }
}
