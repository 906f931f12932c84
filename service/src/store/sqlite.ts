import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect, type SqliteDatabase } from "kysely";
import { migrate } from "./migrations.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** SQLite in one file (or `:memory:`). FULL: a commit that was answered survives a power cut. */
export function sqliteStore(file: string): Store {
  const database = new DatabaseSync(file);
  database.exec(
    "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; pragma busy_timeout = 5000;",
  );
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(database) }) });
  const transaction: Store["transaction"] = (run) => db.transaction().execute(run);
  const queues = new Map<string, Promise<unknown>>();
  return {
    kind: "sqlite",
    db,
    transaction,
    // One process owns the file, so a queue in memory is enough.
    withLock(name, run) {
      const turn = (queues.get(name) ?? Promise.resolve()).then(run, run);
      const settled = turn.catch(() => {}).finally(() => queues.get(name) === settled && queues.delete(name));
      queues.set(name, settled);
      return turn;
    },
    migrate: () => transaction(migrate),
    close: () => db.destroy(),
  };
}

/** node:sqlite in the form that kysely's own dialect takes. */
function adapt(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      const bound = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...bound(parameters)),
        run: (parameters) => {
          try {
            return statement.run(...bound(parameters));
          } catch (error) {
            // A full disk has rolled back by itself; a second rollback must not hide that.
            if (sql === "rollback" && !database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
            throw error;
          }
        },
        iterate: (parameters) => statement.iterate(...bound(parameters)),
      };
    },
  };
}

/** A consistent copy of a database that may be in use, of one moment; the file must not exist. */
export function copySqlite(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    database.prepare("vacuum into ?").run(to);
  } finally {
    database.close();
  }
}
