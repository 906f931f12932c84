import type { z } from "zod";
import { ConnectorError } from "agent-connectors";
import type { ScopeChoice } from "agent-connectors/toolkit";
import type { Claims } from "../../access/access-tokens.ts";
import { publicUrlOf } from "../../connect/connect-services.ts";
import { addNewSession, checkedRequest } from "../../connect/create-session.ts";
import type { Context } from "../../http/context.ts";
import type { RouteRequest } from "../../http/route.ts";
import type { OpenableType } from "../../platforms/connector-types.ts";
import { findApplication } from "../../store/queries/applications.ts";
import { findSession } from "../../store/queries/connect-sessions.ts";
import { ensureWorkspace } from "../../store/queries/workspaces.ts";
import { actorOf } from "../shared/actor.ts";
import type { sessionBody } from "./connect-session-body.ts";
import { sessionViewOf } from "./connect-session-view.ts";
import { countForNamedUser, requestedConnector } from "../shared/requested-connector.ts";
import { checkUserOfToken, typeOf } from "../shared/named-type.ts";
import { configOf, userOf } from "../shared/request-schemas.ts";

type Asked = z.output<typeof sessionBody>;

/** Checks a request, and creates a session and its link. */
export async function createConnectSession(
  { claims, requestId }: Pick<RouteRequest<unknown, unknown>, "claims" | "requestId">,
  body: Asked,
  context: Context,
) {
  const { store } = context;
  const user = userOf(body)!;
  checkUserOfToken(claims, user);
  await countForNamedUser(context, claims, user);
  const publicUrl = publicUrlOf(context);
  const reconnect = body.connector_id
    ? await requestedConnector(context, claims, body.connector_id)
    : undefined;
  if (!reconnect && claims.connectors)
    throw new ConnectorError("insufficient_scope", "The token is limited to certain connectors.", {
      path: "authorization",
      hint: "Use a token without connector_ids, or send connector_id to connect a connector again.",
    });
  const type = askedType(context, body, reconnect?.type);
  if (reconnect && reconnect.workspace !== user)
    throw new ConnectorError("workspace_mismatch", "The connector belongs to another user.", {
      path: "connector_id",
      hint: "Send the id of a connector of this user.",
    });
  const { return_url, confirm } = await returnOf(context, claims, body);
  const scopes = await askedScopes(type, body);
  if (reconnect && Object.keys(scopes).length > 1)
    throw new ConnectorError(
      "validation_error",
      "Only one kind of token can replace a connector's credentials.",
      {
        path: body.scopes ? "scopes" : "tokens",
        hint: "Ask for the kind of token that the connector has.",
      },
    );
  const config = reconnect
    ? (JSON.parse(reconnect.config) as Record<string, string>)
    : (configOf(body) as Record<string, string>);
  const request = { scopes, config, name: body.name ?? undefined, return_url, confirm };
  const asked = { type, request, reconnect };
  const checked = await checkedRequest(context, claims.organization, asked).catch(asRequestError);
  const { row, link } = await store.transaction(async (db) => {
    const workspace = await ensureWorkspace(db, claims.organization, user, context.clock.now());
    const actor = {
      ...actorOf({ claims, requestId }, workspace.id),
      application: claims.application,
    };
    return addNewSession(db, context, { ...asked, request: checked }, workspace, actor);
  });
  const session = (await findSession(store.db, "id", row.id))!;
  return { view: sessionViewOf(session, type, context.clock.now()), url: `${publicUrl}/connect/${link}` };
}

/** @throws ConnectorError `unknown_connector_type`, or `validation_error` if the connector has another type */
function askedType({ types }: Context, body: Asked, reconnected: string | undefined): OpenableType {
  if (reconnected === undefined) return typeOf(types, body);
  const type = types.offered(reconnected);
  if ((body.connector_type || body.definition_id) && typeOf(types, body) !== type)
    throw new ConnectorError(
      "validation_error",
      `The connector to connect again has the type ${type.published}.`,
      {
        path: body.connector_type ? "connector_type" : "definition_id",
        hint: "Leave the type out, or send the id of another connector.",
      },
    );
  return type;
}

/** Replaces a path of the package, such as `config.region`, with the path in the request: `environment.region`. */
function asRequestError(error: unknown): never {
  if (!ConnectorError.is(error) || error.path === undefined) throw error;
  const { code, message, path: where, ...fields } = error.toJSON();
  const named = where!
    .replace(/^config\b/, "environment")
    .replace(/^options of scopes\./, "actions.")
    .replace(/^actions$/, "actions.set");
  throw new ConnectorError(code === "config_error" ? "validation_error" : code, message, {
    ...fields,
    path: named,
  });
}

/** @throws ConnectorError `validation_error` */
async function askedScopes(
  { connector, published }: OpenableType,
  { actions, tokens, scopes }: Asked,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const flow = connector.connectFlow;
  if (!flow)
    throw new ConnectorError("validation_error", `Accounts of ${published} cannot be connected by OAuth.`, {
      path: "connector_type",
      hint: "Create the connector with credentials: POST /v1/integrations/connectors.",
    });
  const { all_scopes = false, set, ...chosenActions } = actions ?? {};
  const choice: ScopeChoice = {
    ...chosenActions,
    actions: set,
    allScopes: all_scopes,
    ...(tokens ? { tokens } : {}),
  };
  const chosen = scopes ?? (await connector.scopes(choice).catch(asRequestError));
  const all = new Map(Object.entries(chosen).filter(([, list]) => list.length > 0));
  for (const [kind, { scopes: always = [] }] of Object.entries(flow.tokens))
    if (always.length > 0) all.set(kind, [...new Set([...always, ...(all.get(kind) ?? [])])]);
  return Object.fromEntries(all);
}

/**
 * Returns the address to which the person returns, and whether the application must confirm the session. An application
 * that can confirm sessions always must. Otherwise, the scoped token of a user could create a link that links the
 * account of another person to this user. No application waits for a link of an operator.
 * @throws ConnectorError `validation_error` if the address is not in the application's list
 */
async function returnOf(
  { store }: Context,
  claims: Claims,
  { return_url, confirm }: Asked,
): Promise<{ return_url: string | undefined; confirm: boolean }> {
  const application = await findApplication(store.db, claims.application);
  const allowed = JSON.parse(application?.return_urls ?? "[]") as string[];
  const address = return_url ?? undefined;
  const always = allowed.length > 0 || application?.confirm_sessions === 1;
  if (address === undefined)
    return { return_url: undefined, confirm: confirm === true || (always && claims.kind !== "operator") };
  if (allowed.includes(address)) return { return_url: address, confirm: true };
  throw new ConnectorError(
    "validation_error",
    "The application is not allowed to send people to this address.",
    {
      path: "return_url",
      hint: `Add the exact address: PUT /v1/organization/applications/${claims.application}/return_urls.`,
    },
  );
}
