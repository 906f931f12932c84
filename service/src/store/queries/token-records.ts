import { sql } from "kysely";
import type { RecordRow } from "../record-row.ts";
import type { Db, Store } from "../store.ts";

// The records with the tokens that platforms have issued. All replicas, and connectors with equal credentials, share them.

/** The key of the tokens for credentials with this `credential_id`. */
export const tokensKey = (credentialId: string): string => `tokens/${credentialId}`;

const unused = sql<boolean>`not exists (
  select 1 from connectors where connectors.credential_id = substr(records.key, ${sql.lit(tokensKey("").length + 1)}))`;

const ofCredentials = (organization_id: string, credentialId: string) => ({
  organization_id,
  connector_id: "",
  key: tokensKey(credentialId),
});

export const readTokenRecord = (
  db: Db,
  organization: string,
  credentialId: string,
): Promise<RecordRow | undefined> =>
  db
    .selectFrom("records")
    .selectAll()
    .where((eb) => eb.and(ofCredentials(organization, credentialId)))
    .executeTakeFirst();

/** Stores tokens again if they were deleted together with another connector in the meantime. */
export async function restoreTokenRecord(db: Db, row: RecordRow): Promise<void> {
  await db
    .insertInto("records")
    .values(row)
    .onConflict((conflict) => conflict.columns(["organization_id", "connector_id", "key"]).doNothing())
    .execute();
}

/**
 * Searches the stored tokens, then the connectors, for one of these ids. Returns the found id. Sets `updated_at` of
 * found tokens, so that `deleteUnusedTokens` does not delete them before a new connector uses them.
 */
export async function claimCredentialId(
  { db, now }: Pick<Store, "db" | "now">,
  organization: string,
  ids: readonly string[],
): Promise<string | undefined> {
  const kept = await db
    .updateTable("records")
    .set({ updated_at: now })
    .where((eb) => eb.and({ organization_id: organization, connector_id: "" }))
    .where("key", "in", ids.map(tokensKey))
    .returning("key")
    .executeTakeFirst();
  if (kept) return kept.key.slice(tokensKey("").length);
  const used = await db
    .selectFrom("connectors")
    .select("credential_id")
    .where("organization_id", "=", organization)
    .where("credential_id", "in", [...ids])
    .executeTakeFirst();
  return used?.credential_id;
}

/** Deletes tokens if no connector has their credentials. */
export async function deleteTokensIfUnused(
  db: Db,
  organization: string,
  credentialId: string,
): Promise<void> {
  await db
    .deleteFrom("records")
    .where((eb) => eb.and(ofCredentials(organization, credentialId)))
    .where(unused)
    .execute();
}

/**
 * Deletes unused tokens that were written more than `ageMs` milliseconds ago. Tokens become unused when a connector's
 * credentials are replaced, or when credentials are checked but no connector is created.
 */
export async function deleteUnusedTokens(
  { db, now }: Pick<Store, "db" | "now">,
  ageMs: number,
): Promise<void> {
  await db
    .deleteFrom("records")
    // The condition is that of the index.
    .where(sql<boolean>`records.key like 'tokens/%'`)
    .where("updated_at", "<", sql<number>`${now} - ${sql.lit(ageMs)}`)
    .where(unused)
    .execute();
}
