import { z } from "zod";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "../../store/tables.ts";
import { eventTypes, eventTypesOf } from "../../webhooks/events.ts";

const time = z.iso.datetime();
const timeOf = (ms: number) => new Date(ms).toISOString();

const endpointFields = {
  id: z.string(),
  url: z.string(),
  description: z.string(),
  event_types: z
    .array(z.enum(eventTypes))
    .nullable()
    .meta({ description: "The types of the events to send. Null stands for all types." }),
  status: z.enum(["enabled", "disabled"]),
  disabled_reason: z
    .enum(["gone", "manual"])
    .nullable()
    .meta({ description: "gone: the receiver has responded with the status 410." }),
  created_at: time,
  updated_at: time,
};

export const webhookSchema = z.object(endpointFields).meta({ id: "Webhook" });

export const webhookWithSecretSchema = z
  .object({
    ...endpointFields,
    secret: z.string().meta({ description: "The secret that signs the requests. It is shown only now." }),
  })
  .meta({ id: "WebhookWithSecret" });

/** Returns the fields that the API and the commands show, without the secret. */
export const webhookViewOf = (row: WebhookEndpointRow): z.output<typeof webhookSchema> => ({
  id: row.id,
  url: row.url,
  description: row.description,
  event_types: eventTypesOf(row),
  status: row.status,
  disabled_reason: row.disabled_reason,
  created_at: timeOf(row.created_at),
  updated_at: timeOf(row.updated_at),
});

export const deliverySchema = z
  .object({
    id: z.string(),
    event_id: z.string().meta({ description: "The header webhook-id of the request." }),
    type: z.string(),
    status: z
      .enum(["pending", "delivered", "failed"])
      .meta({ description: "failed: the service makes no more attempts." }),
    attempts: z.number().int(),
    next_attempt_at: time.nullable(),
    last_attempt_at: time.nullable(),
    response_status: z.number().int().nullable(),
    error: z.string().nullable().meta({ description: "The reason why there was no response." }),
    event: z.record(z.string(), z.unknown()).meta({ description: "The body of the request." }),
    created_at: time,
  })
  .meta({ id: "WebhookDelivery" });

/** Returns the fields that the API and the command `webhook test` show. */
export const deliveryViewOf = (row: WebhookDeliveryRow): z.output<typeof deliverySchema> => ({
  id: row.id,
  event_id: row.event_id,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.status === "pending" ? timeOf(row.next_at) : null,
  last_attempt_at: row.last_attempt_at === null ? null : timeOf(row.last_attempt_at),
  response_status: row.response_status,
  error: row.error,
  event: JSON.parse(row.payload) as Record<string, unknown>,
  created_at: timeOf(row.created_at),
});
