import type { Context } from "../../http/context.ts";
import type { RouteRequest } from "../../http/route.ts";
import { keepAccountPolicy } from "../../store/queries/account-policies.ts";
import { deleteConnector } from "../../store/queries/connectors.ts";
import { addConnectorEvent } from "../../webhooks/events.ts";
import { actorOf } from "../shared/actor.ts";
import { requestedConnector } from "../shared/requested-connector.ts";

/** Deletes a connector that the caller can see. @throws ConnectorError `connector_not_found` */
export async function deleteOneConnector(
  { claims, requestId }: Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">,
  id: string | undefined,
  context: Context,
): Promise<string> {
  const { store, audit, clock, openConnectors } = context;
  const row = await requestedConnector(context, claims, id);
  await store.transaction(async (db) => {
    await keepAccountPolicy(db, row, clock.now());
    if (await deleteConnector(db, row)) await addConnectorEvent(db, "connector.deleted", row, clock.now());
    await audit.write(db, "connector.delete", actorOf({ claims, requestId }, row.workspace_id), row.id);
  });
  openConnectors.close(row.id);
  return row.id;
}
