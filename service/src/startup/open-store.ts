import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "agent-connectors/toolkit";
import { ConnectorError } from "agent-connectors";
import { checkKeyRing, hasKeyRing } from "../credentials/key-check.ts";
import { keyRingFileIn, openKeyRing } from "../credentials/key-ring-file.ts";
import type { KeyRing } from "../credentials/key-ring.ts";
import type { KeyService } from "../credentials/key-service.ts";
import { protectRows } from "../credentials/row-keys.ts";
import { sealOldRecords } from "../credentials/old-records.ts";
import { createSealer } from "../credentials/sealing.ts";
import { sealOldAnswers } from "../idempotency/old-answers.ts";
import { compareSchema } from "../store/migrate.ts";
import { deleteLeases } from "../store/queries/records.ts";
import { damagedStore, isDamage } from "../store/sqlite-damage.ts";
import { lockDirectory } from "../store/sqlite-owner-lock.ts";
import { sqliteStore } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";

export interface StoreLocation {
  /** The directory that contains the SQLite file, the key ring and `first-application.json`. */
  dataDir: string;
  /** The URL of a PostgreSQL database. If the URL is absent, the store is a SQLite file in the data directory. */
  databaseUrl?: string | undefined;
  /** The key ring as JSON. If `masterKeys` is absent, the key ring is read from a file. */
  masterKeys?: string | undefined;
  /** The path of the key ring file. Default: `keyring.json` in the data directory. */
  masterKeyFile?: string | undefined;
  /** The key service that encrypts the key ring. Default: the key ring is plain text. */
  keyService?: KeyService | undefined;
}

/** Imports the driver only for PostgreSQL, because the driver uses a tenth of the service's memory. */
export const openPostgres = async (url: string): Promise<Store> =>
  (await import("../store/postgres.ts")).postgresStore(url);

export const databaseFileIn = (directory: string): string => join(directory, "service.sqlite");

export interface OpenStore {
  store: Store;
  keys: KeyRing;
  keyRingFile: string;
  /** Whether this call has created the key ring. */
  createdKeys: boolean;
  /** The migrations that this call has run. */
  migrated: readonly string[];
  close(): Promise<void>;
}

/** Creates the data directory, which only its owner can read. */
export function makeDataDirectory(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
}

/**
 * Opens a store and its key ring, and migrates the store.
 * @param exclusive if true, fails if another process uses the SQLite store, and checks the whole file for damage.
 * Commands that can run while the service runs pass false.
 * @param migrate if false, fails if the store lacks migrations
 */
export async function openStore(
  { dataDir, databaseUrl, masterKeys, masterKeyFile, keyService }: StoreLocation,
  { exclusive = true, migrate = true, clock = systemClock } = {},
): Promise<OpenStore> {
  // With PostgreSQL and a key ring from elsewhere, a container needs no directory that it can write to.
  if (!databaseUrl || !(masterKeys || masterKeyFile)) makeDataDirectory(dataDir);
  const lock = databaseUrl || !exclusive ? undefined : lockDirectory(dataDir);
  const file = databaseFileIn(dataDir);
  const store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(file, exclusive, lock);
  const close = async () => {
    await store.close();
    lock?.release();
  };
  try {
    const migrated = migrate ? (await store.migrate()).applied : [];
    if (!migrate) refuseOldSchema((await compareSchema(store.db)).missing);
    const keyRingFile = masterKeyFile ?? keyRingFileIn(dataDir);
    const { ring, created } = await openKeyRing({
      json: masterKeys,
      file: keyRingFile,
      keyService,
      create: !(await hasKeyRing(store.db)),
    });
    await checkKeyRing(store, ring);
    protectRows(store, ring, {
      now: () => clock.now(),
      onRefused: ({ name, organization, reason }) =>
        process.stderr.write(`Refused a row of the organization ${organization}: ${name} ${reason}.\n`),
    });
    await sealOldRecords(store, createSealer(ring));
    await sealOldAnswers(store, createSealer(ring));
    // No other process uses the store now, so a killed process has left these leases.
    if (lock) await deleteLeases(store.db);
    return { store, keys: ring, keyRingFile, createdKeys: created, migrated, close };
  } catch (error) {
    await close();
    throw isDamage(error) ? damagedStore(file) : error;
  }
}

function openSqlite(file: string, verify: boolean, lock: { release(): void } | undefined): Store {
  try {
    return sqliteStore(file, { verify });
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** @throws ConnectorError `storage_unavailable` if a store lacks migrations */
export function refuseOldSchema(missing: readonly string[]): void {
  if (missing.length === 0) return;
  const [first, ...others] = missing;
  const which = others.length === 0 ? `migration ${first}` : `migrations ${first} to ${others.at(-1)}`;
  throw new ConnectorError("storage_unavailable", `The store lacks the ${which} of this version.`, {
    hint: "Run with the same settings: agent-connectors-service migrate",
    retry_after: 5,
  });
}
