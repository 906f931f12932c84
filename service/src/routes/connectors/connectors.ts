import { z } from "zod";
import { ownerOf } from "../../calls/perform-call.ts";
import { findCredentialId } from "../../credentials/credential-id.ts";
import { checkCredentials, sealedRow } from "../../credentials/new-credentials.ts";
import { route, type Route } from "../../http/route.ts";
import { applyAccountPolicy, keepAccountPolicy } from "../../store/queries/account-policies.ts";
import { renameConnector, replaceCredentials } from "../../store/queries/connectors.ts";
import { addConnectorEvent } from "../../webhooks/events.ts";
import { actorOf } from "../shared/actor.ts";
import { connectorSchema, viewOf } from "./connector-view.ts";
import { createConnector } from "./create-connector.ts";
import { deleteOneConnector } from "./delete-connector.ts";
import { connectorPageOf, visibleRows } from "./list-connectors.ts";
import { requestedConnector } from "../shared/requested-connector.ts";
import { credentialsBody, forUserQuery, listQuery, renameBody } from "../shared/request-schemas.ts";

const path = "/integrations/connectors";
const one = `${path}/{connector_id}`;
const bothVersions = (rest: string): [string, string] => [`/v1${rest}`, `/api/v1${rest}`];

const record = { description: "The connector, without its credentials", schema: connectorSchema };

export const connectorRoutes: readonly Route[] = [
  createConnector,
  route({
    id: "listConnectors",
    method: "get",
    paths: bothVersions(path),
    tag: "Connectors",
    summary: "List the connectors that the token can see. Optionally, only those of one user",
    access: "any",
    scope: "connectors:read",
    query: listQuery,
    answer: {
      description: "The connectors, oldest first",
      schema: z
        .object({ data: z.array(connectorSchema), next_cursor: z.string().nullable() })
        .meta({ id: "ConnectorList" }),
    },
    handle: async ({ query, claims }, context) => ({ body: await connectorPageOf(claims, query, context) }),
  }),
  route({
    id: "listConnectorsForUser",
    method: "get",
    paths: ["/api/v1/connectors/connectors_for_user"],
    tag: "Connectors",
    summary: "List ids and names of a user's connectors",
    access: "any",
    scope: "connectors:read",
    query: forUserQuery,
    answer: {
      description: "The connectors",
      schema: z
        .object({ connectors: z.array(z.object({ id: z.string(), name: z.string() })) })
        .meta({ id: "ConnectorsForUser" }),
    },
    async handle({ query, claims }, context) {
      const rows = await visibleRows(claims, query, context, { limit: 200 });
      return { body: { connectors: rows.map(({ id, name }) => ({ id, name })) } };
    },
  }),
  route({
    id: "getConnector",
    method: "get",
    paths: bothVersions(one),
    tag: "Connectors",
    summary: "Get one connector",
    access: "any",
    scope: "connectors:read",
    errors: [404],
    answer: record,
    async handle({ params, claims }, context) {
      const row = await requestedConnector(context, claims, params.connector_id);
      return { body: viewOf(row, context) };
    },
  }),
  route({
    id: "renameConnector",
    method: "put",
    paths: bothVersions(one),
    tag: "Connectors",
    summary: "Rename a connector",
    access: "any",
    scope: "connectors:write",
    body: renameBody,
    errors: [404],
    answer: record,
    async handle({ params, body, claims, requestId }, context) {
      const { store, audit, clock } = context;
      const row = await requestedConnector(context, claims, params.connector_id);
      const change = { name: body.name, updated_at: clock.now() };
      await store.transaction(async (db) => {
        await renameConnector(db, row, change);
        await audit.write(db, "connector.rename", actorOf({ claims, requestId }, row.workspace_id), row.id);
      });
      return { body: viewOf({ ...row, ...change }, context) };
    },
  }),
  route({
    id: "replaceCredentials",
    method: "put",
    paths: bothVersions(`${one}/credentials`),
    tag: "Connectors",
    summary: "Replace a connector's credentials",
    access: "any",
    scope: "connectors:write",
    body: credentialsBody,
    errors: [404, 424, 502, 504],
    answer: record,
    async handle({ params, body, claims, requestId }, context) {
      const { store, types, sealer, audit, clock, openConnectors, concurrencyLimits } = context;
      const row = await requestedConnector(context, claims, params.connector_id);
      const type = types.offered(row.type);
      const config = JSON.parse(row.config) as Record<string, string>;
      const credential_id = await findCredentialId(context, row.organization_id, type.name, body.credentials);
      const check = () =>
        checkCredentials(type, body.credentials, config, {
          validate: body.validate,
          stores: context.connectorStores.of({ organization_id: row.organization_id, credential_id }),
        });
      const checked = body.validate ? await concurrencyLimits.aroundCall(ownerOf(row), check) : await check();
      const sealed = sealedRow(checked, sealer, { ...row, credential_id, now: clock.now() });
      const change = {
        credentials: sealed.credentials,
        credential_id,
        key_id: sealed.key_id,
        form: sealed.form,
        fingerprint: sealed.fingerprint,
        account: null,
        connected_at: null,
        status: "active" as const,
        last_error_code: null,
        updated_at: clock.now(),
      };
      await store.transaction(async (db) => {
        await keepAccountPolicy(db, row, clock.now());
        if (await replaceCredentials(db, row, change)) {
          await applyAccountPolicy(db, { ...row, ...change }, clock.now());
          await addConnectorEvent(db, "connector.reconnected", row, clock.now());
        }
        await audit.write(
          db,
          "connector.credentials",
          actorOf({ claims, requestId }, row.workspace_id),
          row.id,
          {
            form: sealed.form,
          },
        );
      });
      openConnectors.close(row.id);
      return { body: viewOf({ ...row, ...change }, context) };
    },
  }),
  route({
    id: "deleteConnector",
    method: "delete",
    paths: bothVersions(one),
    tag: "Connectors",
    summary: "Delete a connector and its credentials immediately",
    access: "any",
    scope: "connectors:write",
    errors: [404],
    answer: {
      status: 202,
      description: "The connector is deleted. Only existing clients need job_id",
      schema: z
        .object({ id: z.string(), job_id: z.string(), deleted_at: z.iso.datetime() })
        .meta({ id: "ConnectorDeleted" }),
    },
    async handle(request, context) {
      const id = await deleteOneConnector(request, request.params.connector_id, context);
      const deleted_at = new Date(context.clock.now()).toISOString();
      return { status: 202, body: { id, job_id: request.requestId, deleted_at } };
    },
  }),
];
