import { addDeliveries } from "../store/queries/webhook-deliveries.ts";
import { listEndpoints } from "../store/queries/webhook-endpoints.ts";
import type { Db } from "../store/store.ts";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "../store/tables.ts";
import { uuid } from "../store/uuid.ts";

/** The types of events that an endpoint can receive. */
export const eventTypes = [
  "connector.created",
  "connector.reauth_required",
  "connector.reconnected",
  "connector.deleted",
  "approval.requested",
  "approval.decided",
  "approval.ended",
  "job.succeeded",
  "job.failed",
  "job.cancelled",
] as const;
export type EventType = (typeof eventTypes)[number];

/** The type of the event with which an application tests an endpoint. Every endpoint receives this event. */
export const testEventType = "webhook.test";

export interface NewEvent {
  type: EventType;
  organization_id: string;
  /** The workspace of the user whom `data` names. */
  workspace_id: string;
  /** Must not contain secrets. */
  data: Readonly<Record<string, unknown>>;
}

/** The fields of a connector that its events need. */
export interface EventConnector {
  id: string;
  organization_id: string;
  workspace_id: string;
  type: string;
  name: string;
  /** The `external_user_id`. */
  workspace: string;
}

/**
 * Stores an event for each enabled endpoint that receives this type of event. `db` must be the transaction that makes
 * the change. The event is then stored if and only if the change is stored. `deliverDue` sends the event later.
 */
export async function addEvent(
  db: Db,
  { type, organization_id, workspace_id, data }: NewEvent,
  now: number,
): Promise<void> {
  const endpoints = await listEndpoints(db, organization_id);
  const wanted = endpoints.filter((endpoint) => endpoint.status === "enabled" && receives(endpoint, type));
  const event_id = newEventId(now);
  const payload = payloadOf(type, data, now);
  await addDeliveries(
    db,
    wanted.map(({ id }) => ({ ...newDelivery(id, now), event_id, workspace_id, type, payload })),
  );
}

/** Stores an event of a connector. `more` contains further fields for the event's data. */
export const addConnectorEvent = (
  db: Db,
  type: EventType,
  { id, organization_id, workspace_id, type: connector_type, name, workspace }: EventConnector,
  now: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const data = { connector_id: id, connector_type, name, external_user_id: workspace, ...more };
  return addEvent(db, { type, organization_id, workspace_id, data }, now);
};

/** Stores a test event for one endpoint. Returns the delivery. */
export async function addTestEvent(db: Db, endpoint: string, now: number): Promise<WebhookDeliveryRow> {
  const type = testEventType;
  const payload = payloadOf(type, { webhook_id: endpoint }, now);
  const row = { ...newDelivery(endpoint, now), event_id: newEventId(now), workspace_id: null, type, payload };
  await addDeliveries(db, [row]);
  return row;
}

/** Returns the types that an endpoint receives. Null stands for all types. */
export const eventTypesOf = ({ event_types }: Pick<WebhookEndpointRow, "event_types">): EventType[] | null =>
  JSON.parse(event_types) as EventType[] | null;

const receives = (endpoint: WebhookEndpointRow, type: EventType): boolean =>
  eventTypesOf(endpoint)?.includes(type) ?? true;

const newEventId = (now: number): string => `evt_${uuid(now)}`;

const payloadOf = (type: string, data: object, now: number): string =>
  JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });

const newDelivery = (endpoint_id: string, now: number) => ({
  id: uuid(now),
  endpoint_id,
  status: "pending" as const,
  attempts: 0,
  next_at: now,
  claim: null,
  last_attempt_at: null,
  response_status: null,
  error: null,
  created_at: now,
});
