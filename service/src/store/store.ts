import type { Kysely, RawBuilder } from "kysely";
import type { Protection } from "./protected-rows/protection.ts";
import type { Tables } from "./tables.ts";

/** A database, or a transaction on the database. The first parameter of every function in `queries/` is a `Db`. */
export type Db = Kysely<Tables> & { readonly protection: Protection };

export interface Store {
  readonly kind: "sqlite" | "postgres";
  readonly db: Db;
  /**
   * Calls `run`. If `run` throws, stores none of its changes. Committed changes survive a power cut.
   * @param organization the organization whose request needs the transaction. An organization cannot use all connections
   * of the database: its further transactions wait for the earlier ones.
   */
  transaction<T>(run: (db: Db) => Promise<T>, organization?: string): Promise<T>;
  /**
   * Runs one statement whose change survives the end of the process, but perhaps not a power cut. With SQLite, it does not
   * wait for the disk.
   */
  unsynced<T>(run: (db: Db) => Promise<T>): Promise<T>;
  /** The time of the database, in milliseconds since 1970, for a statement. */
  readonly now: RawBuilder<number>;
  /**
   * Creates or upgrades the tables. Several processes can call this method at the same time.
   * @throws ConnectorError `config_error` if a newer version of the service has upgraded the store
   */
  migrate(): Promise<Migrated>;
  /** Throws within 2 s if the database cannot store rows, or if the file of a SQLite store is gone. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface Migrated {
  /** The migrations that this call has run, in order. */
  applied: readonly string[];
}
