import type { Db } from "../store/store.ts";
import { changeTokenSealing, deletePlatformTokens } from "../store/queries/platform-tokens.ts";
import { associatedDataOf, type Sealer } from "./sealing.ts";
import { associatedDataOfTokens } from "./token-stores.ts";

/**
 * Encrypts secrets of an earlier release again, so that they belong to what this release binds them to: credentials to
 * their `credential_id`, and tokens of platforms to their organization. Deletes tokens that no connector uses. `db`
 * must be a transaction. Returns the number of changed records.
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
  const rows = await db
    .selectFrom("platform_tokens")
    .leftJoin("connectors", "connectors.credential_id", "platform_tokens.id")
    .selectAll("platform_tokens")
    .select("connectors.organization_id")
    .distinct()
    .execute();
  for (const { organization_id, ...row } of rows) {
    if (organization_id === null) await deletePlatformTokens(db, row.id);
    else {
      const after = associatedDataOfTokens({ organization: organization_id, id: row.id });
      const bound = bind(row.tokens, ["tokens", row.id], after);
      if (bound) await changeTokenSealing(db, row, { tokens: bound.sealed, key_id: bound.key_id });
    }
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
