import { sql } from "kysely";
import type { Tables } from "../tables.ts";
import type { RecordsDb } from "./records.ts";
import type { Tenant } from "./tenant.ts";

/** The connector to which an approval belongs. */
export interface ApprovalPlace {
  id: string;
  organization_id: string;
  connector_id: string;
}

// The conditions with `like` are those of the indexes.

const places = ({ db }: RecordsDb, { organization, workspace, connectors }: Partial<Tenant>) =>
  db
    .selectFrom("records")
    .innerJoin("connectors", "connectors.id", "records.connector_id")
    .select(["records.key", "records.organization_id", "records.connector_id"])
    .$if(organization !== undefined, (query) => query.where("records.organization_id", "=", organization!))
    .$if(workspace !== undefined, (query) => query.where("connectors.workspace_id", "=", workspace!))
    .$if(connectors !== undefined, (query) => query.where("connectors.id", "in", [...connectors!, ""]));

/** Returns the place of an approval that the tenant can see. */
export async function findApproval(
  database: RecordsDb,
  tenant: Tenant,
  id: string,
): Promise<ApprovalPlace | undefined> {
  const found = await places(database, tenant)
    .where(sql<boolean>`records.key like 'approvals/%'`)
    .where("records.key", "=", `approvals/${id}`)
    .executeTakeFirst();
  return found && placeOf(found);
}

/** Returns the approvals whose calls may not have ended, in the order of their ids. Without `tenant`, those of all organizations. */
export async function openApprovalPlaces(
  database: RecordsDb,
  tenant: Tenant | undefined,
  { after, connector, limit }: { after?: string | undefined; connector?: string | undefined; limit: number },
): Promise<ApprovalPlace[]> {
  const rows = await places(database, tenant ?? {})
    .where(sql<boolean>`records.key like 'open/%'`)
    .where(sql<boolean>`(records.expires_at is null or records.expires_at > ${database.now})`)
    .$if(after !== undefined, (query) => query.where("records.key", ">", `open/${after}`))
    .$if(connector !== undefined, (query) => query.where("records.connector_id", "=", connector!))
    .orderBy("records.key")
    .limit(limit)
    .execute();
  return rows.map(placeOf);
}

const placeOf = ({
  key,
  organization_id,
  connector_id,
}: Pick<Tables["records"], "key" | "organization_id" | "connector_id">): ApprovalPlace => ({
  id: key.slice(key.indexOf("/") + 1),
  organization_id,
  connector_id,
});

/** A connector for whose calls people have given permissions. */
export interface PermissionPlace {
  organization_id: string;
  connector_id: string;
  workspace_id: string;
  /** The `external_user_id`. */
  user: string;
}

const mostPlaces = 1000;

/**
 * Returns the connectors that have permissions and that the tenant can see, the first 1,000.
 * @param group the part of an id of a permission that its record has. Default: all
 */
export const permissionPlaces = (
  { db, now }: RecordsDb,
  { organization, workspace, connectors }: Tenant,
  { connector, group }: { connector?: string | undefined; group?: string | undefined } = {},
): Promise<PermissionPlace[]> =>
  db
    .selectFrom("records")
    .innerJoin("connectors", "connectors.id", "records.connector_id")
    .innerJoin("workspaces", "workspaces.id", "connectors.workspace_id")
    .select(["records.organization_id", "records.connector_id"])
    .select(["connectors.workspace_id", "workspaces.name as user"])
    .distinct()
    .where("records.organization_id", "=", organization)
    // The condition is that of the index.
    .where(sql<boolean>`records.key like 'permissions/%'`)
    .where(sql<boolean>`(records.expires_at is null or records.expires_at > ${now})`)
    .$if(group !== undefined, (query) => query.where("records.key", "=", `permissions/${group}`))
    .$if(workspace !== undefined, (query) => query.where("connectors.workspace_id", "=", workspace!))
    .$if(connectors !== undefined, (query) => query.where("connectors.id", "in", [...connectors!, ""]))
    .$if(connector !== undefined, (query) => query.where("records.connector_id", "=", connector!))
    .orderBy("records.connector_id")
    .limit(mostPlaces)
    .execute();
