import type { StoreDriver } from "../core/contract/store-driver.ts";
import { checkFunctions } from "../core/store/check-store.ts";
import { defaultTable, foreignTable, sqlStore, tableStatements } from "./sql-store.ts";

/** The part of a database that a store uses, such as of `DatabaseSync` of `node:sqlite`, or of `better-sqlite3`. */
export interface SqliteDatabase {
  exec(statement: string): unknown;
  prepare(statement: string): { all(...values: (string | number | null)[]): unknown[] };
}

const dialect = {
  now: "unixepoch('subsec')",
  later: "unixepoch('subsec') + ?",
  version: "lower(hex(randomblob(16)))",
  skipLocked: "",
};

/**
 * Creates a store in the table `agent_connectors_store` of an SQLite database, version 3.42 or later. The store makes its
 * table. Several processes can share the file of the database. If the database has no `busy_timeout`, the store sets
 * it to 5 seconds, so that processes wait for each other.
 * @param database an open database. The application closes it
 */
export function sqliteStore(database: SqliteDatabase): StoreDriver {
  checkFunctions(database, ["prepare"], "database", "new DatabaseSync(file) of node:sqlite");
  const statements = new Map<string, ReturnType<SqliteDatabase["prepare"]>>();
  const prepare = (statement: string) => {
    const found = statements.get(statement) ?? database.prepare(statement);
    statements.set(statement, found);
    return found;
  };
  let isReady = false;
  const makeReady = () => {
    const [row] = database.prepare("pragma busy_timeout").all() as { timeout: number }[];
    if (row?.timeout === 0) database.exec("pragma busy_timeout = 5000");
    for (const statement of tableStatements(defaultTable, { keyType: "text", timeType: "real" }))
      database.exec(statement);
    isReady = true;
  };
  return sqlStore(defaultTable, dialect, async (statement, values) => {
    try {
      if (!isReady) makeReady();
      return prepare(statement).all(...(values as (string | number | null)[])) as Record<string, unknown>[];
    } catch (error) {
      throw /no such column|has no column|does not match any/.test(String(error))
        ? foreignTable(defaultTable)
        : error;
    }
  });
}
