import { PostgresAdapter, sql, type RawBuilder } from "kysely";
import type { Db } from "./store.ts";

/** Returns whether a database is PostgreSQL. Otherwise it is SQLite. */
export const isPostgres = (db: Pick<Db, "getExecutor">): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Returns the time of a database, in milliseconds since 1970, for a statement. */
export const timeOf = (db: Pick<Db, "getExecutor">): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
