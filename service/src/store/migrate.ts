import type { Dialect, DialectAdapter } from "kysely";
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from "kysely/migration";
import { ConnectorError } from "agent-connectors";
import { migrations, oldestSchema } from "./migrations/index.ts";
import type { Db, Migrated } from "./store.ts";

/** The row of `settings` with the oldest schema whose service still works with the store. */
const oldestName = "oldest_schema";

/**
 * Runs the migrations that the store does not have yet. `db` must be a transaction, so that a failed upgrade changes
 * nothing. The caller must keep other processes from migrating the store at the same time.
 * @param oldest see `oldestSchema`
 * @throws ConnectorError `config_error` if a newer version has upgraded the store, and this version does not work with it
 */
export async function runMigrations(
  db: Db,
  known: Readonly<Record<string, Migration>> = migrations,
  oldest: string = oldestSchema,
): Promise<Migrated> {
  const { missing, newer } = await compareSchema(db, known);
  if (newer.length > 0) return { applied: [] };
  if (missing.length > 0) {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  }
  await db
    .insertInto("settings")
    .values({ name: oldestName, value: oldest })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: oldest }))
    .execute();
  return { applied: missing };
}

/**
 * Returns the migrations that the store lacks, and those that only a newer version knows.
 * @throws ConnectorError `config_error` if a newer version has upgraded the store, and this version does not work with it
 */
export async function compareSchema(
  db: Db,
  known: Readonly<Record<string, Migration>> = migrations,
): Promise<{ missing: string[]; newer: string[] }> {
  const executed = await executedMigrations(db);
  const missing = Object.keys(known).filter((name) => !executed.includes(name));
  const newer = executed.filter((name) => !Object.hasOwn(known, name));
  if (newer.length > 0 && (missing.length > 0 || !(await servesOlder(db, Object.keys(known).at(-1)!))))
    throw new ConnectorError(
      "config_error",
      `The store has the migration ${newer[0]}, which this version of the service does not know.`,
      {
        hint: "A newer version has used the store. Run that version, or restore a backup from before the upgrade.",
      },
    );
  return { missing, newer };
}

/** Whether the store still works with a service whose last migration is `own`. The names of migrations start with numbers. */
async function servesOlder(db: Db, own: string): Promise<boolean> {
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", oldestName)
    .executeTakeFirst();
  return row !== undefined && own >= row.value;
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
