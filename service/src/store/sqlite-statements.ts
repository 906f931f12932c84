import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { SqliteDatabase } from "kysely";

/** The maximum number of statements that stay prepared. A list of ids has a different SQL text for each length. */
const maxPrepared = 500;

interface Prepared {
  statement: StatementSync;
  /** Whether the statement returns rows. A change of the tables can change its columns, but not this. */
  reader: boolean;
}

/**
 * Adapts a database of `node:sqlite` to the interface of kysely's SQLite dialect. Each statement is prepared once. SQLite
 * itself prepares it again after a change of the tables.
 */
export function forKysely(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const statement = database.prepare(sql);
    return { statement, reader: statement.columns().length > 0 };
  };
  const find = (sql: string): Prepared => {
    const found = prepared.get(sql) ?? prepare(sql);
    // A map keeps the order of insertion, so the first statement is the one that was not used for the longest time.
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
      // `begin immediate` takes the write lock at once. Otherwise a transaction that reads first can fail at a write.
      const sql = text === "begin" ? "begin immediate" : text;
      const { statement, reader } = find(sql);
      return {
        reader,
        all: (parameters) => statement.all(...bound(parameters)),
        run(parameters) {
          try {
            return statement.run(...bound(parameters));
          } catch (error) {
            // If the disk is full, SQLite rolls back by itself. A second rollback then fails and must not hide the error.
            if (sql === "rollback" && !database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
            throw error;
          }
        },
        // The same statement can run again before all rows are read, so the iterator needs its own.
        iterate: (parameters) => prepare(sql).statement.iterate(...bound(parameters)),
      };
    },
  };
}
