import { createHash } from "node:crypto";
import { sql } from "kysely";
import { changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listOfOrganization, withoutLists } from "../protected-rows/list-path.ts";
import { refuse } from "../protected-rows/protection.ts";
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

/** A version of which a checked row has the hash. The file itself is not in the signed list of rows. */
type HashedVersion = Pick<DefinitionRow, "organization_id" | "name" | "version" | "hash">;

/** Returns the file of a version. Returns undefined if it was deleted or changed. */
export async function findDefinitionFile(db: Db, version: HashedVersion): Promise<string | undefined> {
  const found = await db
    .selectFrom("definitions")
    .select("file")
    .where("organization_id", "=", version.organization_id)
    .where("name", "=", version.name)
    .where("version", "=", version.version)
    .executeTakeFirst();
  return found && hashOfFile(found.file) === version.hash ? found.file : undefined;
}

/** @throws ConnectorError `internal` */
export const refuseDefinitionFile = (db: Db, { name, version, organization_id }: HashedVersion): never =>
  refuse(db.protection, {
    name: `definitions/${name}/${version}`,
    organization: organization_id,
    reason: "has another file",
  });

export const hashOfFile = (text: string): string => createHash("sha256").update(text).digest("hex");

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
