import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { invalidToken, type Claims } from "../../access/access-tokens.ts";
import { readToken } from "../../access/authentication.ts";
import { connectorScopes, scopes } from "../../access/scopes.ts";
import { route, type Route } from "../../http/route.ts";
import { defaultEffects, effects } from "../../platforms/effects.ts";
import { deleteLongLivedToken } from "../../store/queries/long-lived-tokens.ts";
import { revokeToken } from "../../store/queries/revoked-tokens.ts";
import { ensureWorkspace } from "../../store/queries/workspaces.ts";
import { actorOf } from "../shared/actor.ts";
import { requestingApplication } from "../shared/requesting-application.ts";
import { applicationBody, revokeBody, scopedBody, userOf } from "../shared/request-schemas.ts";

/** The addresses of the reference client. */
const base = "/api/v1/account/applications";
const noStore = { "cache-control": "no-store" };

export const tokenRoutes: readonly Route[] = [
  route({
    id: "getApplicationToken",
    method: "post",
    paths: ["/v1/applications/token", `${base}/token`, "/api/v1/applications/token"],
    tag: "Tokens",
    summary: "Get an application token for a client id and secret",
    access: "open",
    body: applicationBody,
    form: true,
    errors: [401, 429],
    answer: {
      description: "The token",
      schema: z
        .object({
          access_token: z.string(),
          token_type: z.literal("bearer"),
          expires_in: z.number().int(),
          organization_id: z.string(),
        })
        .meta({ id: "ApplicationToken" }),
    },
    async handle({ request, body, address, requestId }, context) {
      const { store, tokens, audit, rateLimits, limits } = context;
      const application = await requestingApplication({ request, body, address, requestId }, context);
      // This limit counts only authenticated requests, so a caller without the secret cannot exhaust the limit.
      await rateLimits.count("client", application.id);
      const seconds = limits.applicationTokenSeconds;
      const { token, claims } = await tokens.sign(
        {
          kind: "application",
          organization: application.organization_id,
          application: application.id,
          application_epoch: application.epoch,
          scopes,
          effects,
          external: true,
        },
        seconds,
      );
      await audit.write(store.db, "token.application", actorOf({ claims, requestId }));
      return {
        headers: noStore,
        body: {
          access_token: token,
          token_type: "bearer",
          expires_in: seconds,
          organization_id: application.organization_id,
        },
      };
    },
  }),
  route({
    id: "getScopedToken",
    method: "post",
    paths: ["/v1/applications/scoped-token", `${base}/scoped-token`, "/api/v1/embedded/scoped-token"],
    tag: "Tokens",
    summary: "Get a token for one user's connectors. Creates the workspace of a new user",
    access: "application",
    uncounted: true,
    body: scopedBody,
    answer: {
      description: "The token",
      schema: z
        .object({ token: z.string(), expires_in: z.number().int(), expires_at: z.iso.datetime() })
        .meta({ id: "ScopedToken" }),
    },
    async handle({ body, claims, requestId }, { store, tokens, audit, rateLimits, limits, clock }) {
      await rateLimits.count("client", claims.application);
      const seconds = body.ttl_seconds ?? limits.scopedTokenSeconds;
      if (seconds > limits.scopedTokenSeconds)
        throw new ConnectorError(
          "validation_error",
          `ttl_seconds must be at most ${limits.scopedTokenSeconds}.`,
          {
            path: "ttl_seconds",
            hint: "Send a smaller number, or leave it out.",
          },
        );
      return store.transaction(async (db) => {
        const workspace = await ensureWorkspace(db, claims.organization, userOf(body)!, clock.now());
        const scoped = await tokens.sign(
          {
            kind: "scoped",
            organization: claims.organization,
            application: claims.application,
            application_epoch: claims.application_epoch,
            workspace: { id: workspace.id, name: workspace.name, epoch: workspace.epoch },
            scopes: body.scopes ?? connectorScopes,
            effects: body.effects ?? defaultEffects,
            external: body.external ?? false,
            connectors: body.connector_ids,
          },
          seconds,
        );
        const actor = { ...actorOf({ claims, requestId }), workspace: workspace.id };
        await audit.write(db, "token.scoped", actor, undefined, { token: scoped.claims.id });
        return {
          headers: noStore,
          body: {
            token: scoped.token,
            expires_in: seconds,
            expires_at: new Date(scoped.claims.expires_at * 1000).toISOString(),
          },
        };
      });
    },
  }),
  route({
    id: "getScopedTokenInfo",
    method: "get",
    paths: ["/v1/applications/scoped-token/info", `${base}/scoped-token/info`],
    tag: "Tokens",
    summary: "Get the claims of a scoped token",
    access: "scoped",
    answer: {
      description: "The user, scopes and lifetime of the token",
      schema: z
        .object({
          organization_id: z.string(),
          workspace_id: z.string(),
          workspace_name: z.string(),
          external_user_id: z.string(),
          scopes: z.array(z.string()),
          effects: z.array(z.string()),
          external: z.boolean(),
          connector_ids: z.array(z.string()).nullable(),
          token_id: z.string(),
          issued_at: z.iso.datetime(),
          expires_at: z.iso.datetime().nullable(),
        })
        .meta({ id: "ScopedTokenInfo" }),
    },
    handle: async ({ claims }) => ({ headers: noStore, body: infoOf(claims) }),
  }),
  route({
    id: "revokeToken",
    method: "post",
    paths: ["/v1/applications/tokens/revoke"],
    tag: "Tokens",
    summary: "Revoke a token. An application can revoke its own tokens; a scoped token can revoke itself",
    access: "any",
    body: revokeBody,
    errors: [401],
    answer: {
      description: "The token is revoked",
      schema: z.object({ token_id: z.string(), revoked: z.literal(true) }).meta({ id: "Revoked" }),
    },
    async handle({ body, claims, requestId }, context) {
      const { store, audit } = context;
      const revoked = await readToken(body.token, context);
      const mayRevoke =
        claims.kind === "application" ? revoked.application === claims.application : revoked.id === claims.id;
      if (!mayRevoke) throw invalidToken("This token is not allowed to revoke the token in the body.");
      await store.transaction(async (db) => {
        if (revoked.kind === "long_lived") await deleteLongLivedToken(db, revoked.organization, revoked.id);
        else await revokeToken(db, revoked, (revoked.expires_at! + 60) * 1000);
        await audit.write(db, "token.revoke", actorOf({ claims, requestId }), undefined, {
          token: revoked.id,
        });
      });
      return { body: { token_id: revoked.id, revoked: true } };
    },
  }),
];

const infoOf = ({
  organization,
  workspace,
  scopes,
  effects,
  external,
  connectors,
  id,
  issued_at,
  expires_at,
}: Claims) => ({
  organization_id: organization,
  workspace_id: workspace!.id,
  workspace_name: workspace!.name,
  external_user_id: workspace!.name,
  scopes,
  effects,
  external,
  connector_ids: connectors ?? null,
  token_id: id,
  issued_at: new Date(issued_at * 1000).toISOString(),
  expires_at: expires_at === null ? null : new Date(expires_at * 1000).toISOString(),
});
