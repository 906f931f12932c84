import { createHash } from "node:crypto";
import { createTurns } from "agent-connectors/toolkit";
import { Kysely, PostgresDialect, sql, type PostgresPool } from "kysely";
import type { Migration } from "kysely/migration";
import { types, type CustomTypesConfig } from "pg";
import { timeOf } from "./dialect.ts";
import { compareSchema, migratedInTransaction, runMigrations } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { postgresPool } from "./postgres-pool.ts";
import { createProtection, type Protection } from "./protected-rows/protection.ts";
import { addRequests } from "./queries/request-counts.ts";
import { checkCount, sharedCheck } from "./shared-check.ts";
import { cannotOpenStore } from "./storage-errors.ts";
import type { Db, Store } from "./store.ts";
import type { Tables } from "./tables.ts";
import { transactionsOf } from "./transactions.ts";
import { uuid } from "./uuid.ts";

/**
 * A transaction sets its limits itself, because a startup parameter of the connection would not reach the database
 * through PgBouncer. A replica that freezes in a transaction must not keep its locks.
 */
const begin =
  "begin; set local statement_timeout = 15000; set local idle_in_transaction_session_timeout = 60000";

/** With so little memory, the statement of a check writes a temporary file, which a full disk refuses. */
const beginCheck = "begin; set local statement_timeout = 1000; set local work_mem = 64";

/** The number of connections, and the maximum number that the transactions of one organization use. */
const [connections, organizationConnections] = [10, 4];

/** Opens a store that several replicas can share. A statement fails if PostgreSQL does not respond within `answerMs`. */
export function postgresStore(url: string, { answerMs = 20_000 } = {}): Store {
  const options = {
    connectionString: url,
    types: numbers,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  };
  const pool = postgresPool({ ...options, max: connections, query_timeout: answerMs }, begin);
  // A check must not wait until a call returns its connection.
  const checkPool = postgresPool(
    { ...options, max: 1, connectionTimeoutMillis: 1000, query_timeout: 1000 },
    beginCheck,
  );
  const protection = createProtection();
  const [db, checks] = [kyselyOf(pool, protection), kyselyOf(checkPool, protection)];
  const transaction = transactionsOf(db);
  const turns = createTurns(organizationConnections);
  const replica = uuid(Date.now());
  return {
    kind: "postgres",
    db,
    // Changes of one organization wait for each other's locks. They must not wait with connections that others need.
    transaction: (run, organization) =>
      organization === undefined ? transaction(run) : turns(organization, () => transaction(run)),
    unsynced: (run) => run(db),
    now: timeOf(db),
    async migrate() {
      // These statements have no time limit, because this replica may have to wait while another replica migrates the
      // store.
      const patient = kyselyOf(postgresPool({ ...options, max: 1 }, "begin"), protection);
      const runNext = () =>
        transactionsOf(patient)(async (tables) => {
          // A lock of the transaction, and not of the session, also works if PgBouncer shares the sessions.
          await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(tables);
          const { missing } = await compareSchema(tables);
          return { left: missing.length, ...(await runMigrations(tables, nextOf(missing))) };
        });
      try {
        const applied: string[] = [];
        for (;;) {
          const { left, applied: now } = await runNext();
          applied.push(...now);
          if (now.length === left) return { applied };
        }
      } catch (error) {
        throw cannotOpenStore(error);
      } finally {
        await patient.destroy();
      }
    },
    check: sharedCheck(() =>
      transactionsOf(checks)(async (tables) => {
        await addRequests(tables, checkCount(`readyz/${replica}`));
        await sql`select count(*) from generate_series(1, 10000)`.execute(tables);
      }),
    ),
    async close() {
      await db.destroy();
      await checks.destroy();
      // Kysely's `destroy` does not end a pool that was never used.
      for (const one of [pool, checkPool]) await one.end();
    },
  };
}

/**
 * Returns the migrations that the store has after the next transaction. Other replicas may write to a store that exists. A
 * migration changes one table, and if its transaction had locks of other tables too, it and a writer could wait for each other.
 */
function nextOf(missing: readonly string[]): Readonly<Record<string, Migration>> {
  const all = Object.entries(migrations);
  const [next] = missing;
  return next === undefined || missing.length === all.length
    ? migrations
    : Object.fromEntries(all.filter(([name]) => name <= next));
}

const kyselyOf = (pool: PostgresPool, protection: Protection): Db =>
  Object.assign(new Kysely<Tables>({ dialect: migratedInTransaction(new PostgresDialect({ pool })) }), {
    protection,
  });

/**
 * By default, the driver returns 64-bit integers (type 20) as text. All integers in this store are small enough for a
 * number.
 */
const numbers: CustomTypesConfig = {
  getTypeParser: ((id: number, format?: "text" | "binary") =>
    id === 20
      ? Number
      : (types.getTypeParser as (id: number, format?: string) => unknown)(
          id,
          format,
        )) as CustomTypesConfig["getTypeParser"],
};

/** The advisory lock of the replica that upgrades the store. */
export const migrationLock = createHash("sha256")
  .update("agent-connectors/migrate")
  .digest()
  .readBigInt64BE()
  .toString();
