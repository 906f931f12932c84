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
