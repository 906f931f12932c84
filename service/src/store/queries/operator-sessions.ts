import type { Db } from "../store.ts";
import type { OperatorSessionRow } from "../operator-session-row.ts";

export interface FoundOperatorSession extends OperatorSessionRow {
  /** The name of the application in whose name the operator connects accounts. */
  application: string;
}

/** Selects the sessions of active applications. */
const sessions = (db: Db) =>
  db
    .selectFrom("operator_sessions")
    .innerJoin("applications", "applications.id", "operator_sessions.application_id")
    .where("applications.disabled_at", "is", null)
    .selectAll("operator_sessions")
    .select("applications.name as application");

export async function addOperatorSession(db: Db, row: OperatorSessionRow): Promise<void> {
  await db.insertInto("operator_sessions").values(row).execute();
}

/** Returns the session with the hash of this link or of this cookie, if the session has not ended. */
export const findOperatorSession = async (
  db: Db,
  column: "link_hash" | "cookie_hash",
  hash: string,
  now: number,
): Promise<FoundOperatorSession | undefined> =>
  sessions(db)
    .where(`operator_sessions.${column}`, "=", hash)
    .where("operator_sessions.expires_at", ">", now)
    .executeTakeFirst();

/** Turns an unused link into a session. If several requests use the same link, only one of them gets true. */
export async function useOperatorLink(
  db: Db,
  link_hash: string,
  change: Pick<OperatorSessionRow, "cookie_hash" | "used_at" | "expires_at">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("operator_sessions")
    .set({ ...change, link_hash: null })
    .where("link_hash", "=", link_hash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function setOperatorSessionUsed(
  db: Db,
  id: string,
  change: Pick<OperatorSessionRow, "used_at" | "expires_at">,
): Promise<void> {
  await db.updateTable("operator_sessions").set(change).where("id", "=", id).execute();
}

/** The conditions for sessions. An absent field adds no condition. */
export type OperatorSessionFilter = Partial<Pick<OperatorSessionRow, "organization_id" | "name">>;

/** Returns the links and sessions that have not ended, oldest first. */
export const listOperatorSessions = async (
  db: Db,
  now: number,
  { organization_id, name }: OperatorSessionFilter = {},
): Promise<FoundOperatorSession[]> =>
  sessions(db)
    .where("operator_sessions.expires_at", ">", now)
    .$if(organization_id !== undefined, (query) =>
      query.where("operator_sessions.organization_id", "=", organization_id!),
    )
    .$if(name !== undefined, (query) => query.where("operator_sessions.name", "=", name!))
    .orderBy("operator_sessions.created_at")
    .orderBy("operator_sessions.id")
    .execute();

/** Deletes a session, and returns it. Returns undefined if there is no such session. */
export const deleteOperatorSession = async (
  db: Db,
  id: string,
  { organization_id, name }: OperatorSessionFilter = {},
): Promise<OperatorSessionRow | undefined> =>
  db
    .deleteFrom("operator_sessions")
    .where("id", "=", id)
    .$if(organization_id !== undefined, (query) => query.where("organization_id", "=", organization_id!))
    .$if(name !== undefined, (query) => query.where("name", "=", name!))
    .returningAll()
    .executeTakeFirst();

export async function deleteOperatorSessionsOf(db: Db, applicationId: string): Promise<void> {
  await db.deleteFrom("operator_sessions").where("application_id", "=", applicationId).execute();
}

export async function deleteExpiredOperatorSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom("operator_sessions").where("expires_at", "<=", now).execute();
}
