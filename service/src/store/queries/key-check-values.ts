import type { Db } from "../store.ts";

// The check values of the master keys, by key id. A check value identifies a key without revealing it.

const name = "keys";

/** Returns the check values, or undefined if no key ring has been used with the store yet. */
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
