import { setImmediate } from "node:timers/promises";
import { sql, type RawBuilder } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./store.ts";
import type { Tables } from "./tables.ts";

/** The rows of one statement. With SQLite, the process does nothing else meanwhile. */
const portion = 1000;

/**
 * Deletes the rows whose time in `column` is before `before`, the oldest first. Deletes them in portions, each in a transaction of its
 * own, so that no statement runs into its time limit or keeps others waiting, however many rows have expired. If several replicas
 * delete at once, each takes other rows. `column` must be the first column of an index, or the first one after those of `where`.
 */
export async function deleteOlder(
  db: Db,
  table: keyof Tables,
  column: string,
  before: number | RawBuilder<number>,
  where: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  const [rows, time] = [sql.table(table), sql.ref(column)];
  const [row, busy] = isPostgres(db)
    ? [sql.raw("ctid"), sql.raw("for update skip locked")]
    : [sql.raw("rowid"), sql``];
  // The next portion starts where this one has ended, because the index still has the deleted rows for a while.
  let from = 0;
  for (;;) {
    const oldest = sql`select ${row} from ${rows} where ${where} and ${time} >= ${from} and ${time} < ${before}
      order by ${time} limit ${sql.lit(portion)} ${busy}`;
    const found = isPostgres(db) ? sql`${row} = any(array(${oldest}))` : sql`${row} in (${oldest})`;
    const deleted = await sql<{
      time: number;
    }>`delete from ${rows} where ${found} returning ${time} as time`.execute(db);
    if (deleted.rows.length < portion) return;
    await setImmediate();
    from = Math.max(...deleted.rows.map((one) => Number(one.time)));
  }
}
