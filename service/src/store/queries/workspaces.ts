import type { Db } from "../store.ts";
import { uuid } from "../uuid.ts";

/** The connectors of one user. Its name is the external user id. */
export interface Workspace {
  id: string;
  organization_id: string;
  name: string;
  epoch: number;
}

const findWorkspace = async (db: Db, organization: string, name: string): Promise<Workspace | undefined> =>
  db
    .selectFrom("workspaces")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("name", "=", name)
    .executeTakeFirst();

/** The workspace of a user. Creates it for a new user. */
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
