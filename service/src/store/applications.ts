import { createHash, timingSafeEqual } from "node:crypto";
import { uuid } from "./ids.ts";
import type { Db } from "./store.ts";

export interface Application {
  id: string;
  organization_id: string;
  name: string;
  epoch: number;
}

/** Secrets have 256 random bits, so a plain hash cannot be searched. */
const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export async function addApplication(
  db: Db,
  application: Application & { secret: string; created_at: number },
): Promise<void> {
  const { secret, ...row } = application;
  await db.insertInto("applications").values(row).execute();
  await addSecret(db, row.id, secret, row.created_at);
}

export async function addSecret(db: Db, application: string, secret: string, now: number): Promise<void> {
  await db
    .insertInto("application_secrets")
    .values({ id: uuid(now), application_id: application, hash: hashOf(secret), created_at: now })
    .execute();
}

/** Leaves the newest `keep` secrets of an application. */
export async function dropOldSecrets(db: Db, application: string, keep: number): Promise<number> {
  const rows = await db
    .selectFrom("application_secrets")
    .select("id")
    .where("application_id", "=", application)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const old = rows.slice(keep).map(({ id }) => id);
  if (old.length > 0) await db.deleteFrom("application_secrets").where("id", "in", old).execute();
  return old.length;
}

export const anyApplication = async (db: Db): Promise<Application | undefined> =>
  db.selectFrom("applications").selectAll().orderBy("created_at").limit(1).executeTakeFirst();

export const findApplication = async (db: Db, id: string): Promise<Application | undefined> =>
  db.selectFrom("applications").selectAll().where("id", "=", id).executeTakeFirst();

/** The application of this client id and secret; an unknown id costs the same comparison. */
export async function authenticate(db: Db, id: string, secret: string): Promise<Application | undefined> {
  const rows = await db
    .selectFrom("application_secrets")
    .select("hash")
    .where("application_id", "=", id)
    .execute();
  const given = Buffer.from(hashOf(secret));
  let found = false;
  for (const hash of [...rows.map((row) => row.hash), hashOf("no such secret")])
    found = timingSafeEqual(Buffer.from(hash), given) || found;
  return found && rows.length > 0 ? findApplication(db, id) : undefined;
}
