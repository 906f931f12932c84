import { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteDialect, sql } from "kysely";
import { createProtection } from "./protected-rows/protection.ts";
import { addRequests } from "./queries/request-counts.ts";
import { checkCount, sharedCheck } from "./shared-check.ts";
import { timeOf } from "./dialect.ts";
import { fileCheck } from "./sqlite-file.ts";
import { migratedInTransaction, runMigrations } from "./migrate.ts";
import { checkPages, damagedStore, isDamage, orClose } from "./sqlite-damage.ts";
import { busy } from "./sqlite-owner-lock.ts";
import { forKysely } from "./sqlite-statements.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";
import { transactionsOf } from "./transactions.ts";

/** The maximum time that a statement waits for a lock of another process. */
const lockWaitMs = 5_000;

/**
 * Opens a SQLite store. Committed transactions survive a power cut (`synchronous = full`).
 * @param file a path, or `:memory:`
 * @param verify whether to read and check the whole file first. Default: false
 * @throws ConnectorError `config_error` if the file is damaged
 */
export function sqliteStore(file: string, { verify = false } = {}): Store {
  const database = new DatabaseSync(file, { timeout: lockWaitMs });
  orClose(database, file, () => {
    if (verify) checkPages(database, file);
    turnOnWriteAheadLog(database);
    database.exec("pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on;");
  });
  const dialect = migratedInTransaction(new SqliteDialect({ database: forKysely(database) }));
  const db = Object.assign(new Kysely<Tables>({ dialect }), { protection: createProtection() });
  const transaction = transactionsOf(db);
  const checkFile = fileCheck(file);
  const checkWrite = sharedCheck(async () => {
    await addRequests(db, checkCount("readyz"));
  });
  return {
    kind: "sqlite",
    db,
    transaction,
    unsynced: (run) =>
      db.connection().execute(async (connection) => {
        await sql`pragma synchronous = normal`.execute(connection);
        try {
          return await run(Object.assign(connection, { protection: db.protection }));
        } finally {
          await sql`pragma synchronous = full`.execute(connection);
        }
      }),
    now: timeOf(db),
    migrate: () => transaction((tables) => runMigrations(tables)),
    async check() {
      checkFile();
      await checkWrite();
    },
    close: () => db.destroy(),
  };
}

/**
 * Turns on the write-ahead log. The statement fails at once if another process runs it at the same time, because SQLite
 * ignores the option `timeout` here. Therefore, this function repeats the statement for up to `lockWaitMs`.
 */
function turnOnWriteAheadLog(database: DatabaseSync): void {
  const giveUpAt = Date.now() + lockWaitMs;
  for (;;) {
    try {
      return database.exec("pragma journal_mode = wal;");
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== busy || Date.now() >= giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Copies a database. The copy is consistent, even if a process changes the database meanwhile. */
export function copySqlite(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    database.prepare("vacuum into ?").run(to);
  } catch (error) {
    throw isDamage(error) ? damagedStore(from) : error;
  } finally {
    database.close();
  }
}
