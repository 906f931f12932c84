import type { Db } from "../store/store.ts";
import { associatedDataOf, type Sealer } from "./sealing.ts";

/**
 * Encrypts credentials of an earlier release again, so that they belong to their `credential_id`. `db` must be a
 * transaction. Returns the number of changed records.
 */
export async function bindOldSecrets(db: Db, sealer: Sealer): Promise<number> {
  let changed = 0;
  const bind = (envelope: string, before: readonly string[], after: readonly string[]) => {
    if (opens(sealer, envelope, after)) return undefined;
    changed++;
    return { sealed: sealer.seal(sealer.open(envelope, before), after), key_id: sealer.keyId };
  };
  for (const row of await db.selectFrom("connectors").selectAll().execute()) {
    const after = associatedDataOf(row);
    const bound = bind(row.credentials, after.slice(0, -1), after);
    if (bound)
      await db
        .updateTable("connectors")
        .set({ credentials: bound.sealed, key_id: bound.key_id })
        .where("id", "=", row.id)
        .execute();
  }
  return changed;
}

function opens(sealer: Sealer, envelope: string, associatedData: readonly string[]): boolean {
  try {
    sealer.open(envelope, associatedData);
    return true;
  } catch {
    return false;
  }
}
