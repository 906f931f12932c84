import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { connectorNotFound, ownerOfToken } from "../auth.ts";
import type { Context } from "../context.ts";
import { readNew, sealedRow, viewOf } from "../credentials.ts";
import { uuid } from "../ids.ts";
import { idempotencyKey, keyHeaders, replayed, scopeOf } from "../keyed.ts";
import { route, type Route } from "../route.ts";
import {
  connectorSchema,
  createBody,
  credentialsBody,
  forUserQuery,
  idPattern,
  listQuery,
  renameBody,
  userOf,
} from "../schemas.ts";
import {
  addConnector,
  changeConnector,
  findConnector,
  listConnectors,
  removeConnector,
  type Found,
} from "../store/connectors.ts";
import { ensureWorkspace } from "../store/workspaces.ts";
import type { Claims } from "../tokens.ts";
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
  route({
    id: "createConnector",
    method: "post",
    paths: [`/v1${path}`, `/api/v1${path}`],
    tag: "Connectors",
    summary: "Keep a user's credentials, and get a connector for them",
    access: "any",
    scope: "connectors:write",
    body: createBody,
    headers: keyHeaders,
    errors: [409, 424, 502, 504],
    answer: record,
    async handle({ body, claims, request, requestId, note }, context) {
      const { store, types, sealer, audit, clock, idempotency } = context;
      const key = idempotencyKey(request);
      const user = userOf(body)!;
      if (claims.workspace && claims.workspace.name !== user)
        throw new ConnectorError("workspace_mismatch", "The token belongs to another user.", {
          path: "external_user_id",
          hint: "Use a scoped token of this user.",
        });
      if (claims.connectors)
        throw new ConnectorError("insufficient_scope", "The token is for certain connectors only.", {
          path: "authorization",
          hint: "Use a token without connector_ids.",
        });
      const type = body.connector_type
        ? types.named(body.connector_type, "connector_type")
        : types.named(body.definition_id ?? "", "definition_id");
      const fresh = await readNew(
        type,
        body.credentials,
        body.environment ?? body.replication_config,
        body.validate,
      );
      const now = clock.now();
      const create = async (db: Context["store"]["db"]) => {
        const workspace = await ensureWorkspace(db, claims.organization, user, now);
        const row = sealedRow(fresh, sealer, {
          id: uuid(now),
          organization_id: claims.organization,
          workspace_id: workspace.id,
          name: body.name ?? type.title,
          now,
        });
        await addConnector(db, row);
        note({ connector_id: row.id });
        const actor = { ...actorOf({ claims, requestId }), workspace: workspace.id };
        await audit.write(db, "connector.create", actor, row.id, { type: type.name, form: row.form });
        const view = viewOf({ ...row, workspace: workspace.name }, type);
        return { status: 200, text: JSON.stringify(view) };
      };
      if (key === undefined) return store.transaction(create);
      const scope = scopeOf(claims.organization, user, "create");
      return replayed(await idempotency.inTransaction({ scope, key, request: body }, create));
    },
  }),
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
        credentials_version: row.credentials_version + 1,
        key_id: sealed.key_id,
        form: sealed.form,
        fingerprint: sealed.fingerprint,
        status: "active" as const,
        last_error_code: null,
        updated_at: clock.now(),
      };
      await store.transaction(async (db) => {
        await changeConnector(db, row.id, change);
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
