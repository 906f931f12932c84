import { answersOf } from "../idempotency/kept-answers.ts";
import { clearAuditRows } from "../store/queries/audit-rows.ts";
import { deleteConsents } from "../store/queries/people-records.ts";
import { deleteSharedRecords } from "../store/queries/records.ts";
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
  await clearAuditRows(db, organization_id, id);
  for (const [workspace, route] of [
    [name, "create"],
    [id, "execute"],
    [id, "tools"],
    [id, "approval"],
  ] as const)
    await deleteSharedRecords(
      db,
      organization_id,
      answersOf({ organization: organization_id, workspace, route }),
    );
  await deleteConsents(db, organization_id, id);
  return deleteWorkspace(db, { id, organization_id });
}
