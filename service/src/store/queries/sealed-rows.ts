import type { Db } from "../store.ts";

export type SealedTable = "oauth_applications" | "connect_sessions" | "webhook_endpoints";

export interface SealedRow {
  id: string;
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
    .select(["id", "sealed"])
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
  { id, sealed }: SealedRow,
  change: { sealed: string; key_id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set(change)
    .where("id", "=", id)
    .where("sealed", "=", sealed)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
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
