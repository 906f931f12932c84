import type { Db } from "./store.ts";
import type { Tables } from "./tables.ts";

type AccessTokenRow = Tables["access_tokens"];

export const readAccessToken = async (
  db: Db,
  connector: string,
  credentials_version: number,
): Promise<AccessTokenRow | undefined> =>
  db
    .selectFrom("access_tokens")
    .selectAll()
    .where("connector_id", "=", connector)
    .where("credentials_version", "=", credentials_version)
    .executeTakeFirst();

export async function dropAccessTokens(db: Db, before: number): Promise<void> {
  await db.deleteFrom("access_tokens").where("expires_at", "<", before).execute();
}

/** In place of the one before. One of credentials that were replaced meanwhile does not push out a newer one. */
export async function writeAccessToken(db: Db, row: AccessTokenRow): Promise<void> {
  const { connector_id: _, ...change } = row;
  await db
    .insertInto("access_tokens")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("connector_id")
        .doUpdateSet(change)
        .where("access_tokens.credentials_version", "<=", row.credentials_version),
    )
    .execute();
}
