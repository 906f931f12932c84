import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** A connection or a transaction: what the repository functions beside this file take. */
export type Db = Kysely<Tables>;

/** A place to keep things. The two implementations differ in this and in nothing else. */
export interface Store {
  readonly kind: "sqlite" | "postgres";
  readonly db: Db;
  /** All or nothing; committed means that it survives a power cut. */
  transaction<T>(run: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Runs one at a time per name, across every process that uses the store. */
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Brings the tables up to date. */
  migrate(): Promise<{ from: number; to: number }>;
  close(): Promise<void>;
}
