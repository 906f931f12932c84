import { ConnectorError } from "agent-connectors";
import { invalidToken } from "../../access/access-tokens.ts";
import { findCredentialId } from "../../credentials/credential-id.ts";
import { checkCredentials, sealedRow } from "../../credentials/new-credentials.ts";
import { route, type Route } from "../../http/route.ts";
import { idempotencyKeyOf } from "../../idempotency/idempotency-key-header.ts";
import { applyAccountPolicy } from "../../store/queries/account-policies.ts";
import { addConnector } from "../../store/queries/connectors.ts";
import { readTokenRecord, restoreTokenRecord } from "../../store/queries/token-records.ts";
import { ensureWorkspace } from "../../store/queries/workspaces.ts";
import type { Db } from "../../store/store.ts";
import { uuid } from "../../store/uuid.ts";
import { addConnectorEvent } from "../../webhooks/events.ts";
import { actorOf } from "../shared/actor.ts";
import { connectorSchema, viewOf } from "./connector-view.ts";
import { idempotencyHeaders, replyOf } from "../shared/idempotency-headers.ts";
import { checkUserOfToken, typeOf } from "../shared/named-type.ts";
import { configOf, createBody, userOf } from "../shared/request-schemas.ts";
import { countForNamedUser } from "../shared/requested-connector.ts";

export const createConnector: Route = route({
  id: "createConnector",
  method: "post",
  paths: ["/v1/integrations/connectors", "/api/v1/integrations/connectors"],
  tag: "Connectors",
  summary: "Store a user's credentials and get a connector for them",
  access: "any",
  scope: "connectors:write",
  body: createBody,
  headers: idempotencyHeaders,
  errors: [409, 424, 502, 504],
  answer: { description: "The connector, without its credentials", schema: connectorSchema },
  async handle({ body, claims, request, requestId, note }, context) {
    const { store, types, sealer, audit, clock, idempotencyKeys, concurrencyLimits } = context;
    const key = idempotencyKeyOf(request);
    const user = userOf(body)!;
    checkUserOfToken(claims, user);
    if (claims.connectors)
      throw new ConnectorError("insufficient_scope", "The token is limited to certain connectors.", {
        path: "authorization",
        hint: "Use a token without connector_ids.",
      });
    const workspaceId = await countForNamedUser(context, claims, user);
    const scope = { organization: claims.organization, workspace: user, route: "create" };
    const keyed = key === undefined ? undefined : { scope, key, request: body };
    // A repeated request gets the stored response. The credentials may be invalid by now, so they are not checked
    // again.
    const kept = keyed && (await idempotencyKeys.find(keyed));
    if (kept) return replyOf(kept);
    const type = typeOf(types, body);
    const credential_id = await findCredentialId(context, claims.organization, type.name, body.credentials);
    const check = (validate: boolean) =>
      checkCredentials(type, body.credentials, configOf(body), {
        validate,
        stores: context.connectorStores.of({ organization_id: claims.organization, credential_id }),
      });
    const checked = body.validate
      ? await concurrencyLimits.aroundCall(
          { organization: claims.organization, workspace: workspaceId ?? user },
          () => check(true),
        )
      : await check(false);
    const tokens = await readTokenRecord(store.db, claims.organization, credential_id);
    const now = clock.now();
    const create = async (db: Db) => {
      const workspace = await ensureWorkspace(db, claims.organization, user, now);
      // If the user was deleted after the token was checked, `workspace` is a new workspace.
      if (claims.workspace && claims.workspace.id !== workspace.id) throw invalidToken();
      const row = sealedRow(checked, sealer, {
        id: uuid(now),
        credential_id,
        organization_id: claims.organization,
        workspace_id: workspace.id,
        name: body.name ?? type.title,
        now,
      });
      await addConnector(db, row);
      await applyAccountPolicy(db, row, now);
      if (tokens) await restoreTokenRecord(db, tokens);
      note({ connector_id: row.id });
      const actor = { ...actorOf({ claims, requestId }), workspace: workspace.id };
      await audit.write(db, "connector.create", actor, row.id, { type: type.name, form: row.form });
      const created = { ...row, workspace: workspace.name };
      await addConnectorEvent(db, "connector.created", created, now);
      const view = viewOf(created, context);
      return { status: 200, text: JSON.stringify(view) };
    };
    return keyed ? replyOf(await idempotencyKeys.inTransaction(keyed, create)) : store.transaction(create);
  },
});
