import type { Sealer } from "../credentials/seal.ts";
import type { Db } from "./store.ts";

const batch = 200;

/** Seals every connector's credentials with the active key. One that is replaced meanwhile is left as it is. */
export async function rewrapAll(db: Db, sealer: Sealer): Promise<number> {
  let changed = 0;
  for (;;) {
    const rows = await db
      .selectFrom("connectors")
      .select(["id", "credentials", "credentials_version"])
      .where("key_id", "!=", sealer.keyId)
      .limit(batch)
      .execute();
    if (rows.length === 0) return changed;
    for (const { id, credentials, credentials_version } of rows) {
      await db
        .updateTable("connectors")
        .set({ credentials: sealer.rewrap(credentials), key_id: sealer.keyId })
        .where("id", "=", id)
        .where("credentials_version", "=", credentials_version)
        .execute();
      changed++;
    }
  }
}

/** Records that only this key opens. */
export async function rowsOfKey(db: Db, id: string): Promise<number> {
  const { connectors } = await db
    .selectFrom("connectors")
    .select((eb) => eb.fn.countAll<number>().as("connectors"))
    .where("key_id", "=", id)
    .executeTakeFirstOrThrow();
  const { answers } = await db
    .selectFrom("idempotency")
    .select((eb) => eb.fn.countAll<number>().as("answers"))
    .where("fingerprint", "like", `${id}.%`)
    .executeTakeFirstOrThrow();
  return connectors + answers;
}
