import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { systemClock, type Clock } from "agent-connectors";
import { keyFileIn, openKeyRing, writeSecret } from "./keyfile.ts";
import type { KeyRing } from "./keyring.ts";
import type { Log } from "./log.ts";
import type { Options } from "./options.ts";
import { createService, type Service } from "./service.ts";
import { checkKeys, ensureApplication, hasKeys, type FirstApplication } from "./setup.ts";
import { ownDirectory } from "./store/lock.ts";
import { sqliteStore } from "./store/sqlite.ts";
import type { Store } from "./store/store.ts";
import type { ConnectorType } from "./types.ts";

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
  (await import("./store/postgres.ts")).postgresStore(url);

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

export interface OpenOptions extends Place {
  connectors: readonly ConnectorType[];
  limits?: Partial<Options>;
  clock?: Clock;
  log?: Log;
  /** The first application, in place of one that is made. */
  application?: Partial<FirstApplication>;
}

export interface OpenService extends OpenStore {
  service: Service;
  /** Made at this start: shown once. */
  application: FirstApplication | undefined;
}

/** A service on its own store, without a port: what the command, tests and embedding programs start from. */
export async function openService(options: OpenOptions): Promise<OpenService> {
  const { connectors, limits, clock = systemClock, log, application: given = {}, dataDir } = options;
  const opened = await openPlace(options);
  try {
    const application = await ensureApplication(opened.store, clock, given);
    if (application)
      writeSecret(join(dataDir, "first-application.json"), `${JSON.stringify(application, null, 2)}\n`, {
        replace: true,
      });
    const service = createService({
      connectors,
      store: opened.store,
      keys: opened.keys,
      clock,
      ...(limits ? { limits } : {}),
      ...(log ? { log } : {}),
    });
    return { ...opened, service, application };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
