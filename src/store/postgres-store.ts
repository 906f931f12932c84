import type { StoreDriver } from "../core/contract/store-driver.ts";
import { checkFunctions } from "../core/store/check-store.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { optionTypes, readOptions } from "../core/ground/read-options.ts";
import {
  defaultTable,
  foreignTable,
  readRows,
  readTable,
  sqlStore,
  tableStatements,
  type RunSql,
} from "./sql-store.ts";

/** The part of a connection pool that a store uses, such as of `Pool` of the package `pg`. */
export interface PostgresPool {
  query(statement: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface PostgresStoreOptions {
  /** The name of the table, such as `app.tokens`. Default: `agent_connectors_store` */
  table?: string | undefined;
}

const dialect = {
  now: "now()",
  later: "now() + ?::float8 * interval '1 second'",
  version: "gen_random_uuid()::text",
  skipLocked: "for update skip locked",
};
const columns = { keyType: 'text collate "C"', timeType: "timestamptz" };

/**
 * Creates a store in a table of PostgreSQL 13 or later. Each method runs one statement, so the store also works through
 * PgBouncer in transaction mode. The store makes its table if the table does not exist.
 * @param pool a pool of connections. The application ends it. A connection in a transaction would undo writes of the store
 * @throws ConnectorError `config_error` for a wrong pool or name of the table. From the methods: `config_error` if the table
 * is another program's, or if the user of the database may not make or use the table; or the error of the pool
 */
export function postgresStore(pool: PostgresPool, options?: PostgresStoreOptions): StoreDriver {
  checkFunctions(pool, ["query"], "pool", "new Pool({ connectionString }) of the package pg");
  const { table = defaultTable } = readOptions(options, knownOptions, "options of postgresStore", "");
  const name = readTable(table);
  const query: RunSql = async (statement, values) => {
    const result: unknown = await pool.query(statement, [...values]);
    const rows = (result as { rows?: unknown } | null | undefined)?.rows;
    return readRows(
      rows,
      "pool",
      "pool.query(statement, values) must resolve with { rows }, as of the package pg",
    );
  };
  return sqlStore(name, dialect, async (statement, values) => {
    let parameters = 0;
    const numbered = statement.replaceAll("?", () => `$${++parameters}`);
    for (let attempt = 1; ; attempt++)
      try {
        return await query(numbered, values);
      } catch (error) {
        const code = codeOf(error);
        // PostgreSQL has undone a statement that was in the way of another one.
        const again = code === "40001" || code === "40P01";
        if (code === undefinedTable && attempt === 1) await makeTable(name, query);
        else if (!again || attempt > maxAttempts)
          throw code === refused ? noRights(name) : foreignCodes.has(code ?? "") ? foreignTable(name) : error;
      }
  });
}

/** Returns the statements that make the table of a store, for somebody who may make tables. */
export const postgresStoreTable = (table: string = defaultTable): string =>
  `${tableStatements(readTable(table), columns).join(";\n")};\n`;

const knownOptions = { table: optionTypes.anything };
const maxAttempts = 10;
const undefinedTable = "42P01";
const undefinedSchema = "3F000";
/** PostgreSQL refuses a statement because of missing rights. */
const refused = "42501";

async function makeTable(table: string, query: RunSql): Promise<void> {
  for (const statement of tableStatements(table, columns))
    try {
      await query(statement, []);
    } catch (error) {
      const code = codeOf(error);
      if (code === refused || code === undefinedSchema)
        throw new ConnectorError(
          "config_error",
          code === refused
            ? `The table ${table} does not exist, and this user of the database may not make it (${code}).`
            : `The schema ${table.slice(0, table.indexOf("."))} does not exist (${code}).`,
          {
            hint: `${code === refused ? "" : "Make the schema. "}As a user who may, run the statements that postgresStoreTable(${table === defaultTable ? "" : JSON.stringify(table)}) returns.`,
          },
        );
      // Another process has made the table at the same moment.
      if (code !== "23505" && code !== "42P07") throw error;
    }
}

const noRights = (table: string) =>
  new ConnectorError(
    "config_error",
    `This user of the database may not use the table ${table} (${refused}).`,
    {
      hint: "Grant select, insert, update and delete on the table, and usage on its schema.",
    },
  );

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

/** The codes for other columns, other types, and for things that are no table. */
const foreignCodes = new Set(["23502", "42703", "42804", "42809", "42883", "42P10", "22P02"]);
