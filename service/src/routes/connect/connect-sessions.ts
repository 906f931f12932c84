import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import type { Claims } from "../../access/access-tokens.ts";
import { idPattern } from "../../access/visible-connectors.ts";
import { confirmSession } from "../../connect/confirm-session.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { findSession, type FoundSession } from "../../store/queries/connect-sessions.ts";
import { actorOf } from "../shared/actor.ts";
import { confirmBody, initiateBody, sessionBody } from "./connect-session-body.ts";
import { sessionSchema, sessionViewOf } from "./connect-session-view.ts";
import { createConnectSession } from "./create-connect-session.ts";
import { configOf } from "../shared/request-schemas.ts";

const path = "/connect/sessions";
const one = `${path}/{session_id}`;
const pathsOf = (rest: string): [string] => [`/v1${rest}`];
const tag = "Connect";
const noStore = { "cache-control": "no-store" };
const errors = [400, 404];

/** @throws ConnectorError `not_found`, both for an unknown id and for a session that the token cannot see */
async function visibleSession({ store }: Context, claims: Claims, id = ""): Promise<FoundSession> {
  const found = idPattern.test(id) ? await findSession(store.db, "id", id) : undefined;
  const { organization, workspace } = claims;
  if (found?.organization_id === organization && (!workspace || workspace.id === found.workspace_id))
    return found;
  throw new ConnectorError("not_found", "There is no such connect session.", {
    path: "session_id",
    hint: "Sessions are deleted an hour after they expire. Start a new one.",
  });
}

export const connectSessionRoutes: readonly Route[] = [
  route({
    id: "createConnectSession",
    method: "post",
    paths: pathsOf(path),
    tag,
    summary: "Start to connect an account of a user, and get a link for the user's browser",
    access: "any",
    scope: "connectors:write",
    body: sessionBody,
    errors,
    answer: {
      description: "The session with its link, which works once",
      schema: sessionSchema.extend({ url: z.string() }).meta({ id: "NewConnectSession" }),
    },
    async handle(request, context) {
      const { view, url } = await createConnectSession(request, request.body, context);
      return { headers: noStore, body: { ...view, url } };
    },
  }),
  route({
    id: "initiateOauth",
    method: "post",
    paths: ["/v1/integrations/connectors/oauth/initiate", "/api/v1/integrations/connectors/oauth/initiate"],
    tag,
    summary: "Start to connect an account, with the body of existing clients",
    access: "any",
    scope: "connectors:write",
    body: initiateBody,
    errors,
    answer: {
      description: "The link for the user's browser, and the id of the session",
      schema: z
        .object({ consent_url: z.string(), session_id: z.string(), expires_at: z.iso.datetime() })
        .meta({ id: "OauthInitiated" }),
    },
    async handle(request, context) {
      const { redirect_url, replication_config, environment, ...rest } = request.body;
      const {
        source_template_id: _,
        organization_id: _o,
        region_id: _r,
        oauth_input_configuration: _i,
        ...asked
      } = rest;
      const body = {
        ...asked,
        return_url: redirect_url,
        environment: configOf({ environment, replication_config }) as Record<string, unknown>,
      };
      const { view, url } = await createConnectSession(request, body, context);
      return {
        headers: noStore,
        body: { consent_url: url, session_id: view.id, expires_at: view.expires_at },
      };
    },
  }),
  route({
    id: "getConnectSession",
    method: "get",
    paths: pathsOf(one),
    tag,
    summary: "Get the state of a connect session",
    access: "any",
    scope: "connectors:read",
    errors: [404],
    answer: { description: "The session", schema: sessionSchema },
    async handle({ params, claims }, context) {
      const session = await visibleSession(context, claims, params.session_id);
      const type = context.types.shown(session.type);
      return { body: sessionViewOf(session, type, context.clock.now()) };
    },
  }),
  route({
    id: "confirmConnectSession",
    method: "post",
    paths: pathsOf(`${one}/confirm`),
    tag,
    summary: "Confirm which user came back with the result, and create or reconnect the connectors",
    access: "application",
    scope: "connectors:write",
    body: confirmBody,
    errors,
    answer: { description: "The connected session", schema: sessionSchema },
    async handle({ params, body, claims, requestId, note }, context) {
      const session = await visibleSession(context, claims, params.session_id);
      if (session.application_id !== claims.application)
        throw new ConnectorError("insufficient_scope", "Another application has started this session.", {
          path: "authorization",
          hint: "Confirm the session with a token of the application that started it.",
        });
      const confirmed = await confirmSession(
        context,
        session,
        { result: body.result, user: body.external_user_id },
        actorOf({ claims, requestId }, session.workspace_id),
      );
      const type = context.types.shown(session.type);
      const view = sessionViewOf(confirmed, type, context.clock.now());
      note({ connector_id: view.connector_id ?? undefined });
      return { headers: noStore, body: view };
    },
  }),
];
