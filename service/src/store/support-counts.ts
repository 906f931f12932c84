import { sql } from "kysely";
import type { Store } from "./store.ts";

export async function databaseVersion({ db, kind }: Store): Promise<string> {
  const found =
    kind === "sqlite"
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select current_setting('server_version') as version`;
  const { rows } = await found.execute(db);
  return rows[0]!.version;
}

/** The number of rows of each table, and of the connectors by type, status and last error. */
export async function countRows({ db }: Store): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]!.n);
  }
  const connectors = await db
    .selectFrom("connectors")
    .select(["type", "status", "last_error_code", (eb) => eb.fn.countAll<number>().as("n")])
    .groupBy(["type", "status", "last_error_code"])
    .execute();
  for (const { type, status, last_error_code, n } of connectors)
    counts[`connectors ${type} ${status} ${last_error_code ?? "ok"}`] = Number(n);
  return counts;
}

/** Of the last 10,000 calls since a time, the number of each outcome. An outcome is `ok` or the code of an error. */
export async function recentOutcomes({ db }: Store, since: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const rows = await db
    .selectFrom("audit")
    .select("detail")
    .where("event", "=", "execute")
    .where("at", ">=", since)
    .orderBy("at", "desc")
    .limit(10_000)
    .execute();
  for (const { detail } of rows) {
    const outcome = /"outcome":"([a-z_]{1,40})"/.exec(detail ?? "")?.[1] ?? "unknown";
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
