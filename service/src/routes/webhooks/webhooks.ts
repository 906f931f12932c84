import { z } from "zod";
import { route, type Route } from "../../http/route.ts";
import { changeEndpoint, deleteEndpoint, listEndpoints } from "../../store/queries/webhook-endpoints.ts";
import { replaceSecret } from "../../webhooks/endpoint-secrets.ts";
import { actorOf } from "../shared/actor.ts";
import {
  changeWebhook,
  createWebhook,
  existingWebhook,
  webhookBody,
  webhookChangeBody,
} from "./change-webhook.ts";
import { webhookSchema, webhookViewOf, webhookWithSecretSchema } from "./webhook-view.ts";

const list = "/webhooks";
export const oneWebhook: string = `${list}/{webhook_id}`;
export const pathsOf = (rest: string): [string] => [`/v1${rest}`];
const tag = "Webhooks";
const access = "application" as const;

const maxOverlapSeconds = 7 * 86_400;

export const webhookRoutes: readonly Route[] = [
  route({
    id: "createWebhook",
    method: "post",
    paths: pathsOf(list),
    tag,
    summary: "Send the organization's events to an address",
    access,
    scope: "webhooks:write",
    body: webhookBody,
    answer: { description: "The endpoint, with its secret", schema: webhookWithSecretSchema },
    handle: async (request, context) => ({ body: await createWebhook(request, request.body, context) }),
  }),
  route({
    id: "listWebhooks",
    method: "get",
    paths: pathsOf(list),
    tag,
    summary: "List the addresses that receive events",
    access,
    scope: "webhooks:read",
    answer: {
      description: "The endpoints, oldest first",
      schema: z.object({ data: z.array(webhookSchema) }).meta({ id: "WebhookList" }),
    },
    handle: async ({ claims }, { store }) => ({
      body: { data: (await listEndpoints(store.db, claims.organization)).map(webhookViewOf) },
    }),
  }),
  route({
    id: "getWebhook",
    method: "get",
    paths: pathsOf(oneWebhook),
    tag,
    summary: "Get one endpoint",
    access,
    scope: "webhooks:read",
    errors: [404],
    answer: { description: "The endpoint", schema: webhookSchema },
    handle: async ({ params, claims }, { store }) => ({
      body: webhookViewOf(await existingWebhook(store.db, claims, params.webhook_id)),
    }),
  }),
  route({
    id: "changeWebhook",
    method: "patch",
    paths: pathsOf(oneWebhook),
    tag,
    summary: "Change, disable or enable an endpoint",
    access,
    scope: "webhooks:write",
    body: webhookChangeBody,
    errors: [404],
    answer: { description: "The endpoint", schema: webhookSchema },
    handle: async (request, context) => ({
      body: await changeWebhook(request, request.params.webhook_id, request.body, context),
    }),
  }),
  route({
    id: "replaceWebhookSecret",
    method: "post",
    paths: pathsOf(`${oneWebhook}/secret`),
    tag,
    summary: "Replace the secret of an endpoint",
    access,
    scope: "webhooks:write",
    body: z
      .strictObject({
        overlap_seconds: z.number().int().min(0).max(maxOverlapSeconds).optional().meta({
          description: "The seconds for which the old secret also signs the requests. Default: 86400.",
        }),
      })
      .meta({ id: "WebhookSecretReplace" }),
    bodyOptional: true,
    errors: [404],
    answer: { description: "The endpoint, with its new secret", schema: webhookWithSecretSchema },
    async handle({ params, body, claims, requestId }, { store, sealer, audit, clock }) {
      const now = clock.now();
      const { overlap_seconds = 86_400 } = body;
      return store.transaction(async (db) => {
        const row = await existingWebhook(db, claims, params.webhook_id);
        const { secret, sealed } = replaceSecret(sealer, row, now + overlap_seconds * 1000);
        const change = { ...sealed, updated_at: now };
        await changeEndpoint(db, row, change);
        const detail = { webhook_id: row.id, overlap_seconds };
        await audit.write(db, "webhook.secret", actorOf({ claims, requestId }), undefined, detail);
        return { body: { ...webhookViewOf({ ...row, ...change }), secret } };
      });
    },
  }),
  route({
    id: "deleteWebhook",
    method: "delete",
    paths: pathsOf(oneWebhook),
    tag,
    summary: "Delete an endpoint with its events",
    access,
    scope: "webhooks:write",
    errors: [404],
    answer: {
      description: "The endpoint is deleted",
      schema: z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: "WebhookDeleted" }),
    },
    async handle({ params, claims, requestId }, { store, audit }) {
      const id = await store.transaction(async (db) => {
        const row = await existingWebhook(db, claims, params.webhook_id);
        await deleteEndpoint(db, row);
        const detail = { webhook_id: row.id };
        await audit.write(db, "webhook.delete", actorOf({ claims, requestId }), undefined, detail);
        return row.id;
      });
      return { body: { id, deleted: true } };
    },
  }),
];
