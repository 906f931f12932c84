import type { Db } from "./store.ts";
import type { ConnectorRow } from "./tables.ts";

/** Whose connectors: every query carries it, so that no id of another tenant is ever seen. */
export interface Owner {
  organization: string;
  /** Absent for an application's own token, which may see every workspace of its organisation. */
  workspace?: string | undefined;
  /** Only these. */
  connectors?: readonly string[] | undefined;
}

export interface Found extends ConnectorRow {
  /** The name of its workspace: the external user id. */
  workspace: string;
}

const owned = (db: Db, { organization, workspace, connectors }: Owner) =>
  db
    .selectFrom("connectors")
    .innerJoin("workspaces", "workspaces.id", "connectors.workspace_id")
    .selectAll("connectors")
    .select("workspaces.name as workspace")
    .where("connectors.organization_id", "=", organization)
    .$if(workspace !== undefined, (query) => query.where("connectors.workspace_id", "=", workspace!))
    .$if(connectors !== undefined, (query) =>
      connectors!.length > 0
        ? query.where("connectors.id", "in", [...connectors!])
        : query.where("connectors.id", "=", ""),
    );

export const findConnector = async (db: Db, owner: Owner, id: string): Promise<Found | undefined> =>
  owned(db, owner).where("connectors.id", "=", id).executeTakeFirst();

export interface ListOptions {
  workspace?: string | undefined;
  type?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/** In the order in which they were made. */
export const listConnectors = async (db: Db, owner: Owner, options: ListOptions): Promise<Found[]> =>
  owned(db, owner)
    .$if(options.workspace !== undefined, (query) => query.where("workspaces.name", "=", options.workspace!))
    .$if(options.type !== undefined, (query) => query.where("connectors.type", "=", options.type!))
    .$if(options.after !== undefined, (query) => query.where("connectors.id", ">", options.after!))
    .orderBy("connectors.id")
    .limit(options.limit)
    .execute();

export async function addConnector(db: Db, row: ConnectorRow): Promise<void> {
  await db.insertInto("connectors").values(row).execute();
}

export async function changeConnector(
  db: Db,
  id: string,
  change: Partial<Omit<ConnectorRow, "id" | "organization_id" | "workspace_id" | "credentials_version">>,
): Promise<void> {
  await db.updateTable("connectors").set(change).where("id", "=", id).execute();
}

/**
 * Other credentials, as the next version, whose number no others of this connector ever had. With `only`, in place of
 * that version alone. Answers the number, or undefined when nothing was there to be replaced.
 */
export async function changeCredentials(
  db: Db,
  id: string,
  change: Pick<ConnectorRow, "credentials" | "key_id" | "fingerprint" | "updated_at"> &
    Partial<Pick<ConnectorRow, "form" | "status" | "last_error_code">>,
  only?: number,
): Promise<number | undefined> {
  const changed = await db
    .updateTable("connectors")
    .set(change)
    .set((eb) => ({ credentials_version: eb("credentials_version", "+", 1) }))
    .where("id", "=", id)
    .$if(only !== undefined, (query) => query.where("credentials_version", "=", only!))
    .returning("credentials_version")
    .executeTakeFirst();
  return changed?.credentials_version;
}

/** The credentials are overwritten before the row goes, and SQLite overwrites what it frees. */
export async function removeConnector(db: Db, id: string): Promise<void> {
  await changeConnector(db, id, { credentials: "" });
  await db.deleteFrom("access_tokens").where("connector_id", "=", id).execute();
  await db.deleteFrom("connectors").where("id", "=", id).execute();
}
