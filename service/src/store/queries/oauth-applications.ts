import { changeRow, changeRows } from "../protected-rows/change-rows.ts";
import { checkOf } from "../protected-rows/list-path.ts";
import type { Db } from "../store.ts";
import type { OauthApplicationRow } from "../tables.ts";

type Owner = Pick<OauthApplicationRow, "organization_id" | "type">;

const ownerOf = ({ organization_id }: Pick<Owner, "organization_id">) => ({ organization: organization_id });

export const findOauthApplication = async (
  db: Db,
  owner: Owner,
): Promise<OauthApplicationRow | undefined> => {
  const { organization_id, type } = owner;
  // The query returns the list even if there is no row. A row that somebody has deleted is still in the list.
  const found = await db
    .selectFrom("row_lists")
    .leftJoin("oauth_applications", (join) =>
      join
        .onRef("oauth_applications.organization_id", "=", "row_lists.id")
        .on("oauth_applications.type", "=", type),
    )
    .selectAll("oauth_applications")
    .select("row_lists.content as list_0")
    .where("row_lists.id", "=", organization_id)
    .executeTakeFirst();
  const { list_0 = null, ...row } = found ?? { id: null };
  const { organization } = checkOf(db.protection, ownerOf(owner), [list_0]);
  if (row.id === null) {
    organization.checkAbsent("oauth_applications", type);
    return undefined;
  }
  organization.check("oauth_applications", row as OauthApplicationRow);
  return row as OauthApplicationRow;
};

export const listOauthApplications = async (db: Db, organization: string): Promise<OauthApplicationRow[]> =>
  db
    .selectFrom("oauth_applications")
    .selectAll()
    .where("organization_id", "=", organization)
    .orderBy("type")
    .execute();

/** Inserts a row. If two requests insert the first row of a type at the same time, the second insert fails. */
export async function addOauthApplication(db: Db, row: OauthApplicationRow): Promise<void> {
  await changeRows(db, ownerOf(row), async (db, list) => {
    await db.insertInto("oauth_applications").values(row).execute();
    list.set("oauth_applications", row);
  });
}

export async function changeOauthApplication(
  db: Db,
  { id, organization_id }: Pick<OauthApplicationRow, "id" | "organization_id">,
  change: Pick<OauthApplicationRow, "sealed" | "key_id" | "updated_at">,
): Promise<void> {
  await changeRow(db, "oauth_applications", ownerOf({ organization_id }), id, () => change);
}

/** Deletes all applications of an organization, or the application of one type. Overwrites the secrets first. */
export const deleteOauthApplications = (db: Db, organization: string, type?: string): Promise<boolean> =>
  changeRows(db, { organization }, async (db, list) => {
    const { numUpdatedRows } = await db
      .updateTable("oauth_applications")
      .set({ sealed: "" })
      .where("organization_id", "=", organization)
      .$if(type !== undefined, (query) => query.where("type", "=", type!))
      .executeTakeFirstOrThrow();
    const deleted = await db
      .deleteFrom("oauth_applications")
      .where("organization_id", "=", organization)
      .$if(type !== undefined, (query) => query.where("type", "=", type!))
      .returning("type")
      .execute();
    for (const row of deleted) list.remove("oauth_applications", row.type);
    return numUpdatedRows > 0n;
  });
