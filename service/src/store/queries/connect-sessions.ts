import { changeRow, changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listsOfRows, withoutLists } from "../protected-rows/list-path.ts";
import { openStatuses, type ConnectSessionRow } from "../tables.ts";
import type { Db } from "../store.ts";
import { findApplication } from "./applications.ts";
import { checkedWorkspace, workspaceColumns } from "./checked-workspace.ts";

export interface FoundSession extends ConnectSessionRow {
  /** The name of the session's workspace, which is the `external_user_id`. */
  workspace: string;
  /** The name of the application that created the session. */
  application: string;
}

/** Selects the sessions of active applications. */
const sessions = (db: Db) =>
  db
    .selectFrom("connect_sessions")
    .innerJoin("workspaces", "workspaces.id", "connect_sessions.workspace_id")
    .innerJoin("applications", "applications.id", "connect_sessions.application_id")
    .where("applications.disabled_at", "is", null)
    .selectAll("connect_sessions")
    .select(["workspaces.name as workspace", "applications.name as application"]);

const ownerOf = ({
  organization_id,
  workspace_id,
}: Pick<ConnectSessionRow, "organization_id" | "workspace_id">) => ({
  organization: organization_id,
  workspace: workspace_id,
});

export async function addSession(db: Db, row: ConnectSessionRow): Promise<void> {
  await changeRows(db, ownerOf(row), async (db, list) => {
    await db.insertInto("connect_sessions").values(row).execute();
    list.set("connect_sessions", row);
  });
}

/** Finds a session by its id, or by the hash of its link or of its state. */
export const findSession = async (
  db: Db,
  column: "id" | "link_hash" | "state_hash",
  value: string,
): Promise<FoundSession | undefined> => {
  const found = await sessions(db)
    .select(workspaceColumns)
    .select(listsOfRows("connect_sessions"))
    .where(`connect_sessions.${column}`, "=", value)
    .executeTakeFirst();
  if (!found) return undefined;
  const { row: joined, contents } = withoutLists(found);
  const { user } = checkOf(db.protection, ownerOf(joined), contents);
  const row = checkedWorkspace(user, joined);
  user.check("connect_sessions", row);
  const application = await findApplication(db, row.application_id);
  return application?.disabled_at === null ? row : undefined;
};

/**
 * Changes a session if it still has this status and has not expired. Returns whether it was changed. If several
 * requests change the status at the same time, only one of them gets true.
 */
export async function moveSession(
  db: Db,
  session: Pick<ConnectSessionRow, "id" | "organization_id" | "workspace_id" | "status">,
  change: Partial<Omit<ConnectSessionRow, "id" | "organization_id" | "workspace_id">>,
  now: number,
): Promise<boolean> {
  const moved = await changeRow(db, "connect_sessions", ownerOf(session), session.id, (row) =>
    row.status === session.status && row.expires_at > now ? change : undefined,
  );
  return moved !== undefined;
}

export async function countOpenSessions(
  db: Db,
  { organization_id, workspace_id }: Pick<ConnectSessionRow, "organization_id" | "workspace_id">,
  now: number,
): Promise<number> {
  const { count } = await db
    .selectFrom("connect_sessions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where((eb) => eb.and({ organization_id, workspace_id }))
    .where("status", "in", openStatuses)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Erases the secrets of sessions that have expired, and deletes the sessions that expired before `since`. */
export async function deleteExpiredSessions(db: Db, now: number, since: number): Promise<void> {
  await db
    .updateTable("connect_sessions")
    .set({ sealed: "" })
    .where("expires_at", "<=", now)
    .where("sealed", "!=", "")
    .execute();
  await db.deleteFrom("connect_sessions").where("expires_at", "<=", since).execute();
}

export async function deleteSessions(
  db: Db,
  column: "workspace_id" | "application_id",
  id: string,
): Promise<void> {
  await db.updateTable("connect_sessions").set({ sealed: "" }).where(column, "=", id).execute();
  await db.deleteFrom("connect_sessions").where(column, "=", id).execute();
}
