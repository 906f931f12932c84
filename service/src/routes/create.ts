import { ConnectorError } from "agent-connectors";
import { readNew, sealedRow, viewOf } from "../credentials/credentials.ts";
import { uuid } from "../store/ids.ts";
import { idempotencyKey, keyHeaders, replayed, scopeOf } from "../calls/idempotency-header.ts";
import { route, type Route } from "../http/route.ts";
import { connectorSchema, createBody, userOf } from "../http/schemas.ts";
import { addConnector } from "../store/connectors.ts";
import type { Db } from "../store/store.ts";
import { ensureWorkspace } from "../store/workspaces.ts";
import { actorOf } from "./tokens.ts";

/** The first of the two published calls. */
export const createConnector: Route = route({
  id: "createConnector",
  method: "post",
  paths: ["/v1/integrations/connectors", "/api/v1/integrations/connectors"],
  tag: "Connectors",
  summary: "Keep a user's credentials, and get a connector for them",
  access: "any",
  scope: "connectors:write",
  body: createBody,
  headers: keyHeaders,
  errors: [409, 424, 502, 504],
  answer: { description: "The connector; never its credentials", schema: connectorSchema },
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
    const create = async (db: Db) => {
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
});
