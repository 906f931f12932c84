import type { Db } from "../store.ts";

// The store has a check value for the id of each master key. A check value identifies a key, but does not reveal it.

const name = "keys";

/** Returns undefined if no key ring has been used with the store yet. */
export async function readKeyCheckValues(db: Db): Promise<Record<string, string> | undefined> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  return row && (JSON.parse(row.value) as Record<string, string>);
}

/** Returns the check values, and locks them until the transaction `db` ends. */
export async function lockKeyCheckValues(db: Db): Promise<Record<string, string>> {
  const { value } = await db
    .insertInto("settings")
    .values({ name, value: "{}" })
    // The update changes nothing, but in PostgreSQL it waits for other transactions and locks an existing row.
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ name }))
    .returning("value")
    .executeTakeFirstOrThrow();
  return JSON.parse(value) as Record<string, string>;
}

export async function writeKeyCheckValues(db: Db, values: Readonly<Record<string, string>>): Promise<void> {
  const value = JSON.stringify(values);
  await db
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
