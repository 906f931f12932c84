import type { StoreDriver } from "../core/contract/store-driver.ts";
import { checkFunctions } from "../core/store/check-store.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { defaultTable, foreignTable, readRows, sqlStore, tableStatements } from "./sql-store.ts";

/** The part of a database that a store uses, such as of `DatabaseSync` of `node:sqlite`, or of `better-sqlite3`. */
export interface SqliteDatabase {
  exec(statement: string): unknown;
  prepare(statement: string): { all(...values: (string | number | null)[]): unknown[] };
  /** Whether a transaction is open: of `node:sqlite` from Node 22.16. */
  readonly isTransaction?: boolean;
  /** Whether a transaction is open: of `better-sqlite3` and `bun:sqlite`. */
  readonly inTransaction?: boolean;
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
 * @param database an open database, on which the application opens no transactions. The application closes it
 * @throws ConnectorError `config_error` for a wrong database. From the methods: `config_error` if the table is another
 * program's, or if the application has a transaction open on this connection; or the error of the database
 */
export function sqliteStore(database: SqliteDatabase): StoreDriver {
  checkFunctions(database, ["exec", "prepare"], "database", "new DatabaseSync(file) of node:sqlite");
  const rowsOf = (statement: ReturnType<SqliteDatabase["prepare"]>, ...values: (string | number | null)[]) =>
    readRows(
      statement.all(...values),
      "database",
      "prepare(statement).all() must return an array, as of node:sqlite and better-sqlite3",
    );
  const statements = new Map<string, ReturnType<SqliteDatabase["prepare"]>>();
  const prepare = (statement: string) => {
    const found = statements.get(statement) ?? database.prepare(statement);
    statements.set(statement, found);
    return found;
  };
  let isReady = false;
  const makeReady = () => {
    const [row] = rowsOf(database.prepare("pragma busy_timeout")) as { timeout?: number }[];
    if (row?.timeout === 0) database.exec("pragma busy_timeout = 5000");
    const [table, ...indexes] = tableStatements(defaultTable, { keyType: "text", timeType: "real" });
    database.exec(table!);
    // An index in the table of another program would be a change of this program.
    const found = rowsOf(
      database.prepare(`select name, pk from pragma_table_info('${defaultTable}') order by name`),
    );
    if (found.map(({ name, pk }) => `${String(name)} ${Number(pk)}`).join() !== columns)
      throw foreignTable(defaultTable);
    for (const index of indexes) database.exec(index);
    isReady = true;
  };
  return sqlStore(defaultTable, dialect, async (statement, values) => {
    if (database.isTransaction === true || database.inTransaction === true) throw inTransaction();
    try {
      if (!isReady) makeReady();
      return rowsOf(prepare(statement), ...(values as (string | number | null)[]));
    } catch (error) {
      const text = String(error);
      if (/no such table/.test(text)) throw tableGone();
      throw /no such column|has no column|does not match any/.test(text) ? foreignTable(defaultTable) : error;
    }
  });
}

/** The columns of the table, and the place of each in the primary key. */
const columns = "expires_at 0,key 1,value 0,version 0";

const inTransaction = () =>
  new ConnectorError(
    "config_error",
    "The application has a transaction open on the connection of the store, and its end could undo what the store writes.",
    {
      hint: "Nothing was done. Give the store a connection of its own, such as a second new DatabaseSync(file).",
    },
  );

const tableGone = () =>
  new ConnectorError(
    "storage_unavailable",
    `The table ${defaultTable} was deleted while the store used it.`,
    {
      hint: "Restore the table, or start the program again to begin with an empty one.",
      retryable: false,
    },
  );
