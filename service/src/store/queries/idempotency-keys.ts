import type { Db } from "../store.ts";
import type { IdempotencyRow } from "../tables.ts";

type KeyId = Pick<IdempotencyRow, "scope" | "key">;

/** Returns the row of an earlier request with this key, unless the row has expired. */
export const findKey = (db: Db, { scope, key }: KeyId, now: number): Promise<IdempotencyRow | undefined> =>
  db
    .selectFrom("idempotency")
    .selectAll()
    .where("scope", "=", scope)
    .where("key", "=", key)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/**
 * Inserts the row of a request. If an earlier request has the same key, returns the earlier row instead. If `replace`
 * is true, first deletes an earlier row that has the same owner.
 */
export async function claimKey(
  db: Db,
  row: IdempotencyRow,
  now: number,
  replace = false,
): Promise<IdempotencyRow | undefined> {
  await db
    .deleteFrom("idempotency")
    .where("scope", "=", row.scope)
    .where("key", "=", row.key)
    .where((eb) =>
      replace
        ? eb.or([eb("expires_at", "<=", now), eb("owner", "=", row.owner)])
        : eb("expires_at", "<=", now),
    )
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
  // If another process has deleted the earlier row after the insert failed, the key is free again.
  return earlier ?? claimKey(db, row, now);
}

export async function finishKey(
  db: Db,
  { scope, key }: KeyId,
  end: Pick<IdempotencyRow, "state" | "status" | "answer" | "effect">,
): Promise<void> {
  await db.updateTable("idempotency").set(end).where("scope", "=", scope).where("key", "=", key).execute();
}

/** Deletes the row of a key, so that another request can use the key. */
export async function releaseKey(db: Db, { scope, key }: KeyId): Promise<void> {
  await db.deleteFrom("idempotency").where("scope", "=", scope).where("key", "=", key).execute();
}

export async function deleteKeysOfScopes(db: Db, scopes: readonly string[]): Promise<void> {
  await db
    .deleteFrom("idempotency")
    .where("scope", "in", [...scopes])
    .execute();
}

export async function deleteExpiredKeys(db: Db, now: number): Promise<void> {
  await db.deleteFrom("idempotency").where("expires_at", "<=", now).execute();
}

/** Counts the idempotency keys whose fingerprint and answer this master key protects. */
export async function countKeysOfMasterKey(db: Db, masterKeyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("idempotency")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("fingerprint", "like", `${masterKeyId}.%`)
    .executeTakeFirstOrThrow();
  return count;
}
