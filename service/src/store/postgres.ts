import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool, types, type CustomTypesConfig } from "pg";
import { migratedInTransaction, runMigrations } from "./migrate.ts";
import type { Db, Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/**
 * Opens a PostgreSQL store, which several replicas can share. Locks use separate connections, so a wait for a lock
 * blocks no request.
 */
export function postgresStore(url: string): Store {
  const options = {
    connectionString: url,
    // By default, the driver returns 64-bit integers (type 20) as text. The integers of this store fit in a number.
    types: {
      getTypeParser: (id: number, format?: "text" | "binary") =>
        id === 20 ? Number : (types.getTypeParser as (id: number, format?: string) => unknown)(id, format),
    } as CustomTypesConfig,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 60_000,
  };
  const pool = new Pool({ ...options, max: 10, statement_timeout: 15_000 });
  const locks = new Pool({
    ...options,
    max: 4,
    lock_timeout: 15_000,
    // The holder of a lock can wait for a platform. This timeout is longer than such a wait.
    idle_in_transaction_session_timeout: 180_000,
  });
  // If an idle connection breaks, the next request opens a new one. Without this listener, the process would end.
  for (const one of [pool, locks]) one.on("error", () => {});
  const open = (pool: Pool) =>
    new Kysely<Tables>({ dialect: migratedInTransaction(new PostgresDialect({ pool })) });
  const db = open(pool);
  const lockDb = open(locks);
  const transaction: Store["transaction"] = (run) => db.transaction().execute(run);
  return {
    kind: "postgres",
    db,
    transaction,
    withLock: (name, run) =>
      lockDb.transaction().execute(async (lock) => {
        await lockUntilCommit(lock, name);
        return run();
      }),
    migrate: () =>
      transaction(async (tables) => {
        // There is no timeout, because this replica waits while another replica migrates the store.
        await sql`set local statement_timeout = 0`.execute(tables);
        await lockUntilCommit(tables, "migrate");
        return runMigrations(tables);
      }),
    async close() {
      await db.destroy();
      await lockDb.destroy();
    },
  };
}

const lockUntilCommit = (db: Db, name: string) =>
  sql`select pg_advisory_xact_lock(${lockNumber(name)}::bigint)`.execute(db);

const lockNumber = (name: string): string =>
  createHash("sha256").update(`agent-connectors/${name}`).digest().readBigInt64BE().toString();
