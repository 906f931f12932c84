import { changeRow, changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listOfOrganization, withoutLists } from "../protected-rows/list-path.ts";
import type { Db } from "../store.ts";
import type { OperatorSessionRow } from "../operator-session-row.ts";
import { findApplication } from "./applications.ts";

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

const ownerOf = ({ organization_id }: Pick<OperatorSessionRow, "organization_id">) => ({
  organization: organization_id,
});

export async function addOperatorSession(db: Db, row: OperatorSessionRow): Promise<void> {
  await changeRows(db, ownerOf(row), async (db, list) => {
    await db.insertInto("operator_sessions").values(row).execute();
    list.set("operator_sessions", row);
  });
}

/** Returns the session with the hash of this link or of this cookie, if the session has not ended. */
export const findOperatorSession = async (
  db: Db,
  column: "link_hash" | "cookie_hash",
  hash: string,
  now: number,
): Promise<FoundOperatorSession | undefined> => {
  const found = await sessions(db)
    .select(listOfOrganization("operator_sessions"))
    .where(`operator_sessions.${column}`, "=", hash)
    .where("operator_sessions.expires_at", ">", now)
    .executeTakeFirst();
  if (!found) return undefined;
  const { row, contents } = withoutLists(found);
  checkOf(db.protection, ownerOf(row), contents).organization.check("operator_sessions", row);
  const application = await findApplication(db, row.application_id);
  return application?.disabled_at === null ? row : undefined;
};

type SessionId = Pick<OperatorSessionRow, "id" | "organization_id">;

/** Turns an unused link into a session. If several requests use the same link, only one of them gets true. */
export async function useOperatorLink(
  db: Db,
  session: SessionId,
  change: Pick<OperatorSessionRow, "cookie_hash" | "used_at" | "expires_at">,
): Promise<boolean> {
  const changed = await changeRow(db, "operator_sessions", ownerOf(session), session.id, ({ link_hash }) =>
    link_hash === null ? undefined : { ...change, link_hash: null },
  );
  return changed !== undefined;
}

export async function setOperatorSessionUsed(
  db: Db,
  session: SessionId,
  change: Pick<OperatorSessionRow, "used_at" | "expires_at">,
): Promise<void> {
  await changeRow(db, "operator_sessions", ownerOf(session), session.id, () => change);
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
): Promise<OperatorSessionRow | undefined> => {
  const found = await db
    .selectFrom("operator_sessions")
    .selectAll()
    .where("id", "=", id)
    .$if(organization_id !== undefined, (query) => query.where("organization_id", "=", organization_id!))
    .$if(name !== undefined, (query) => query.where("name", "=", name!))
    .executeTakeFirst();
  if (!found) return undefined;
  return changeRows(db, ownerOf(found), async (db, list) => {
    list.remove("operator_sessions", id);
    return db.deleteFrom("operator_sessions").where("id", "=", id).returningAll().executeTakeFirst();
  });
};

/** Deletes the sessions of an application, and returns their ids. The caller changes the list of the organization. */
export const deleteOperatorSessionsOf = async (
  db: Db,
  applicationId: string,
): Promise<Pick<OperatorSessionRow, "id">[]> =>
  db.deleteFrom("operator_sessions").where("application_id", "=", applicationId).returning("id").execute();

export async function deleteExpiredOperatorSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom("operator_sessions").where("expires_at", "<=", now).execute();
}
