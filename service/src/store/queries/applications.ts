import type { Db } from "../store.ts";
import { uuid } from "../uuid.ts";

export interface Application {
  /** The client id. */
  id: string;
  organization_id: string;
  name: string;
  epoch: number;
}

export async function addApplication(db: Db, application: Application, now: number): Promise<void> {
  await db
    .insertInto("applications")
    .values({ ...application, created_at: now })
    .execute();
}

export const firstApplication = async (db: Db): Promise<Application | undefined> =>
  db.selectFrom("applications").selectAll().orderBy("created_at").limit(1).executeTakeFirst();

export const findApplication = async (db: Db, id: string): Promise<Application | undefined> =>
  db.selectFrom("applications").selectAll().where("id", "=", id).executeTakeFirst();

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

/** Deletes the secrets of an application except for the newest ones. `keep` is the number of secrets that remain. */
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
