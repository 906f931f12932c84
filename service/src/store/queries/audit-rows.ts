import type { Db } from "../store.ts";
import type { AuditRow } from "../tables.ts";

export async function addAuditRows(db: Db, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto("audit")
      .values([...rows])
      .execute();
}

export async function deleteOldAuditRows(db: Db, before: number): Promise<void> {
  await db.deleteFrom("audit").where("at", "<", before).execute();
}
