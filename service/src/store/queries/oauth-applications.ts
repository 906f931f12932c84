import type { Db } from "../store.ts";
import type { OauthApplicationRow } from "../tables.ts";

type Owner = Pick<OauthApplicationRow, "organization_id" | "type">;

export const findOauthApplication = async (
  db: Db,
  { organization_id, type }: Owner,
): Promise<OauthApplicationRow | undefined> =>
  db
    .selectFrom("oauth_applications")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("type", "=", type)
    .executeTakeFirst();

export const listOauthApplications = async (db: Db, organization: string): Promise<OauthApplicationRow[]> =>
  db
    .selectFrom("oauth_applications")
    .selectAll()
    .where("organization_id", "=", organization)
    .orderBy("type")
    .execute();

/** Inserts a row. If two requests insert the first row of a type at the same time, the second insert fails. */
export async function addOauthApplication(db: Db, row: OauthApplicationRow): Promise<void> {
  await db.insertInto("oauth_applications").values(row).execute();
}

export async function changeOauthApplication(
  db: Db,
  id: string,
  change: Pick<OauthApplicationRow, "sealed" | "key_id" | "updated_at">,
): Promise<void> {
  await db.updateTable("oauth_applications").set(change).where("id", "=", id).execute();
}

/** Deletes all applications of an organization, or the application of one type. Overwrites the secrets first. */
export async function deleteOauthApplications(db: Db, organization: string, type?: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("oauth_applications")
    .set({ sealed: "" })
    .where("organization_id", "=", organization)
    .$if(type !== undefined, (query) => query.where("type", "=", type!))
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom("oauth_applications")
    .where("organization_id", "=", organization)
    .$if(type !== undefined, (query) => query.where("type", "=", type!))
    .execute();
  return numUpdatedRows > 0n;
}
