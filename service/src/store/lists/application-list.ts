import { sql } from "kysely";
import type { Application } from "../queries/applications.ts";
import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";

// The rows are only shown to people, so they are not checked.

export interface ListedApplication extends Application {
  /** The time of the last event that the application has caused. Null if the audit has none. */
  last_used_at: number | null;
  /** The time of the last change of the logo. Null if there is none. */
  logo_at: number | null;
  secrets: number;
}

/** Returns the applications of an organization, oldest first. */
export const applicationsWithUse = async (db: Db, organization: string): Promise<ListedApplication[]> => {
  const rows = await db
    .selectFrom("applications")
    .leftJoin("application_logos", "application_logos.application_id", "applications.id")
    .selectAll("applications")
    .select("application_logos.updated_at as logo_at")
    .select((eb) => [
      eb
        .selectFrom("audit")
        .select("audit.at")
        .whereRef("audit.organization_id", "=", "applications.organization_id")
        .whereRef("audit.application_id", "=", "applications.id")
        .where("audit.operator", "is", null)
        .orderBy("audit.id", "desc")
        .limit(1)
        .as("last_used_at"),
      eb
        .selectFrom("application_secrets")
        .select(sql<number>`count(*)`.as("count"))
        .whereRef("application_secrets.application_id", "=", "applications.id")
        .as("secrets"),
    ])
    .where("applications.organization_id", "=", organization)
    .orderBy("applications.created_at")
    .orderBy("applications.id")
    .execute();
  return rows.map((row) => ({
    ...row,
    last_used_at: row.last_used_at === null ? null : Number(row.last_used_at),
    logo_at: row.logo_at === null ? null : Number(row.logo_at),
    secrets: Number(row.secrets),
  }));
};

/** Returns the name of an application, and the time of the last change of its logo. */
export const applicationFace = (
  db: Db,
  organization: string,
  id: string,
): Promise<{ name: string; logo_at: number | null } | undefined> =>
  db
    .selectFrom("applications")
    .leftJoin("application_logos", "application_logos.application_id", "applications.id")
    .select(["applications.name", "application_logos.updated_at as logo_at"])
    .where("applications.organization_id", "=", organization)
    .where("applications.id", "=", id)
    .executeTakeFirst();

export async function setLogo(db: Db, row: Tables["application_logos"]): Promise<void> {
  const { application_id: _, ...change } = row;
  await db
    .insertInto("application_logos")
    .values(row)
    .onConflict((conflict) => conflict.column("application_id").doUpdateSet(change))
    .execute();
}

/** Returns the logo as base64. */
export const findLogo = async (db: Db, applicationId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("application_logos")
      .innerJoin("applications", "applications.id", "application_logos.application_id")
      .select("content")
      .where("application_logos.application_id", "=", applicationId)
      .executeTakeFirst()
  )?.content;

export async function deleteLogo(db: Db, applicationId: string): Promise<void> {
  await db.deleteFrom("application_logos").where("application_id", "=", applicationId).execute();
}
