import { sql } from "kysely";
import { compiledOnce } from "../compiled-once.ts";
import type { Db } from "../store.ts";

interface Counted {
  name: string;
  minute: number;
  /** The number of requests to add. At most `limit`. */
  portion: number;
  /** The maximum number of requests in this minute. */
  limit: number;
}

const add = compiledOnce<Counted, { used: number }>(
  ["name", "minute", "portion", "limit"],
  (db, { name, minute, portion, limit }) =>
    db
      .insertInto("counters")
      .values({ name, period: minute, used: portion })
      .onConflict((conflict) =>
        conflict
          .columns(["name", "period"])
          .doUpdateSet((eb) => ({ used: eb("counters.used", "+", portion) }))
          .where(sql<boolean>`counters.used + ${portion} <= ${limit}`),
      )
      .returning("used"),
);

/** Adds requests to a count. Returns the new count, or undefined and adds nothing if it would exceed the limit. */
export async function addRequests(db: Db, counted: Counted): Promise<number | undefined> {
  const [row] = await add(db, counted);
  return row?.used;
}

export async function deleteOldRequestCounts(db: Db, beforeMinute: number): Promise<void> {
  await db.deleteFrom("counters").where("period", "<", beforeMinute).execute();
}
