import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from "kysely";
import { Pool, types, type CustomTypesConfig } from "pg";
import { ping } from "./queries/health.ts";
import { migratedInTransaction, runMigrations } from "./migrate.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";
import { transactionsOf } from "./transactions.ts";

/** Opens a store that several replicas can share. A statement fails if PostgreSQL does not respond within `answerMs`. */
export function postgresStore(url: string, { answerMs = 20_000 } = {}): Store {
  const options = {
    connectionString: url,
    // By default, the driver returns 64-bit integers (type 20) as text. All integers in this store are small enough
    // for a number.
    types: {
      getTypeParser: (id: number, format?: "text" | "binary") =>
        id === 20 ? Number : (types.getTypeParser as (id: number, format?: string) => unknown)(id, format),
    } as CustomTypesConfig,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 60_000,
  };
  const pool = new Pool({ ...options, max: 10, statement_timeout: 15_000, query_timeout: answerMs });
  surviveLostSessions(pool);
  const open = (pool: Pool) =>
    new Kysely<Tables>({
      dialect: migratedInTransaction(new PostgresDialect({ pool: withoutStuckConnections(pool) })),
    });
  const db = open(pool);
  const transaction = transactionsOf(db);
  return {
    kind: "postgres",
    db,
    transaction,
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    async migrate() {
      // The statements of this pool have no timeout, because this replica may have to wait while another replica
      // migrates the store.
      const single = new Pool({ ...options, max: 1 });
      surviveLostSessions(single);
      const patient = open(single);
      try {
        return await transactionsOf(patient)(async (tables) => {
          // A lock of the transaction, and not of the session, also works if PgBouncer shares the sessions.
          await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(tables);
          return runMigrations(tables);
        });
      } finally {
        await patient.destroy();
      }
    },
    check: () => ping(db),
    async close() {
      await db.destroy();
      // Kysely's `destroy` does not end a pool that was never used.
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Keeps the process alive if PostgreSQL ends a session, for example at a restart. Node ends a process if nothing
 * listens to an `error` event. The pool listens for idle connections only, and passes their errors on. The statement
 * that runs on a lost connection fails, and the pool replaces the connection.
 */
function surviveLostSessions(pool: Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

/**
 * Closes a connection after a statement has timed out. PostgreSQL may still be running this statement, so the next
 * query on the connection would become part of an unfinished transaction.
 */
const withoutStuckConnections = (pool: Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  async connect() {
    const client = await pool.connect();
    let stuck: unknown;
    return {
      async query(statement: unknown, parameters?: unknown) {
        if (stuck !== undefined) throw stuck;
        try {
          return await client.query(statement as string, parameters as unknown[]);
        } catch (error) {
          if (error instanceof Error && error.message === "Query read timeout") stuck = error;
          throw error;
        }
      },
      release: () => client.release(stuck !== undefined),
    } as unknown as PostgresPoolClient;
  },
});

const migrationLock = createHash("sha256")
  .update("agent-connectors/migrate")
  .digest()
  .readBigInt64BE()
  .toString();
