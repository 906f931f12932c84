import { changeRow, changeRows, ensureOrganizationList } from "../protected-rows/change-rows.ts";
import { checkOf, listOfOrganization, withoutLists } from "../protected-rows/list-path.ts";
import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";
import { uuid } from "../uuid.ts";

export type Application = Tables["applications"];

export type NewApplication = Omit<
  Application,
  "created_at" | "disabled_at" | "return_urls" | "confirm_sessions"
>;

export async function addApplication(db: Db, application: NewApplication, now: number): Promise<void> {
  const row = { ...application, created_at: now, disabled_at: null, return_urls: "[]", confirm_sessions: 0 };
  await ensureOrganizationList(db, row.organization_id);
  await changeRows(db, ownerOf(row), async (db, list) => {
    await db.insertInto("applications").values(row).execute();
    list.set("applications", row);
  });
}

const ownerOf = ({ organization_id }: Pick<Application, "organization_id">) => ({
  organization: organization_id,
});

const applications = (db: Db) =>
  db.selectFrom("applications").selectAll().select(listOfOrganization("applications"));

function checked(
  { protection }: Db,
  found: Awaited<ReturnType<ReturnType<typeof applications>["executeTakeFirst"]>>,
): Application | undefined {
  if (!found) return undefined;
  const { row, contents } = withoutLists(found);
  checkOf(protection, ownerOf(row), contents).organization.check("applications", row);
  return row;
}

export const firstApplication = async (db: Db): Promise<Application | undefined> =>
  checked(db, await applications(db).orderBy("created_at").limit(1).executeTakeFirst());

export const findApplication = async (db: Db, id: string): Promise<Application | undefined> =>
  checked(db, await applications(db).where("id", "=", id).executeTakeFirst());

/**
 * Returns applications, each with its number of secrets. Default: the applications of all organizations. The rows are
 * only shown to people, so they are not checked.
 */
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

type ApplicationId = Pick<Application, "id" | "organization_id">;

export async function setName(db: Db, application: ApplicationId, name: string): Promise<void> {
  await changeRow(db, "applications", ownerOf(application), application.id, () => ({ name }));
}

export async function setDisabled(
  db: Db,
  application: ApplicationId,
  disabled_at: number | null,
): Promise<void> {
  await changeRow(db, "applications", ownerOf(application), application.id, () => ({ disabled_at }));
}

export async function setReturnUrls(
  db: Db,
  application: ApplicationId,
  urls: readonly string[],
): Promise<void> {
  const return_urls = JSON.stringify(urls);
  await changeRow(db, "applications", ownerOf(application), application.id, () => ({ return_urls }));
}

export async function setConfirmSessions(
  db: Db,
  application: ApplicationId,
  confirm: boolean,
): Promise<void> {
  const confirm_sessions = confirm ? 1 : 0;
  await changeRow(db, "applications", ownerOf(application), application.id, () => ({ confirm_sessions }));
}

/** Revokes all tokens of an application, and all scoped tokens that it has issued. */
export async function endApplicationTokens(db: Db, application: ApplicationId): Promise<void> {
  await changeRow(db, "applications", ownerOf(application), application.id, ({ epoch }) => ({
    epoch: epoch + 1,
  }));
}

export async function addSecretHash(
  db: Db,
  application: ApplicationId,
  hash: string,
  now: number,
): Promise<void> {
  const row = { id: uuid(now), application_id: application.id, hash, created_at: now };
  await changeRows(db, ownerOf(application), async (db, list) => {
    await db.insertInto("application_secrets").values(row).execute();
    list.set("application_secrets", row);
  });
}

/** Returns the hashes of an application's secrets. Returns none if there is no such application. */
export const secretHashes = async (db: Db, application: string): Promise<string[]> => {
  const rows = await db
    .selectFrom("application_secrets")
    .innerJoin("applications", "applications.id", "application_secrets.application_id")
    .selectAll("application_secrets")
    .select(["applications.organization_id", listOfOrganization("applications")])
    .where("application_id", "=", application)
    .execute();
  return rows.map((found) => {
    const { row, contents } = withoutLists(found);
    checkOf(db.protection, ownerOf(row), contents).organization.check("application_secrets", row);
    return row.hash;
  });
};

/** Deletes the secrets of an application, except the newest `keep` secrets. */
export async function deleteOldSecrets(db: Db, application: ApplicationId, keep: number): Promise<void> {
  await changeRows(db, ownerOf(application), async (db, list) => {
    const rows = await db
      .selectFrom("application_secrets")
      .select("id")
      .where("application_id", "=", application.id)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    for (const { id } of rows.slice(keep)) {
      await db.deleteFrom("application_secrets").where("id", "=", id).execute();
      list.remove("application_secrets", id);
    }
  });
}
