import { sql } from "kysely";
import { changeRow, changeRows, deleteUserList } from "../protected-rows/change-rows.ts";
import { checkOf, listsOfRows, withoutLists } from "../protected-rows/list-path.ts";
import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";
import { uuid } from "../uuid.ts";
import { deleteSessions } from "./connect-sessions.ts";
import { deleteConnector } from "./connectors.ts";
import { deleteLongLivedTokensOf } from "./long-lived-tokens.ts";
import { deletePoliciesOfWorkspace } from "./policies.ts";
import { deleteSharedRecords } from "./records.ts";
import { deleteDeliveriesOfWorkspace } from "./webhook-deliveries.ts";

export type Workspace = Tables["workspaces"];

type WorkspaceId = Pick<Workspace, "id" | "organization_id">;

const ownerOf = ({ id, organization_id }: WorkspaceId) => ({ organization: organization_id, workspace: id });

export const findWorkspace = async (
  db: Db,
  organization: string,
  name: string,
): Promise<Workspace | undefined> => {
  const found = await db
    .selectFrom("workspaces")
    .selectAll()
    .select(listsOfRows("workspaces", "id"))
    .where("organization_id", "=", organization)
    .where("name", "=", name)
    .executeTakeFirst();
  if (!found) return undefined;
  const { row, contents } = withoutLists(found);
  checkOf(db.protection, ownerOf(row), contents).user.check("workspaces", row);
  return row;
};

/** Returns the name of a workspace. The row is not checked: see `readTokenState`. */
export async function workspaceName(db: Db, id: string): Promise<string | undefined> {
  const found = db.selectFrom("workspaces").select("name").where("id", "=", id);
  return (await found.executeTakeFirst())?.name;
}

/** Returns the workspaces with these ids. The rows are only shown to people, so they are not checked. */
export const workspacesOfIds = async (db: Db, ids: readonly string[]): Promise<Workspace[]> =>
  ids.length === 0 ? [] : db.selectFrom("workspaces").selectAll().where("id", "in", ids).execute();

/** Returns the workspace of a user. Creates the workspace if the user is new. */
export async function ensureWorkspace(
  db: Db,
  organization: string,
  name: string,
  now: number,
): Promise<Workspace> {
  const found = await findWorkspace(db, organization, name);
  if (found) return found;
  const row = { id: uuid(now), organization_id: organization, name, epoch: 0, created_at: now };
  await changeRows(db, ownerOf(row), async (db, list) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("workspaces")
      .values(row)
      .onConflict((conflict) => conflict.columns(["organization_id", "name"]).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) list.set("workspaces", row);
  });
  return (await findWorkspace(db, organization, name))!;
}

export async function countWorkspaces(db: Db, organization: string): Promise<number> {
  const { count } = await db
    .selectFrom("workspaces")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .executeTakeFirstOrThrow();
  return count;
}

export interface ListedWorkspace extends Workspace {
  connectors: number;
}

export interface ListWorkspaces {
  /** The id of a workspace. Only newer workspaces are returned. */
  after?: string | undefined;
  /** Only the workspace with this id is returned. */
  id?: string | undefined;
  /** A text in the name of each returned workspace, in any letter case. */
  contains?: string | undefined;
  limit: number;
}

const likePattern = (text: string) => `%${text.replace(/[!%_]/g, "!$&")}%`;

/**
 * Returns the workspaces of an organization, oldest first. The rows are only shown to people, so they are not checked.
 */
export const listWorkspaces = async (
  db: Db,
  organization: string,
  { after, id, contains, limit }: ListWorkspaces,
): Promise<ListedWorkspace[]> =>
  db
    .selectFrom("workspaces")
    .leftJoin("connectors", "connectors.workspace_id", "workspaces.id")
    .selectAll("workspaces")
    .select((eb) => eb.fn.count<number>("connectors.id").as("connectors"))
    .where("workspaces.organization_id", "=", organization)
    .$if(after !== undefined, (query) => query.where("workspaces.id", ">", after!))
    .$if(id !== undefined, (query) => query.where("workspaces.id", "=", id!))
    .$if(contains !== undefined, (query) =>
      query.where(sql<boolean>`lower(workspaces.name) like lower(${likePattern(contains!)}) escape '!'`),
    )
    .groupBy("workspaces.id")
    .orderBy("workspaces.id")
    .limit(limit)
    .execute();

/** Revokes the scoped tokens of the workspace's user. */
export async function endUserTokens(db: Db, workspace: WorkspaceId): Promise<void> {
  await changeRow(db, "workspaces", ownerOf(workspace), workspace.id, ({ epoch }) => ({ epoch: epoch + 1 }));
}

/**
 * Deletes the workspace with its connectors, policies, connect sessions, long-lived tokens, webhook deliveries and stop. Returns the ids of
 * the deleted connectors.
 */
export async function deleteWorkspace(db: Db, workspace: WorkspaceId): Promise<string[]> {
  const { id } = workspace;
  const connectors = await db
    .selectFrom("connectors")
    .select(["id", "organization_id", "workspace_id"])
    .where("workspace_id", "=", id)
    .orderBy("id")
    .execute();
  for (const connector of connectors) await deleteConnector(db, connector);
  await deleteSessions(db, "workspace_id", id);
  await deleteLongLivedTokensOf(db, "workspace_id", id);
  await deletePoliciesOfWorkspace(db, id);
  await deleteDeliveriesOfWorkspace(db, id);
  await deleteSharedRecords(db, workspace.organization_id, `stops/user/${id}`);
  await db.deleteFrom("workspaces").where("id", "=", id).execute();
  await deleteUserList(db, ownerOf(workspace));
  return connectors.map((connector) => connector.id);
}
