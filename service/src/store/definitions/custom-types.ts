import { changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listOfOrganization, withoutLists, type RowCheck } from "../protected-rows/list-path.ts";
import type { Db } from "../store.ts";
import type { CustomTypeRow } from "./definition-row.ts";

/** Returns the type of an organization with this name. */
export async function findCustomType(
  db: Db,
  organization: string,
  name: string,
): Promise<CustomTypeRow | undefined> {
  // The query returns the list even if there is no row. A row that somebody has deleted is still in the list.
  const found = await db
    .selectFrom("row_lists")
    .leftJoin("custom_types", (join) =>
      join.onRef("custom_types.organization_id", "=", "row_lists.id").on("custom_types.name", "=", name),
    )
    .selectAll("custom_types")
    .select("row_lists.content as list_0")
    .where("row_lists.id", "=", organization)
    .executeTakeFirst();
  const { list_0 = null, ...row } = found ?? { id: null };
  const check = checkOf(db.protection, { organization }, [list_0]).organization;
  if (row.id === null) {
    check.checkAbsent("custom_types", name);
    return undefined;
  }
  check.check("custom_types", row as CustomTypeRow);
  return row as CustomTypeRow;
}

/** Returns the types of an organization, by name. */
export const listCustomTypes = (db: Db, organization: string): Promise<CustomTypeRow[]> =>
  listed(db, organization, (row, check) => {
    check.check("custom_types", row);
    return [row];
  });

/** Returns the types of an organization that have an active version. A row that somebody has changed is reported, and left out. */
export const activeCustomTypes = (db: Db, organization: string): Promise<CustomTypeRow[]> =>
  listed(db, organization, (row, check) => {
    if (row.version === null) return [];
    try {
      check.check("custom_types", row);
      return [row];
    } catch {
      return [];
    }
  });

async function listed(
  db: Db,
  organization: string,
  take: (row: CustomTypeRow, check: RowCheck) => CustomTypeRow[],
): Promise<CustomTypeRow[]> {
  const rows = await db
    .selectFrom("custom_types")
    .selectAll("custom_types")
    .select(listOfOrganization("custom_types"))
    .where("organization_id", "=", organization)
    .orderBy("name")
    .execute();
  return rows.flatMap((found) => {
    const { row, contents } = withoutLists(found);
    return take(row, checkOf(db.protection, { organization }, contents).organization);
  });
}

/** Inserts a type, or changes which of its versions is active. The hosts of a type stay as they are. */
export const saveCustomType = (db: Db, row: CustomTypeRow): Promise<void> =>
  changeRows(db, { organization: row.organization_id }, async (db, list) => {
    const { id: _, organization_id: __, name: ___, ...change } = row;
    await db
      .insertInto("custom_types")
      .values(row)
      .onConflict((conflict) => conflict.columns(["organization_id", "name"]).doUpdateSet(change))
      .execute();
    list.set("custom_types", row);
  });
