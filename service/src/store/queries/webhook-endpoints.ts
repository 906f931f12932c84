import type { Db } from "../store.ts";
import type { WebhookEndpointRow } from "../tables.ts";

export async function addEndpoint(db: Db, row: WebhookEndpointRow): Promise<void> {
  await db.insertInto("webhook_endpoints").values(row).execute();
}

/** Finds an endpoint of an organization or, without `organization`, of any organization. */
export const findEndpoint = async (
  db: Db,
  id: string,
  organization?: string,
): Promise<WebhookEndpointRow | undefined> =>
  db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", id)
    .$if(organization !== undefined, (query) => query.where("organization_id", "=", organization!))
    .executeTakeFirst();

/** Returns the endpoints of an organization, oldest first. */
export const listEndpoints = async (db: Db, organization: string): Promise<WebhookEndpointRow[]> =>
  db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("organization_id", "=", organization)
    .orderBy("id")
    .execute();

export async function changeEndpoint(
  db: Db,
  id: string,
  change: Partial<Omit<WebhookEndpointRow, "id" | "organization_id" | "created_at">>,
): Promise<void> {
  await db.updateTable("webhook_endpoints").set(change).where("id", "=", id).execute();
}

/** Deletes an endpoint with its deliveries. Overwrites its secrets first. */
export async function deleteEndpoint(db: Db, id: string): Promise<void> {
  await changeEndpoint(db, id, { sealed: "" });
  await db.deleteFrom("webhook_deliveries").where("endpoint_id", "=", id).execute();
  await db.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
}

export async function deleteEndpointsOf(db: Db, organization: string): Promise<void> {
  for (const { id } of await listEndpoints(db, organization)) await deleteEndpoint(db, id);
}
