import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { idPattern } from "../../access/visible-connectors.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import { findDelivery, listDeliveries, sendAgain } from "../../store/queries/webhook-deliveries.ts";
import type { Db } from "../../store/store.ts";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "../../store/tables.ts";
import { checkEnabled } from "../../webhooks/change-endpoint.ts";
import { addTestEvent } from "../../webhooks/events.ts";
import { actorOf } from "../shared/actor.ts";
import { limit } from "../shared/request-schemas.ts";
import { deliverySchema, deliveryViewOf } from "./webhook-view.ts";
import { existingWebhook } from "./change-webhook.ts";
import { pathsOf, oneWebhook } from "./webhooks.ts";

const list = `${oneWebhook}/deliveries`;
const tag = "Webhooks";
const access = "application" as const;
const errors = [404, 422];
const answer = { description: "The delivery", schema: deliverySchema };

/** Adds or changes a delivery of an enabled endpoint, and writes an audit row. */
const change = async (
  { params, claims, requestId }: Pick<RouteRequest<unknown, unknown>, "params" | "claims" | "requestId">,
  { store, audit }: Context,
  event: "webhook.test" | "webhook.redeliver",
  run: (db: Db, endpoint: WebhookEndpointRow) => Promise<WebhookDeliveryRow>,
) =>
  store.transaction(async (db) => {
    const endpoint = await existingWebhook(db, claims, params.webhook_id);
    checkEnabled(endpoint);
    const delivery = await run(db, endpoint);
    const detail = { webhook_id: endpoint.id, event_id: delivery.event_id };
    await audit.write(db, event, actorOf({ claims, requestId }), undefined, detail);
    return { body: deliveryViewOf(delivery) };
  });

/** @throws ConnectorError `not_found`, `validation_error` if the endpoint is disabled */
export const testWebhook = (request: Parameters<typeof change>[0], context: Context) =>
  change(request, context, "webhook.test", (db, { id }) => addTestEvent(db, id, context.clock.now()));

/** @throws ConnectorError `not_found` */
async function existingDelivery(db: Db, endpoint: string, id = ""): Promise<WebhookDeliveryRow> {
  const found = idPattern.test(id) ? await findDelivery(db, endpoint, id) : undefined;
  if (found) return found;
  throw new ConnectorError("not_found", "There is no such delivery.", {
    path: "delivery_id",
    hint: `GET /v1/webhooks/${endpoint}/deliveries lists the deliveries of the last 30 days.`,
  });
}

export const webhookDeliveryRoutes: readonly Route[] = [
  route({
    id: "testWebhook",
    method: "post",
    paths: pathsOf(`${oneWebhook}/test`),
    tag,
    summary: "Send a test event to an endpoint",
    access,
    scope: "webhooks:write",
    errors,
    answer,
    handle: (request, context) => testWebhook(request, context),
  }),
  route({
    id: "listWebhookDeliveries",
    method: "get",
    paths: pathsOf(list),
    tag,
    summary: "List the events of the last 30 days that were sent to an endpoint",
    access,
    scope: "webhooks:read",
    query: z.strictObject({
      status: z.enum(["pending", "delivered", "failed"]).optional(),
      limit,
      cursor: z.string().regex(idPattern).optional(),
    }),
    errors: [404],
    answer: {
      description: "The deliveries, newest first",
      schema: z
        .object({ data: z.array(deliverySchema), next_cursor: z.string().nullable() })
        .meta({ id: "WebhookDeliveryList" }),
    },
    async handle({ params, query, claims }, { store }) {
      const { status, limit = 100, cursor } = query;
      const { id } = await existingWebhook(store.db, claims, params.webhook_id);
      const rows = await listDeliveries(store.db, id, { status, before: cursor, limit: limit + 1 });
      const data = rows.slice(0, limit).map(deliveryViewOf);
      return { body: { data, next_cursor: rows.length > limit ? data.at(-1)!.id : null } };
    },
  }),
  route({
    id: "getWebhookDelivery",
    method: "get",
    paths: pathsOf(`${list}/{delivery_id}`),
    tag,
    summary: "Get one delivery",
    access,
    scope: "webhooks:read",
    errors: [404],
    answer,
    async handle({ params, claims }, { store }) {
      const { id } = await existingWebhook(store.db, claims, params.webhook_id);
      return { body: deliveryViewOf(await existingDelivery(store.db, id, params.delivery_id)) };
    },
  }),
  route({
    id: "redeliverWebhook",
    method: "post",
    paths: pathsOf(`${list}/{delivery_id}/redeliver`),
    tag,
    summary: "Send an event again, with the same id",
    access,
    scope: "webhooks:write",
    errors,
    answer,
    handle: (request, context) =>
      change(request, context, "webhook.redeliver", async (db, endpoint) => {
        const { id } = await existingDelivery(db, endpoint.id, request.params.delivery_id);
        await sendAgain(db, id, context.clock.now());
        return existingDelivery(db, endpoint.id, id);
      }),
  }),
];
