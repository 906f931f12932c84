import type { Dialect, DialectAdapter } from "kysely";
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from "kysely/migration";
import { ConnectorError } from "agent-connectors";
import { migrations } from "./migrations/index.ts";
import type { Db, Migrated } from "./store.ts";

/**
 * Runs the migrations that the store does not have yet. `db` must be a transaction, so that a failed upgrade changes
 * nothing. The caller must keep other processes from migrating the store at the same time.
 * @throws ConnectorError `config_error` if the store has a migration that this version of the service does not know
 */
export async function runMigrations(
  db: Db,
  known: Readonly<Record<string, Migration>> = migrations,
): Promise<Migrated> {
  const unknown = (await executedMigrations(db)).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw new ConnectorError(
      "config_error",
      `The store has the migration ${unknown}, which this version of the service does not know.`,
      {
        hint: "A newer version has used the store. Run that version, or restore a backup from before the upgrade.",
      },
    );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return { applied: results.map(({ migrationName }) => migrationName) };
}

async function executedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const rows = await db
    .withTables<{ [DEFAULT_MIGRATION_TABLE]: { name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select("name")
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Changes a dialect of kysely so that migrations run inside the caller's transaction. The unchanged SQLite dialect does
 * not support this. The unchanged PostgreSQL dialect takes a session lock, which kysely cannot release after a failed
 * transaction.
 */
export const migratedInTransaction = (dialect: Dialect): Dialect => ({
  createDriver: () => dialect.createDriver(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createAdapter: () =>
    Object.create(dialect.createAdapter(), {
      supportsTransactionalDdl: { value: true },
      acquireMigrationLock: { value: async () => {} },
      releaseMigrationLock: { value: async () => {} },
    }) as DialectAdapter,
});
