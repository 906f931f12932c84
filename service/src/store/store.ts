import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** A connection or a transaction: the parameter of every function in `queries/`. */
export type Db = Kysely<Tables>;

/** The database. SQLite and PostgreSQL differ in these members and in nothing else. */
export interface Store {
  readonly kind: "sqlite" | "postgres";
  readonly db: Db;
  /** All or nothing. A committed transaction survives a power cut. */
  transaction<T>(run: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Runs one function at a time per name, across all processes that use the store. */
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>;
  /**
   * Creates or upgrades the tables. Several processes may call it at once.
   * @throws ConnectorError `config_error` when a newer version of the service has used the store
   */
  migrate(): Promise<Migrated>;
  close(): Promise<void>;
}

export interface Migrated {
  /** The migrations that ran just now, in order. */
  applied: readonly string[];
}
