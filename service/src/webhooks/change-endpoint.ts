import { ConnectorError } from "agent-connectors";
import type { Sealer } from "../credentials/sealing.ts";
import { failPendingDeliveries } from "../store/queries/webhook-deliveries.ts";
import { addEndpoint, changeEndpoint, listEndpoints } from "../store/queries/webhook-endpoints.ts";
import type { Db } from "../store/store.ts";
import type { WebhookEndpointRow } from "../store/tables.ts";
import { uuid } from "../store/uuid.ts";
import { createSecret } from "./endpoint-secrets.ts";
import { endpointUrlFault } from "./endpoint-url.ts";
import type { EventType } from "./events.ts";

/** The maximum number of endpoints of an organization. */
export const maxEndpoints = 20;

/** The fields of an endpoint that an application chooses. */
export interface EndpointFields {
  url: string;
  description: string;
  /** Null stands for all types. */
  event_types: readonly EventType[] | null;
}

/** @throws ConnectorError `validation_error` */
export function checkEndpointUrl(url: string, privateOrigins: readonly string[]): void {
  const fault = endpointUrlFault(url, privateOrigins);
  if (fault === undefined) return;
  throw new ConnectorError("validation_error", `The address for webhooks ${fault}.`, {
    path: "url",
    hint: "Send an address such as https://app.example.com/webhooks. The operator of the service can allow other origins with AGENT_CONNECTORS_WEBHOOK_PRIVATE_ORIGINS.",
  });
}

/**
 * Stores a new endpoint. Returns its row and its secret. `db` must be a transaction.
 * @throws ConnectorError `validation_error` if the organization has too many endpoints
 */
export async function createEndpoint(
  db: Db,
  sealer: Sealer,
  organization_id: string,
  { url, description, event_types }: EndpointFields,
  now: number,
): Promise<{ row: WebhookEndpointRow; secret: string }> {
  if ((await listEndpoints(db, organization_id)).length >= maxEndpoints)
    throw new ConnectorError("validation_error", `This organization has ${maxEndpoints} webhook endpoints.`, {
      path: "url",
      hint: "Delete an endpoint that is no longer used.",
    });
  const id = uuid(now);
  const { secret, sealed } = createSecret(sealer, { id, organization_id });
  const row: WebhookEndpointRow = {
    id,
    organization_id,
    url,
    description,
    event_types: JSON.stringify(event_types),
    status: "enabled",
    disabled_reason: null,
    ...sealed,
    created_at: now,
    updated_at: now,
  };
  await addEndpoint(db, row);
  return { row, secret };
}

/** @throws ConnectorError `validation_error` if the endpoint is disabled */
export function checkEnabled({ id, status }: Pick<WebhookEndpointRow, "id" | "status">): void {
  if (status === "enabled") return;
  throw new ConnectorError("validation_error", "The webhook endpoint is disabled.", {
    path: "webhook_id",
    hint: `Enable it first: PATCH /v1/webhooks/${id} {"status": "enabled"}.`,
  });
}

/**
 * Disables an endpoint. The endpoint gets no new events, and its waiting events count as failed. `sendAgain` can send
 * the failed events again.
 */
export async function disableEndpoint(
  db: Db,
  endpoint: Pick<WebhookEndpointRow, "id" | "organization_id">,
  disabled_reason: NonNullable<WebhookEndpointRow["disabled_reason"]>,
  now: number,
): Promise<void> {
  await changeEndpoint(db, endpoint, { status: "disabled", disabled_reason, updated_at: now });
  await failPendingDeliveries(db, endpoint.id, "The endpoint is disabled.");
}
