import { z } from "zod";
import { connectorNotFound, ownerOfToken } from "../access/authenticate.ts";
import type { Context } from "../http/context.ts";
import { readNew, sealedRow, viewOf } from "../credentials/credentials.ts";
import { route, type Route } from "../http/route.ts";
import {
  connectorSchema,
  credentialsBody,
  forUserQuery,
  idPattern,
  listQuery,
  renameBody,
  userOf,
} from "../http/schemas.ts";
import {
  changeConnector,
  changeCredentials,
  findConnector,
  listConnectors,
  removeConnector,
  type Found,
} from "../store/connectors.ts";
import type { Claims } from "../access/tokens.ts";
import { createConnector } from "./create.ts";
import { actorOf } from "./tokens.ts";

const path = "/integrations/connectors";
const one = `${path}/{connector_id}`;
const both = (rest: string): [string, string] => [`/api/v1${rest}`, `/v1${rest}`];

/** The connector of this id, if the token may see it. */
export async function connectorOf(
  { store }: Pick<Context, "store">,
  claims: Claims,
  id: string | undefined,
): Promise<Found> {
  const row = idPattern.test(id ?? "") ? await findConnector(store.db, ownerOfToken(claims), id!) : undefined;
  if (!row) throw connectorNotFound();
  return row;
}

const record = { description: "The connector; never its credentials", schema: connectorSchema };

export const connectorRoutes: readonly Route[] = [
  createConnector,
  route({
    id: "listConnectors",
    method: "get",
    paths: both(path),
    tag: "Connectors",
    summary: "The connectors that the token may see, of one user or of all",
    access: "any",
    scope: "connectors:read",
    query: listQuery,
    answer: {
      description: "The connectors, oldest first",
      schema: z
        .object({ data: z.array(connectorSchema), next_cursor: z.string().nullable() })
        .meta({ id: "ConnectorList" }),
    },
    async handle({ query, claims }, context) {
      const { limit = 200, cursor } = query;
      const rows = await seen(context, claims, query, cursor, limit + 1);
      const data = rows
        .slice(0, limit)
        .map((row) => viewOf(row, context.types.named(row.type, "connector_type")));
      return { body: { data, next_cursor: rows.length > limit ? rows[limit - 1]!.id : null } };
    },
  }),
  route({
    id: "listConnectorsForUser",
    method: "get",
    paths: ["/api/v1/connectors/connectors_for_user"],
    tag: "Connectors",
    summary: "Ids and names of a user's connectors",
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
      const rows = await seen(context, claims, query, undefined, 200);
      return { body: { connectors: rows.map(({ id, name }) => ({ id, name })) } };
    },
  }),
  route({
    id: "getConnector",
    method: "get",
    paths: both(one),
    tag: "Connectors",
    summary: "One connector",
    access: "any",
    scope: "connectors:read",
    errors: [404],
    answer: record,
    async handle({ params, claims }, context) {
      const row = await connectorOf(context, claims, params.connector_id);
      return { body: viewOf(row, context.types.named(row.type, "connector_type")) };
    },
  }),
  route({
    id: "renameConnector",
    method: "put",
    paths: both(one),
    tag: "Connectors",
    summary: "Give a connector another name",
    access: "any",
    scope: "connectors:write",
    body: renameBody,
    errors: [404],
    answer: record,
    async handle({ params, body, claims, requestId }, context) {
      const row = await connectorOf(context, claims, params.connector_id);
      const change = { name: body.name, updated_at: context.clock.now() };
      await context.store.transaction(async (db) => {
        await changeConnector(db, row.id, change);
        await context.audit.write(db, "connector.rename", actorOf({ claims, requestId }), row.id);
      });
      return { body: viewOf({ ...row, ...change }, context.types.named(row.type, "connector_type")) };
    },
  }),
  route({
    id: "replaceCredentials",
    method: "put",
    paths: both(`${one}/credentials`),
    tag: "Connectors",
    summary: "Replace a connector's credentials",
    access: "any",
    scope: "connectors:write",
    body: credentialsBody,
    errors: [404, 424, 502, 504],
    answer: record,
    async handle({ params, body, claims, requestId }, context) {
      const { store, types, sealer, audit, clock, instances } = context;
      const row = await connectorOf(context, claims, params.connector_id);
      const type = types.named(row.type, "connector_type");
      const config = JSON.parse(row.config) as Record<string, string>;
      const fresh = await readNew(type, body.credentials, config, body.validate);
      const sealed = sealedRow(fresh, sealer, { ...row, now: clock.now() });
      const change = {
        credentials: sealed.credentials,
        key_id: sealed.key_id,
        form: sealed.form,
        fingerprint: sealed.fingerprint,
        status: "active" as const,
        last_error_code: null,
        updated_at: clock.now(),
      };
      await store.transaction(async (db) => {
        await changeCredentials(db, row.id, change);
        await audit.write(db, "connector.credentials", actorOf({ claims, requestId }), row.id, {
          form: sealed.form,
        });
      });
      instances.forget(row.id);
      return { body: viewOf({ ...row, ...change }, type) };
    },
  }),
  route({
    id: "deleteConnector",
    method: "delete",
    paths: both(one),
    tag: "Connectors",
    summary: "Delete a connector and its credentials, at once",
    access: "any",
    scope: "connectors:write",
    errors: [404],
    answer: {
      status: 202,
      description: "It is gone; job_id is there for callers of the published interface",
      schema: z
        .object({ id: z.string(), job_id: z.string(), deleted_at: z.iso.datetime() })
        .meta({ id: "ConnectorDeleted" }),
    },
    async handle({ params, claims, requestId }, context) {
      const row = await connectorOf(context, claims, params.connector_id);
      await context.store.transaction(async (db) => {
        await removeConnector(db, row.id);
        await context.audit.write(db, "connector.delete", actorOf({ claims, requestId }), row.id);
      });
      context.instances.forget(row.id);
      const deleted_at = new Date(context.clock.now()).toISOString();
      return { status: 202, body: { id: row.id, job_id: requestId, deleted_at } };
    },
  }),
];

type Asked = z.output<typeof forUserQuery>;

async function seen(
  { store, types }: Context,
  claims: Claims,
  query: Asked,
  after: string | undefined,
  limit: number,
): Promise<Found[]> {
  const named = query.connector_type ?? query.definition_id;
  // Another's user id answers like one that has no connectors: the token's own workspace is looked in, and no other.
  return listConnectors(store.db, ownerOfToken(claims), {
    workspace: userOf(query),
    type:
      named === undefined
        ? undefined
        : types.named(named, query.connector_type === undefined ? "definition_id" : "connector_type").name,
    after,
    limit,
  });
}
