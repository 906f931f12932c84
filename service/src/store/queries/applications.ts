import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";
import { uuid } from "../uuid.ts";
import { deleteSessions } from "./connect-sessions.ts";
import { deleteOperatorSessionsOf } from "./operator-sessions.ts";

export type Application = Tables["applications"];

export type NewApplication = Omit<
  Application,
  "created_at" | "disabled_at" | "return_urls" | "confirm_sessions"
>;

export async function addApplication(db: Db, application: NewApplication, now: number): Promise<void> {
  await db
    .insertInto("applications")
    .values({ ...application, created_at: now, disabled_at: null, return_urls: "[]", confirm_sessions: 0 })
    .execute();
}

export const firstApplication = async (db: Db): Promise<Application | undefined> =>
  db.selectFrom("applications").selectAll().orderBy("created_at").limit(1).executeTakeFirst();

export const findApplication = async (db: Db, id: string): Promise<Application | undefined> =>
  db.selectFrom("applications").selectAll().where("id", "=", id).executeTakeFirst();

/** Returns applications, each with its number of secrets. Default: the applications of all organizations. */
export const listApplications = async (
  db: Db,
  organization?: string,
): Promise<(Application & { secrets: number })[]> =>
  db
    .selectFrom("applications")
    .leftJoin("application_secrets", "application_secrets.application_id", "applications.id")
    .selectAll("applications")
    .select((eb) => eb.fn.count<number>("application_secrets.id").as("secrets"))
    .$if(organization !== undefined, (query) => query.where("organization_id", "=", organization!))
    .groupBy("applications.id")
    .orderBy("applications.created_at")
    .orderBy("applications.id")
    .execute();

export async function setDisabled(db: Db, id: string, disabled_at: number | null): Promise<void> {
  await db.updateTable("applications").set({ disabled_at }).where("id", "=", id).execute();
}

export async function setReturnUrls(db: Db, id: string, urls: readonly string[]): Promise<void> {
  await db
    .updateTable("applications")
    .set({ return_urls: JSON.stringify(urls) })
    .where("id", "=", id)
    .execute();
}

export async function setConfirmSessions(db: Db, id: string, confirm: boolean): Promise<void> {
  await db
    .updateTable("applications")
    .set({ confirm_sessions: confirm ? 1 : 0 })
    .where("id", "=", id)
    .execute();
}

/** Revokes all tokens of an application, and all scoped tokens that it has issued. */
export async function endApplicationTokens(db: Db, id: string): Promise<void> {
  await db
    .updateTable("applications")
    .set((eb) => ({ epoch: eb("epoch", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function deleteApplicationRow(db: Db, id: string): Promise<void> {
  await deleteSessions(db, "application_id", id);
  await deleteOperatorSessionsOf(db, id);
  await db.deleteFrom("application_secrets").where("application_id", "=", id).execute();
  await db.deleteFrom("applications").where("id", "=", id).execute();
}

export async function addSecretHash(db: Db, application: string, hash: string, now: number): Promise<void> {
  await db
    .insertInto("application_secrets")
    .values({ id: uuid(now), application_id: application, hash, created_at: now })
    .execute();
}

export const secretHashes = async (db: Db, application: string): Promise<string[]> => {
  const rows = await db
    .selectFrom("application_secrets")
    .select("hash")
    .where("application_id", "=", application)
    .execute();
  return rows.map(({ hash }) => hash);
};

/** Deletes the secrets of an application, except the newest `keep` secrets. */
export async function deleteOldSecrets(db: Db, application: string, keep: number): Promise<void> {
  const rows = await db
    .selectFrom("application_secrets")
    .select("id")
    .where("application_id", "=", application)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const old = rows.slice(keep).map(({ id }) => id);
  if (old.length > 0) await db.deleteFrom("application_secrets").where("id", "in", old).execute();
}
