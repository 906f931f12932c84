import { keyScope } from "../idempotency/idempotency-keys.ts";
import { clearAuditRows } from "../store/queries/audit-rows.ts";
import { deleteKeysOfScopes } from "../store/queries/idempotency-keys.ts";
import { deleteWorkspace, type Workspace } from "../store/queries/workspaces.ts";
import type { Db } from "../store/store.ts";

/**
 * Deletes the workspace of a user with all its data. The user's audit rows stay, without details and request ids.
 * Returns the ids of the deleted connectors.
 */
export async function deleteUser(
  db: Db,
  { id, organization_id, name }: Pick<Workspace, "id" | "organization_id" | "name">,
): Promise<string[]> {
  await clearAuditRows(db, id);
  await deleteKeysOfScopes(db, [
    keyScope(organization_id, name, "create"),
    keyScope(organization_id, id, "execute"),
  ]);
  return deleteWorkspace(db, { id, organization_id });
}
