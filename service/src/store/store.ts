import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** A database connection or a transaction. It is the first parameter of every function in `queries/`. */
export type Db = Kysely<Tables>;

/** The database of the service, which is SQLite or PostgreSQL. */
export interface Store {
  readonly kind: "sqlite" | "postgres";
  readonly db: Db;
  /** Stores all changes of `run`, or none if `run` throws. A committed transaction survives a power cut. */
  transaction<T>(run: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Runs a function while no other function with the same lock name runs, in this process or in another replica. */
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>;
  /**
   * Creates or upgrades the tables. Several processes can call this method at the same time.
   * @throws ConnectorError `config_error` when a newer version of the service has used the store
   */
  migrate(): Promise<Migrated>;
  /** Fails if the database does not respond, or if the file of a SQLite store is gone. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface Migrated {
  /** The names of the migrations that this call has run, in order. */
  applied: readonly string[];
}
