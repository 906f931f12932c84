import type { StoreDriver } from "../core/contract/store-driver.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { typeName } from "../core/ground/json.ts";
import { optionError } from "../core/ground/read-options.ts";

/** The parts of the statements in which databases differ. */
export interface SqlDialect {
  /** The expression for the current time. */
  now: string;
  /** The expression for the time after a number of seconds, which is the parameter `?`. */
  later: string;
  /** The expression for a new random version. */
  version: string;
  /** Lets the removal of expired rows pass over rows that others are changing. */
  skipLocked: string;
}

/** Runs a statement, whose parameters are written as `?`, and resolves with its rows. */
export type RunSql = (
  statement: string,
  values: readonly unknown[],
) => Promise<readonly Record<string, unknown>[]>;

/** The character after all characters of keys. */
const afterAllKeys = "~";

/** The number of writes after which a process removes expired rows. */
const writesPerRemoval = 200;

/** Creates a store in a table of a database. Each method runs one statement, so it needs no transaction. */
export function sqlStore(table: string, dialect: SqlDialect, run: RunSql): StoreDriver {
  const { now, later, version, skipLocked } = dialect;
  const lives = `(expires_at is null or expires_at > ${now})`;
  const statements = {
    read: `select value, version from ${table} where key = ? and ${lives}`,
    create: `insert into ${table} as stored (key, value, version, expires_at)
      values (?, ?, ${version}, ${later}) on conflict (key) do update
      set value = excluded.value, version = excluded.version, expires_at = excluded.expires_at
      where stored.expires_at <= ${now} returning version`,
    replace: `update ${table} set value = ?, version = ${version}, expires_at = ${later}
      where key = ? and version = ? and ${lives} returning version`,
    delete: `delete from ${table} where key = ? and version = ? and ${lives} returning version`,
    list: `select key from ${table} where key >= ? and key < ? and key > ? and ${lives} order by key limit ?`,
    removeExpired: `delete from ${table} where expires_at <= ${now} and key in
      (select key from ${table} where expires_at <= ${now} limit 1000 ${skipLocked})`,
  };
  let writes = Math.floor(Math.random() * writesPerRemoval);
  return {
    async read(key) {
      const [found] = await run(statements.read, [key]);
      return found && { value: String(found.value), version: String(found.version) };
    },
    async write(key, value, ifVersion, ttlSeconds) {
      const seconds = ttlSeconds ?? null;
      const written =
        ifVersion === undefined
          ? await run(statements.create, [key, value, seconds])
          : await run(statements.replace, [value, seconds, key, ifVersion]);
      // The value is stored, so an error of the removal does not matter.
      if (++writes % writesPerRemoval === 0) await run(statements.removeExpired, []).catch(() => {});
      return written.length > 0;
    },
    delete: async (key, ifVersion) => (await run(statements.delete, [key, ifVersion])).length > 0,
    async list(prefix, after = "", limit = 100) {
      const rows = await run(statements.list, [prefix, prefix + afterAllKeys, after, limit]);
      return rows.map(({ key }) => String(key));
    },
  };
}

/** Returns the statements that make a table, if it does not exist. `keyType` must sort texts by their bytes. */
export function tableStatements(
  table: string,
  { keyType, timeType }: { keyType: string; timeType: string },
): readonly string[] {
  const index = `${table.slice(table.indexOf(".") + 1)}_expires_at`;
  return [
    `create table if not exists ${table} (
  key ${keyType} primary key,
  value text not null,
  version text not null,
  expires_at ${timeType}
)`,
    `create index if not exists ${index} on ${table} (expires_at) where expires_at is not null`,
  ];
}

/**
 * Returns the name of a table.
 * @throws ConnectorError `config_error` if the name would need quotes
 */
export function readTable(table: unknown): string {
  if (typeof table === "string" && /^([a-z_][a-z0-9_]{0,49}\.)?[a-z_][a-z0-9_]{0,49}$/.test(table))
    return table;
  throw optionError(
    "table",
    `The table of a store must be a name such as "tokens" or "app.tokens"${typeof table === "string" ? "" : `, got ${typeName(table)}`}.`,
    "A name has at most 50 of the characters a-z, 0-9 and _, and begins with no digit.",
  );
}

export const foreignTable = (table: string): ConnectorError =>
  new ConnectorError("config_error", `The table ${table} has other columns than a store.`, {
    hint: "Nothing was overwritten. Give the store a table or a database of its own.",
  });

/**
 * Returns the rows of a statement.
 * @throws ConnectorError `config_error` if a client has returned something else
 */
export function readRows(rows: unknown, client: string, expected: string): Record<string, unknown>[] {
  if (Array.isArray(rows)) return rows as Record<string, unknown>[];
  throw new ConnectorError("config_error", `The ${client} of the store returned no rows: ${expected}.`, {
    hint: "Pass another client. It is not known whether it has run the statement.",
  });
}

export const defaultTable = "agent_connectors_store";
