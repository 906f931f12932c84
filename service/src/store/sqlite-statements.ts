import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { SqliteDatabase } from "kysely";

/**
 * The maximum number of prepared statements in memory. A query with a list of ids has a different SQL text for each
 * length of the list, so the number of statements could grow without end.
 */
const maxPrepared = 500;

interface Prepared {
  statement: StatementSync;
  /** Whether the statement returns rows. A migration can change the columns of a statement, but not this value. */
  reader: boolean;
}

/**
 * Adapts a database of `node:sqlite` to kysely's SQLite dialect. Each statement is prepared once. If a migration
 * changes the tables, SQLite itself prepares the statement again.
 */
export function forKysely(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const statement = database.prepare(sql);
    return { statement, reader: statement.columns().length > 0 };
  };
  const find = (sql: string): Prepared => {
    const found = prepared.get(sql) ?? prepare(sql);
    // A `Map` keeps the order of insertion, so its first statement is the least recently used.
    prepared.delete(sql);
    prepared.set(sql, found);
    if (prepared.size > maxPrepared) prepared.delete(prepared.keys().next().value!);
    return found;
  };
  const bound = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    close() {
      prepared.clear();
      database.close();
    },
    prepare(text) {
      // `begin immediate` takes the write lock at once. With `begin`, a transaction that starts with a read could fail
      // when it writes later.
      const sql = text === "begin" ? "begin immediate" : text;
      const { statement, reader } = find(sql);
      return {
        reader,
        all: (parameters) => statement.all(...bound(parameters)),
        run(parameters) {
          try {
            return statement.run(...bound(parameters));
          } catch (error) {
            // If the disk is full, SQLite itself rolls the transaction back, and kysely's rollback then fails. This
            // second failure must not hide the original error.
            if (sql === "rollback" && !database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
            throw error;
          }
        },
        // The same SQL can run again while the iterator is in use, so the iterator needs its own prepared statement.
        iterate: (parameters) => prepare(sql).statement.iterate(...bound(parameters)),
      };
    },
  };
}
