import { changeRow, changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listOfOrganization, withoutLists } from "../protected-rows/list-path.ts";
import type { Db } from "../store.ts";
import type { WebhookEndpointRow } from "../tables.ts";

type EndpointId = Pick<WebhookEndpointRow, "id" | "organization_id">;

const ownerOf = ({ organization_id }: Pick<EndpointId, "organization_id">) => ({
  organization: organization_id,
});

export async function addEndpoint(db: Db, row: WebhookEndpointRow): Promise<void> {
  await changeRows(db, ownerOf(row), async (db, list) => {
    await db.insertInto("webhook_endpoints").values(row).execute();
    list.set("webhook_endpoints", row);
  });
}

/** Finds an endpoint of an organization or, without `organization`, of any organization. */
export const findEndpoint = async (
  db: Db,
  id: string,
  organization?: string,
): Promise<WebhookEndpointRow | undefined> => {
  const found = await db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .select(listOfOrganization("webhook_endpoints"))
    .where("id", "=", id)
    .$if(organization !== undefined, (query) => query.where("organization_id", "=", organization!))
    .executeTakeFirst();
  if (!found) return undefined;
  const { row, contents } = withoutLists(found);
  checkOf(db.protection, ownerOf(row), contents).organization.check("webhook_endpoints", row);
  return row;
};

/**
 * Returns the endpoints of an organization, oldest first. The rows are not checked. `findEndpoint` checks an endpoint
 * before the service sends something to its address.
 */
export const listEndpoints = async (db: Db, organization: string): Promise<WebhookEndpointRow[]> =>
  db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("organization_id", "=", organization)
    .orderBy("id")
    .execute();

export async function changeEndpoint(
  db: Db,
  endpoint: EndpointId,
  change: Partial<Omit<WebhookEndpointRow, "id" | "organization_id" | "created_at">>,
): Promise<void> {
  await changeRow(db, "webhook_endpoints", ownerOf(endpoint), endpoint.id, () => change);
}

/** Deletes an endpoint with its deliveries. Overwrites its secrets first. */
export async function deleteEndpoint(db: Db, endpoint: EndpointId): Promise<void> {
  const { id } = endpoint;
  await changeRows(db, ownerOf(endpoint), async (db, list) => {
    await db.updateTable("webhook_endpoints").set({ sealed: "" }).where("id", "=", id).execute();
    await db.deleteFrom("webhook_deliveries").where("endpoint_id", "=", id).execute();
    await db.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
    list.remove("webhook_endpoints", id);
  });
}

export async function deleteEndpointsOf(db: Db, organization: string): Promise<void> {
  for (const endpoint of await listEndpoints(db, organization)) await deleteEndpoint(db, endpoint);
}
