import type { Db } from "./store.ts";

export const readSetting = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst())?.value;

export async function writeSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
