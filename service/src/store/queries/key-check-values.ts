import type { Db } from "../store.ts";

// Check values of the master keys, by key id. They identify a key and do not reveal it.

const name = "keys";

/** Undefined if the store never had a key ring. */
export async function readKeyCheckValues(db: Db): Promise<Record<string, string> | undefined> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  return row && (JSON.parse(row.value) as Record<string, string>);
}

export async function writeKeyCheckValues(db: Db, values: Readonly<Record<string, string>>): Promise<void> {
  const value = JSON.stringify(values);
  await db
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
