import { z } from "zod";
import { route, type Route } from "../../http/route.ts";
import { newWebhookPage, webhookPage, webhooksPage } from "../../pages/operator-webhooks.ts";
import { seeOther } from "../../pages/page.ts";
import { listDeliveries } from "../../store/queries/webhook-deliveries.ts";
import { listEndpoints } from "../../store/queries/webhook-endpoints.ts";
import { eventTypes } from "../../webhooks/events.ts";
import { changeWebhook, createWebhook, existingWebhook, webhookBody } from "../webhooks/change-webhook.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";
import { testWebhook } from "../webhooks/webhook-deliveries.ts";
import { deliveryViewOf, webhookViewOf } from "../webhooks/webhook-view.ts";

const { href, role } = operatorPages.webhooks;
const one = `${href}/{webhook_id}`;
const maxShownDeliveries = 20;

/** The form for a new endpoint. Without `event_type`, the endpoint receives all types of events. */
const addForm = withoutEmpty(
  webhookBody.omit({ event_types: true }).extend({ event_type: z.enum(eventTypes).optional() }),
);

export const operatorWebhookRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showWebhooks",
    method: "get",
    paths: [href],
    role,
    summary: "Show the addresses that receive events",
    async handle({ operator }, { store }) {
      const rows = await listEndpoints(store.db, operator.claims.organization);
      return webhooksPage(frameOf(operator, href), { webhooks: rows.map(webhookViewOf), types: eventTypes });
    },
  }),
  route({
    ...operatorRoute,
    id: "addWebhookOnPage",
    method: "post",
    paths: [href],
    role,
    summary: "Add an address that receives events, and show its secret",
    body: addForm,
    async handle({ operator, claims, requestId, body: { event_type, ...body } }, context) {
      const event_types = event_type === undefined ? null : [event_type];
      const created = await createWebhook({ claims, requestId }, { ...body, event_types }, context);
      return newWebhookPage(frameOf(operator, href), created);
    },
  }),
  route({
    ...operatorRoute,
    id: "showWebhook",
    method: "get",
    paths: [one],
    role,
    summary: "Show an address and its last events",
    async handle({ operator, claims, params }, { store }) {
      const row = await existingWebhook(store.db, claims, params.webhook_id);
      const deliveries = await listDeliveries(store.db, row.id, { limit: maxShownDeliveries });
      return webhookPage(frameOf(operator, href), webhookViewOf(row), deliveries.map(deliveryViewOf));
    },
  }),
  route({
    ...operatorRoute,
    id: "changeWebhookOnPage",
    method: "post",
    paths: [`${one}/status`],
    role,
    summary: "Enable or disable an address",
    body: z.strictObject({ status: z.enum(["enabled", "disabled"]) }),
    async handle({ claims, requestId, params, body }, context) {
      const { id } = await changeWebhook({ claims, requestId }, params.webhook_id, body, context);
      return seeOther(`${href}/${id}`);
    },
  }),
  route({
    ...operatorRoute,
    id: "testWebhookOnPage",
    method: "post",
    paths: [`${one}/test`],
    role,
    summary: "Send a test event to an address",
    body: z.strictObject({}),
    async handle(request, context) {
      await testWebhook(request, context);
      return seeOther(`${href}/${request.params.webhook_id}`);
    },
  }),
];
