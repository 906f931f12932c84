import { sql } from "kysely";
import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";

type PlatformTokens = Tables["platform_tokens"];

export const readPlatformTokens = async (db: Db, id: string): Promise<PlatformTokens | undefined> =>
  db.selectFrom("platform_tokens").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * Stores tokens. If a later lease has stored tokens already, stores nothing and returns false. The response to a write can
 * be lost, so a write with the same fence succeeds again.
 */
export async function writePlatformTokens(db: Db, row: PlatformTokens): Promise<boolean> {
  const { id: _, ...change } = row;
  const written = await db
    .insertInto("platform_tokens")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(change).where("platform_tokens.fence", "<=", row.fence),
    )
    .returning("id")
    .executeTakeFirst();
  return written !== undefined;
}

/** Stores tokens again if they were deleted together with another connector in the meantime. */
export async function restorePlatformTokens(db: Db, row: PlatformTokens): Promise<void> {
  await db
    .insertInto("platform_tokens")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/**
 * Searches the stored tokens, then the connectors, for one of these ids. Returns the found id. Sets `updated_at` of
 * found tokens, so that `deleteUnusedPlatformTokens` does not delete them before a new connector uses them.
 */
export async function claimCredentialId(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<string | undefined> {
  const kept = await db
    .updateTable("platform_tokens")
    .set({ updated_at: now })
    .where("id", "in", [...ids])
    .returning("id")
    .executeTakeFirst();
  if (kept) return kept.id;
  const used = await db
    .selectFrom("connectors")
    .select("credential_id")
    .where("credential_id", "in", [...ids])
    .executeTakeFirst();
  return used?.credential_id;
}

const unused = sql<boolean>`not exists (
  select 1 from connectors where connectors.credential_id = platform_tokens.id)`;

export async function deletePlatformTokens(db: Db, id: string): Promise<void> {
  await db.deleteFrom("platform_tokens").where("id", "=", id).execute();
}

/** Deletes tokens if no connector has their credentials. */
export async function deleteTokensIfUnused(db: Db, id: string): Promise<void> {
  await db.deleteFrom("platform_tokens").where("id", "=", id).where(unused).execute();
}

/**
 * Deletes unused tokens whose `updated_at` is before `since`. Tokens become unused when a connector's credentials are
 * replaced, or when credentials are checked but no connector is created.
 */
export async function deleteUnusedPlatformTokens(db: Db, since: number): Promise<void> {
  await db.deleteFrom("platform_tokens").where("updated_at", "<", since).where(unused).execute();
}

/**
 * Returns the tokens whose data keys are not encrypted with the master key `keyId`, sorted by id. The ids are greater
 * than `after`.
 */
export const tokensOfOtherKeys = async (
  db: Db,
  keyId: string,
  after: string,
  limit: number,
): Promise<PlatformTokens[]> =>
  db
    .selectFrom("platform_tokens")
    .selectAll()
    .where("key_id", "!=", keyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/**
 * Stores the same tokens with a data key that another master key encrypts. If the tokens were replaced meanwhile,
 * stores nothing and returns false.
 */
export async function changeTokenSealing(
  db: Db,
  { id, tokens }: PlatformTokens,
  change: Pick<PlatformTokens, "tokens" | "key_id">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("platform_tokens")
    .set(change)
    .where("id", "=", id)
    .where("tokens", "=", tokens)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function countTokensOfKey(db: Db, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("platform_tokens")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId)
    .executeTakeFirstOrThrow();
  return count;
}
