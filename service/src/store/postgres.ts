import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool, types, type CustomTypesConfig } from "pg";
import { migrate } from "./migrations.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** PostgreSQL, for several replicas. Locks have connections of their own, so that who waits for one stops nobody else. */
export function postgresStore(url: string): Store {
  const options = {
    connectionString: url,
    // Times are milliseconds and fit a number; the driver gives 64-bit integers as text.
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
    // Longer than a platform may take to answer while the lock is held.
    idle_in_transaction_session_timeout: 180_000,
  });
  // A connection that breaks while idle is replaced at the next request; without a listener it would end the process.
  for (const one of [pool, locks]) one.on("error", () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const lockDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: locks }) });
  const transaction: Store["transaction"] = (run) => db.transaction().execute(run);
  return {
    kind: "postgres",
    db,
    transaction,
    withLock: (name, run) =>
      lockDb.transaction().execute(async (lock) => {
        await sql`select pg_advisory_xact_lock(${lockNumber(name)}::bigint)`.execute(lock);
        return run();
      }),
    migrate: () =>
      transaction(async (tables) => {
        await sql`select pg_advisory_xact_lock(${lockNumber("migrate")}::bigint)`.execute(tables);
        return migrate(tables);
      }),
    async close() {
      await db.destroy();
      await lockDb.destroy();
    },
  };
}

const lockNumber = (name: string): string =>
  createHash("sha256").update(`agent-connectors/${name}`).digest().readBigInt64BE().toString();
