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

/**
 * Removes the details and the request ids from all rows of a workspace and its connectors. The ids that remain are
 * random.
 */
export async function clearAuditRows(db: Db, workspaceId: string): Promise<void> {
  await db
    .updateTable("audit")
    .set({ detail: "{}", request_id: "" })
    .where((eb) =>
      eb.or([
        eb("workspace_id", "=", workspaceId),
        eb(
          "connector_id",
          "in",
          eb.selectFrom("connectors").select("connectors.id").where("workspace_id", "=", workspaceId),
        ),
      ]),
    )
    .execute();
}
