import { sql } from "kysely";
import { changeRow } from "../protected-rows/change-rows.ts";
import type { Db } from "../store.ts";

export type SealedTable = "oauth_applications" | "connect_sessions" | "webhook_endpoints";

export interface SealedRow {
  id: string;
  organization_id: string;
  /** Null unless the row belongs to a user. */
  workspace_id: string | null;
  sealed: string;
}

/**
 * Returns the rows whose data keys are not encrypted with the master key `keyId`, sorted by id. The ids are greater
 * than `after`.
 */
export const sealedRowsOfOtherKeys = async (
  db: Db,
  table: SealedTable,
  { keyId, after, limit }: { keyId: string; after: string; limit: number },
): Promise<SealedRow[]> =>
  db
    .selectFrom(table)
    .select(["id", "organization_id", "sealed"])
    .select(
      (table === "connect_sessions" ? "workspace_id" : sql.lit(null).as("workspace_id")) as "workspace_id",
    )
    .where("sealed", "!=", "")
    .where("key_id", "!=", keyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Stores the same secret in a new envelope. If the secret was replaced meanwhile, stores nothing and returns false. */
export async function changeSealedRow(
  db: Db,
  table: SealedTable,
  { id, organization_id, workspace_id, sealed }: SealedRow,
  change: { sealed: string; key_id: string },
): Promise<boolean> {
  const owner = { organization: organization_id, workspace: workspace_id };
  const changed = await changeRow(db, table, owner, id, (row) =>
    row.sealed === sealed ? change : undefined,
  );
  return changed !== undefined;
}

export async function countSealedRowsOfKey(db: Db, table: SealedTable, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId)
    .where("sealed", "!=", "")
    .executeTakeFirstOrThrow();
  return count;
}
