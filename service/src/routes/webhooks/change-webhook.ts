import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import type { Claims } from "../../access/access-tokens.ts";
import { idPattern } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import type { RouteRequest } from "../../http/route.ts";
import { changeEndpoint, findEndpoint } from "../../store/queries/webhook-endpoints.ts";
import type { Db } from "../../store/store.ts";
import type { WebhookEndpointRow } from "../../store/tables.ts";
import { plainName } from "../../operators/names.ts";
import { checkEndpointUrl, createEndpoint, disableEndpoint } from "../../webhooks/change-endpoint.ts";
import { eventTypes } from "../../webhooks/events.ts";
import { actorOf } from "../shared/actor.ts";
import { webhookViewOf, type webhookSchema, type webhookWithSecretSchema } from "./webhook-view.ts";

type Caller = Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">;

const fields = {
  url: z.string().min(1).max(2048),
  description: plainName.max(200),
  event_types: z
    .array(z.enum(eventTypes))
    .min(1)
    .refine((types) => new Set(types).size === types.length, "must not contain a type twice")
    .nullable()
    .meta({ description: "The types of the events to send. Null stands for all types." }),
};

export const webhookBody = z
  .strictObject({
    url: fields.url,
    description: fields.description.optional(),
    event_types: fields.event_types.optional(),
  })
  .meta({ id: "WebhookCreate" });

export const webhookChangeBody = z
  .strictObject({
    url: fields.url.optional(),
    description: fields.description.optional(),
    event_types: fields.event_types.optional(),
    status: z.enum(["enabled", "disabled"]).optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ["status"],
    message: "send at least one of url, description, event_types, status",
  })
  .meta({ id: "WebhookChange" });

/** @throws ConnectorError `not_found` */
export async function existingWebhook(
  db: Db,
  { organization }: Pick<Claims, "organization">,
  id: string | undefined,
): Promise<WebhookEndpointRow> {
  const possible = id !== undefined && idPattern.test(id);
  const found = possible ? await findEndpoint(db, id, organization) : undefined;
  if (found) return found;
  throw new ConnectorError("not_found", "There is no such webhook endpoint.", {
    path: "webhook_id",
    hint: "GET /v1/webhooks lists the endpoints.",
  });
}

/** Returns the endpoint's data with its secret. @throws ConnectorError `validation_error` */
export async function createWebhook(
  { claims, requestId }: Caller,
  { url, description = "", event_types = null }: z.output<typeof webhookBody>,
  { store, sealer, audit, clock, webhookOrigins }: Context,
): Promise<z.output<typeof webhookWithSecretSchema>> {
  checkEndpointUrl(url, webhookOrigins);
  const { row, secret } = await store.transaction(async (db) => {
    const wanted = { url, description, event_types };
    const created = await createEndpoint(db, sealer, claims.organization, wanted, clock.now());
    const detail = { webhook_id: created.row.id };
    await audit.write(db, "webhook.create", actorOf({ claims, requestId }), undefined, detail);
    return created;
  });
  return { ...webhookViewOf(row), secret };
}

/** @throws ConnectorError `not_found`, `validation_error` */
export async function changeWebhook(
  { claims, requestId }: Caller,
  webhookId: string | undefined,
  body: z.output<typeof webhookChangeBody>,
  { store, audit, clock, webhookOrigins }: Context,
): Promise<z.output<typeof webhookSchema>> {
  const { url, description, event_types, status } = body;
  if (url !== undefined) checkEndpointUrl(url, webhookOrigins);
  const now = clock.now();
  return store.transaction(async (db) => {
    const endpoint = await existingWebhook(db, claims, webhookId);
    const { id } = endpoint;
    await changeEndpoint(db, endpoint, {
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description }),
      ...(event_types === undefined ? {} : { event_types: JSON.stringify(event_types) }),
      ...(status === "enabled" ? { status, disabled_reason: null } : {}),
      updated_at: now,
    });
    if (status === "disabled") await disableEndpoint(db, endpoint, "manual", now);
    const detail = { webhook_id: id, changed: Object.keys(body) };
    await audit.write(db, "webhook.change", actorOf({ claims, requestId }), undefined, detail);
    return webhookViewOf(await existingWebhook(db, claims, id));
  });
}
