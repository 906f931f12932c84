import { sql } from "kysely";
import type { RecordRow } from "../record-row.ts";
import type { RecordsDb } from "./records.ts";
import type { Tenant } from "./tenant.ts";

// Calls that wait for a person (approvals) or for a platform (jobs).

/** The connector to which an approval or a job belongs. */
export interface CallPlace {
  id: string;
  organization_id: string;
  connector_id: string;
}

interface OpenCalls {
  after?: string | undefined;
  connector?: string | undefined;
  limit: number;
}

const columns = ["records.key", "records.organization_id", "records.connector_id"] as const;

const ofTenant = ({ db }: RecordsDb, { organization, workspace, connectors }: Partial<Tenant>) =>
  db
    .selectFrom("records")
    .innerJoin("connectors", "connectors.id", "records.connector_id")
    .$if(organization !== undefined, (query) => query.where("records.organization_id", "=", organization!))
    .$if(workspace !== undefined, (query) => query.where("connectors.workspace_id", "=", workspace!))
    .$if(connectors !== undefined, (query) => query.where("connectors.id", "in", [...connectors!, ""]));

/** The condition of an index. */
const isOf = (kind: string) => sql<boolean>`records.key like ${sql.lit(`${kind}/%`)}`;

/** Returns the place of an approval or a job that the tenant can see. */
export async function findCall(
  database: RecordsDb,
  tenant: Tenant,
  kind: "approvals" | "jobs",
  id: string,
): Promise<CallPlace | undefined> {
  const found = await ofTenant(database, tenant)
    .select(columns)
    .where(isOf(kind))
    .where("records.key", "=", `${kind}/${id}`)
    .executeTakeFirst();
  return found && placeOf(found);
}

const open = (
  database: RecordsDb,
  tenant: Tenant | undefined,
  kind: "open" | "open-jobs",
  { after, connector, limit }: OpenCalls,
) =>
  ofTenant(database, tenant ?? {})
    .where(isOf(kind))
    .where(sql<boolean>`(records.expires_at is null or records.expires_at > ${database.now})`)
    .$if(after !== undefined, (query) => query.where("records.key", ">", `${kind}/${after}`))
    .$if(connector !== undefined, (query) => query.where("records.connector_id", "=", connector!))
    .orderBy("records.key")
    .limit(limit);

/** Returns the approvals whose calls may not have ended, in the order of their ids. Without `tenant`, those of all organizations. */
export async function openApprovalPlaces(
  database: RecordsDb,
  tenant: Tenant | undefined,
  calls: OpenCalls,
): Promise<CallPlace[]> {
  const rows = await open(database, tenant, "open", calls).select(columns).execute();
  return rows.map(placeOf);
}

/** Returns the marks of the jobs that have not ended, in the order of their ids. Without `tenant`, those of all organizations. */
export const openJobRows = (
  database: RecordsDb,
  tenant: Tenant | undefined,
  calls: OpenCalls,
): Promise<RecordRow[]> => open(database, tenant, "open-jobs", calls).selectAll("records").execute();

export const placeOf = ({
  key,
  organization_id,
  connector_id,
}: Pick<RecordRow, "key" | "organization_id" | "connector_id">): CallPlace => ({
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
