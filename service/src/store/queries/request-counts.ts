import type { Db } from "../store.ts";

export async function countRequest(db: Db, name: string, minute: number): Promise<number> {
  const { used } = await db
    .insertInto("counters")
    .values({ name, period: minute, used: 1 })
    .onConflict((conflict) =>
      conflict.columns(["name", "period"]).doUpdateSet((eb) => ({ used: eb("counters.used", "+", 1) })),
    )
    .returning("used")
    .executeTakeFirstOrThrow();
  return used;
}

export async function deleteOldRequestCounts(db: Db, beforeMinute: number): Promise<void> {
  await db.deleteFrom("counters").where("period", "<", beforeMinute).execute();
}
