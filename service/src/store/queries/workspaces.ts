import type { Db } from "../store.ts";
import { uuid } from "../uuid.ts";
import { deleteConnector } from "./connectors.ts";

/** A workspace holds the connectors of one user. The name of the workspace is the `external_user_id` of the user. */
export interface Workspace {
  id: string;
  organization_id: string;
  name: string;
  epoch: number;
}

export const findWorkspace = async (
  db: Db,
  organization: string,
  name: string,
): Promise<Workspace | undefined> =>
  db
    .selectFrom("workspaces")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("name", "=", name)
    .executeTakeFirst();

/** Returns the workspace of a user. Creates the workspace if the user is new. */
export async function ensureWorkspace(
  db: Db,
  organization: string,
  name: string,
  now: number,
): Promise<Workspace> {
  const found = await findWorkspace(db, organization, name);
  if (found) return found;
  await db
    .insertInto("workspaces")
    .values({ id: uuid(now), organization_id: organization, name, epoch: 0, created_at: now })
    .onConflict((conflict) => conflict.columns(["organization_id", "name"]).doNothing())
    .execute();
  return (await findWorkspace(db, organization, name))!;
}

/** Deletes the workspace with its connectors. Returns the ids of the deleted connectors. */
export async function deleteWorkspace(db: Db, id: string): Promise<string[]> {
  const connectors = await db
    .selectFrom("connectors")
    .select("id")
    .where("workspace_id", "=", id)
    .orderBy("id")
    .execute();
  for (const connector of connectors) await deleteConnector(db, connector.id);
  await db.deleteFrom("workspaces").where("id", "=", id).execute();
  return connectors.map((connector) => connector.id);
}
