import type { Db } from "./store.ts";
import type { IdempotencyRow } from "./tables.ts";

interface Place {
  scope: string;
  key: string;
}

/** Takes the key for this request; answers the earlier request's row when it is taken. */
export async function claimKey(
  db: Db,
  row: IdempotencyRow,
  now: number,
): Promise<IdempotencyRow | undefined> {
  await db
    .deleteFrom("idempotency")
    .where("scope", "=", row.scope)
    .where("key", "=", row.key)
    .where("expires_at", "<=", now)
    .execute();
  const inserted = await db
    .insertInto("idempotency")
    .values(row)
    .onConflict((conflict) => conflict.columns(["scope", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (inserted) return undefined;
  const earlier = await db
    .selectFrom("idempotency")
    .selectAll()
    .where("scope", "=", row.scope)
    .where("key", "=", row.key)
    .executeTakeFirst();
  // Released between the two statements: it is free again.
  return earlier ?? claimKey(db, row, now);
}

export async function finishKey(
  db: Db,
  { scope, key }: Place,
  end: Pick<IdempotencyRow, "state" | "status" | "answer">,
): Promise<void> {
  await db.updateTable("idempotency").set(end).where("scope", "=", scope).where("key", "=", key).execute();
}

/** Nothing happened: the key may be used again. */
export async function releaseKey(db: Db, { scope, key }: Place): Promise<void> {
  await db.deleteFrom("idempotency").where("scope", "=", scope).where("key", "=", key).execute();
}

export async function dropKeys(db: Db, before: number): Promise<void> {
  await db.deleteFrom("idempotency").where("expires_at", "<=", before).execute();
}
