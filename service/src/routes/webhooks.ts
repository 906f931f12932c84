import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import type { Claims } from "../access/access-tokens.ts";
import { idPattern } from "../access/visible-connectors.ts";
import { route, type Route } from "../http/route.ts";
import {
  changeEndpoint,
  deleteEndpoint,
  findEndpoint,
  listEndpoints,
} from "../store/queries/webhook-endpoints.ts";
import type { Db } from "../store/store.ts";
import type { WebhookEndpointRow } from "../store/tables.ts";
import { checkEndpointUrl, createEndpoint, disableEndpoint } from "../webhooks/change-endpoint.ts";
import { replaceSecret } from "../webhooks/endpoint-secrets.ts";
import { eventTypes } from "../webhooks/events.ts";
import { actorOf } from "./actor.ts";
import { webhookSchema, webhookViewOf, webhookWithSecretSchema } from "./webhook-view.ts";

const list = "/webhooks";
export const oneWebhook: string = `${list}/{webhook_id}`;
export const bothVersions = (rest: string): [string, string] => [`/v1${rest}`, `/api/v1${rest}`];
const tag = "Webhooks";
const access = "application" as const;

const fields = {
  url: z.string().min(1).max(2048),
  description: z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}]*$/u, "must not contain control characters")
    .refine((text) => text.isWellFormed(), "must not contain an unpaired surrogate"),
  event_types: z
    .array(z.enum(eventTypes))
    .min(1)
    .refine((types) => new Set(types).size === types.length, "must not contain a type twice")
    .nullable()
    .meta({ description: "The types of the events to send. Null stands for all types." }),
};

/** The longest time for which a replaced secret still signs: 7 days. */
const maxOverlapSeconds = 7 * 86_400;

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

export const webhookRoutes: readonly Route[] = [
  route({
    id: "createWebhook",
    method: "post",
    paths: bothVersions(list),
    tag,
    summary: "Send the organisation's events to an address",
    access,
    scope: "webhooks:write",
    body: z
      .strictObject({
        url: fields.url,
        description: fields.description.optional(),
        event_types: fields.event_types.optional(),
      })
      .meta({ id: "WebhookCreate" }),
    answer: { description: "The endpoint, with its secret", schema: webhookWithSecretSchema },
    async handle({ body, claims, requestId }, { store, sealer, audit, clock, webhookOrigins }) {
      const { url, description = "", event_types = null } = body;
      checkEndpointUrl(url, webhookOrigins);
      const { row, secret } = await store.transaction(async (db) => {
        const wanted = { url, description, event_types };
        const created = await createEndpoint(db, sealer, claims.organization, wanted, clock.now());
        const detail = { webhook_id: created.row.id };
        await audit.write(db, "webhook.create", actorOf({ claims, requestId }), undefined, detail);
        return created;
      });
      return { body: { ...webhookViewOf(row), secret } };
    },
  }),
  route({
    id: "listWebhooks",
    method: "get",
    paths: bothVersions(list),
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
    paths: bothVersions(oneWebhook),
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
    paths: bothVersions(oneWebhook),
    tag,
    summary: "Change, disable or enable an endpoint",
    access,
    scope: "webhooks:write",
    body: z
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
      .meta({ id: "WebhookChange" }),
    errors: [404],
    answer: { description: "The endpoint", schema: webhookSchema },
    async handle({ params, body, claims, requestId }, { store, audit, clock, webhookOrigins }) {
      const { url, description, event_types, status } = body;
      if (url !== undefined) checkEndpointUrl(url, webhookOrigins);
      const now = clock.now();
      return store.transaction(async (db) => {
        const { id } = await existingWebhook(db, claims, params.webhook_id);
        await changeEndpoint(db, id, {
          ...(url === undefined ? {} : { url }),
          ...(description === undefined ? {} : { description }),
          ...(event_types === undefined ? {} : { event_types: JSON.stringify(event_types) }),
          ...(status === "enabled" ? { status, disabled_reason: null } : {}),
          updated_at: now,
        });
        if (status === "disabled") await disableEndpoint(db, { id }, "manual", now);
        const detail = { webhook_id: id, changed: Object.keys(body) };
        await audit.write(db, "webhook.change", actorOf({ claims, requestId }), undefined, detail);
        return { body: webhookViewOf(await existingWebhook(db, claims, id)) };
      });
    },
  }),
  route({
    id: "replaceWebhookSecret",
    method: "post",
    paths: bothVersions(`${oneWebhook}/secret`),
    tag,
    summary: "Replace the secret of an endpoint",
    access,
    scope: "webhooks:write",
    body: z
      .strictObject({
        overlap_seconds: z.number().int().min(0).max(maxOverlapSeconds).optional().meta({
          description: "For how long requests are signed with the old secret too. Default: 86400.",
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
        await changeEndpoint(db, row.id, change);
        const detail = { webhook_id: row.id, overlap_seconds };
        await audit.write(db, "webhook.secret", actorOf({ claims, requestId }), undefined, detail);
        return { body: { ...webhookViewOf({ ...row, ...change }), secret } };
      });
    },
  }),
  route({
    id: "deleteWebhook",
    method: "delete",
    paths: bothVersions(oneWebhook),
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
        await deleteEndpoint(db, row.id);
        const detail = { webhook_id: row.id };
        await audit.write(db, "webhook.delete", actorOf({ claims, requestId }), undefined, detail);
        return row.id;
      });
      return { body: { id, deleted: true } };
    },
  }),
];
