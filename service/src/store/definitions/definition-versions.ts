import { sql } from "kysely";
import { changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listOfOrganization, withoutLists } from "../protected-rows/list-path.ts";
import type { Db } from "../store.ts";
import type { DefinitionRow } from "./definition-row.ts";

/** A version without its file, which can be large. */
export type DefinitionVersion = Omit<DefinitionRow, "file">;

const columns = [
  "definitions.id",
  "definitions.organization_id",
  "definitions.name",
  "definitions.version",
  "definitions.hash",
  "definitions.hosts",
  "definitions.application_id",
  "definitions.created_at",
  "definitions.activated_at",
] as const;

/** Returns the versions of an organization, by name and version. */
export async function listDefinitions(db: Db, organization: string): Promise<DefinitionVersion[]> {
  const rows = await db
    .selectFrom("definitions")
    .select(columns)
    .select(listOfOrganization("definitions"))
    .where("organization_id", "=", organization)
    .orderBy("name")
    .orderBy("version")
    .execute();
  return rows.map((found) => {
    const { row, contents } = withoutLists(found);
    checkOf(db.protection, { organization }, contents).organization.check("definitions", row);
    return row;
  });
}

/** Returns the file of a version as it is stored. The caller compares it with the hash of a checked row. */
export const findDefinitionFile = async (
  db: Db,
  { organization_id, name, version }: Pick<DefinitionRow, "organization_id" | "name" | "version">,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom("definitions")
      .select("file")
      .where("organization_id", "=", organization_id)
      .where("name", "=", name)
      .where("version", "=", version)
      .executeTakeFirst()
  )?.file;

/** Returns the number of characters of all active files of an organization, without those of one name. */
export async function activeCharacters(db: Db, organization: string, without: string): Promise<number> {
  const found = await db
    .selectFrom("definitions")
    .innerJoin("custom_types", (join) =>
      join
        .onRef("custom_types.organization_id", "=", "definitions.organization_id")
        .onRef("custom_types.name", "=", "definitions.name")
        .onRef("custom_types.version", "=", "definitions.version"),
    )
    .select(sql<number | null>`sum(length(definitions.file))`.as("characters"))
    .where("definitions.organization_id", "=", organization)
    .where("definitions.name", "!=", without)
    .executeTakeFirst();
  return Number(found?.characters ?? 0);
}

export const addDefinition = (db: Db, row: DefinitionRow): Promise<void> =>
  changeRows(db, { organization: row.organization_id }, async (db, list) => {
    await db.insertInto("definitions").values(row).execute();
    list.set("definitions", row);
  });

export const setActivated = (db: Db, row: DefinitionVersion, activated_at: number): Promise<void> =>
  changeRows(db, { organization: row.organization_id }, async (db, list) => {
    await db.updateTable("definitions").set({ activated_at }).where("id", "=", row.id).execute();
    list.set("definitions", { ...row, activated_at });
  });

export const deleteDefinition = (db: Db, row: DefinitionVersion): Promise<void> =>
  changeRows(db, { organization: row.organization_id }, async (db, list) => {
    await db.deleteFrom("definitions").where("id", "=", row.id).execute();
    list.remove("definitions", row.id);
  });
