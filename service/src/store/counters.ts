import type { Db } from "./store.ts";

/** Counts one more of this name in this minute, and answers how many there are. */
export async function countUp(db: Db, name: string, period: number): Promise<number> {
  const { used } = await db
    .insertInto("counters")
    .values({ name, period, used: 1 })
    .onConflict((conflict) =>
      conflict.columns(["name", "period"]).doUpdateSet((eb) => ({ used: eb("counters.used", "+", 1) })),
    )
    .returning("used")
    .executeTakeFirstOrThrow();
  return used;
}

export async function dropCounters(db: Db, before: number): Promise<void> {
  await db.deleteFrom("counters").where("period", "<", before).execute();
}
