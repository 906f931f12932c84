import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";

// Access tokens that platforms have issued to connectors. All replicas share these tokens.

type PlatformToken = Tables["access_tokens"];

export const readPlatformToken = async (
  db: Db,
  connector: string,
  credentials_version: number,
): Promise<PlatformToken | undefined> =>
  db
    .selectFrom("access_tokens")
    .selectAll()
    .where("connector_id", "=", connector)
    .where("credentials_version", "=", credentials_version)
    .executeTakeFirst();

/** Replaces the connector's token, unless the stored token belongs to newer credentials. */
export async function writePlatformToken(db: Db, row: PlatformToken): Promise<void> {
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

export async function deleteExpiredPlatformTokens(db: Db, now: number): Promise<void> {
  await db.deleteFrom("access_tokens").where("expires_at", "<", now).execute();
}
