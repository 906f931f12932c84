import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { publicUrlOf } from "../../connect/connect-services.ts";
import { isSameOrigin } from "../../connect/same-origin.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import { agreePage } from "../../pages/agree-page.ts";
import { seeOther } from "../../pages/page.ts";
import type { People } from "../../people/people.ts";
import {
  callbackPath,
  endOfSignIn,
  finishSignIn,
  signedIn,
  startSignIn,
  type Person,
} from "../../people/person-sign-in.ts";
import { endpoints, mcpScope } from "../../people/provider.ts";
import { defaultEffects } from "../../platforms/effects.ts";
import { listConnectors } from "../../store/queries/connectors.ts";
import { ensureWorkspace, findWorkspace } from "../../store/queries/workspaces.ts";
import { userId } from "../shared/request-schemas.ts";

const json = { description: "The answer of the authorization server", schema: z.looseObject({}) };
const html = { description: "A page for a person", schema: z.string(), media: ["text/html"] };
const page = { tag: "Sign-in", access: "open", page: true, answer: html } as const;

/** @throws ConnectorError `not_found` if people cannot sign in */
function peopleOf({ people }: Context): People {
  if (people) return people;
  throw new ConnectorError("not_found", "People cannot sign in at this service.", {
    hint: "The operator of the service can set AGENT_CONNECTORS_MCP_OIDC_ISSUER.",
  });
}

type Asked = Pick<RouteRequest<unknown, unknown>, "request" | "address">;

/** Passes a request to the authorization server. */
async function answer({ request, address }: Asked, context: Context): Promise<Response> {
  const { server } = peopleOf(context);
  // The other modes are pages with a script, or addresses that stay in the history of the browser.
  const mode = new URL(request.url).searchParams.get("response_mode");
  if (mode !== null && mode !== "query")
    throw new ConnectorError("validation_error", "response_mode must be query.", { path: "response_mode" });
  const response = await server.answer(request, address);
  const type = response.headers.get("content-type");
  if (/^application\/([\w.-]+\+)?json/.test(type ?? "")) {
    response.headers.set("content-type", "application/json");
    return response;
  }
  // The answer to a revocation has no body.
  return request.method === "POST" && response.status === 200 ? Response.json({}) : response;
}

const endpoint = (
  id: string,
  method: Route["method"],
  path: string,
  summary: string,
  isPage = false,
): Route =>
  route({
    id,
    method,
    paths: [path],
    tag: "Sign-in",
    access: "open",
    summary,
    page: isPage,
    ...(isPage ? {} : { errors: [404] }),
    answer: isPage ? html : json,
    async handle(asked, context) {
      // Each start of a sign-in stores a record.
      if (isPage) await context.rateLimits.count("openid", asked.address);
      return answer(asked, context);
    },
  });

const protectedResource = "/.well-known/oauth-protected-resource";

export const oauthRoutes: readonly Route[] = [
  route({
    id: "getProtectedResource",
    method: "get",
    paths: [`${protectedResource}/mcp`, protectedResource],
    tag: "Sign-in",
    access: "open",
    summary: "Get the authorization server at which people sign in for /mcp",
    errors: [404],
    answer: json,
    handle: async (_request, context) => ({
      body: {
        resource: peopleOf(context).server.resource,
        authorization_servers: [publicUrlOf(context)],
        scopes_supported: [mcpScope],
        bearer_methods_supported: ["header"],
        resource_name: "Agent Connectors",
      },
    }),
  }),
  endpoint(
    "getAuthorizationServer",
    "get",
    "/.well-known/oauth-authorization-server",
    "Get the addresses of the authorization server",
  ),
  endpoint(
    "getOpenidConfiguration",
    "get",
    "/.well-known/openid-configuration",
    "Get the addresses of the authorization server, for clients of OpenID",
  ),
  endpoint("getSigningKeys", "get", endpoints.jwks, "Get the keys that sign ID tokens"),
  endpoint("getPersonToken", "post", endpoints.token, "Get a token for a code, or for a refresh token"),
  endpoint("revokePersonToken", "post", endpoints.revocation, "Revoke a token"),
  endpoint("startAuthorization", "get", endpoints.authorization, "Start the sign-in of a person", true),
  endpoint("continueAuthorization", "get", `${endpoints.authorization}/{uid}`, "Go back to the client", true),
  route({
    ...page,
    id: "showAgreement",
    method: "get",
    paths: ["/oauth/agree/{uid}"],
    summary: "Let a person sign in, then show what a client asks for",
    async handle({ request, params, address }, context) {
      const { server, signIn } = peopleOf(context);
      await context.rateLimits.count("openid", address);
      const waiting = await server.waiting(request);
      const person = signedIn(signIn, request, waiting.uid);
      if (!person || params["uid"] !== waiting.uid) {
        const { location, cookie } = await startSignIn(signIn, waiting.uid);
        return seeOther(location, [cookie]);
      }
      const user = userOf(person);
      return agreePage({
        clientHost: new URL(waiting.client.id).host,
        clientName: waiting.client.name,
        redirectUri: waiting.redirectUri,
        user,
        accounts: await accountsOf(context, server, user),
        csrf: person.csrf,
      });
    },
  }),
  route({
    ...page,
    id: "finishSignIn",
    method: "get",
    paths: [callbackPath],
    summary: "Come back from the OpenID provider",
    async handle({ request, address }, context) {
      const { signIn } = peopleOf(context);
      await context.rateLimits.count("openid", address);
      const { uid, cookies } = await finishSignIn(signIn, request);
      return seeOther(`/oauth/agree/${uid}`, cookies);
    },
  }),
  route({
    ...page,
    id: "decideAgreement",
    method: "post",
    paths: ["/oauth/agree/{uid}"],
    summary: "Allow or refuse what a client asks for",
    body: z.strictObject({
      csrf: z.string().max(200),
      effects: z.enum(["read", "read,write"]),
      decision: z.enum(["allow", "refuse"]),
    }),
    form: true,
    async handle({ request, body, requestId }, context) {
      const { server, signIn } = peopleOf(context);
      const { store, clock, audit } = context;
      if (!isSameOrigin(request, publicUrlOf(context)))
        throw new ConnectorError("insufficient_scope", "Another site has sent this form.");
      const bare = new Request(request.url, { headers: request.headers });
      const waiting = await server.waiting(bare);
      const person = signedIn(signIn, bare, waiting.uid);
      if (!person || person.csrf !== body.csrf)
        throw new ConnectorError("connect_invalid", "This form belongs to another sign-in.", {
          hint: "Start again in the program that wants to use your accounts.",
        });
      const ended = (response: Response): Response => {
        response.headers.append("set-cookie", endOfSignIn(signIn));
        return response;
      };
      if (body.decision === "refuse") return ended(await server.refuse(bare));
      const application = await server.activeApplication();
      const user = userOf(person);
      const effects = defaultEffects.filter((effect) => body.effects.split(",").includes(effect));
      const consent = await store.transaction(async (db) => {
        const { id, epoch } = await ensureWorkspace(db, application.organization_id, user, clock.now());
        const actor = {
          organization: application.organization_id,
          workspace: id,
          application: application.id,
          request: requestId,
        };
        const detail = { client: waiting.client.id, effects };
        await audit.write(db, "token.agreed", actor, undefined, detail);
        return {
          workspace: { id, epoch },
          application_epoch: application.epoch,
          effects,
          client: waiting.client.id,
        };
      });
      return ended(await server.allow(bare, waiting, consent));
    },
  }),
];

/** @throws ConnectorError `connect_denied` if the claim of the provider cannot be an `external_user_id` */
function userOf(person: Person): string {
  const user = userId.safeParse(person.user);
  if (user.success) return user.data;
  throw new ConnectorError("connect_denied", "Your account has no id that can name a user.", {
    hint: "Ask the person who runs the service.",
  });
}

/** Returns the names of the person's accounts. */
async function accountsOf(
  { store, types }: Context,
  server: People["server"],
  user: string,
): Promise<string[]> {
  const { organization_id } = await server.activeApplication();
  const workspace = await findWorkspace(store.db, organization_id, user);
  if (!workspace) return [];
  const rows = await listConnectors(
    store.db,
    { organization: organization_id, workspace: workspace.id },
    { limit: 50 },
  );
  return rows.map(({ type, name }) => `${types.shown(type).title}: ${name}`);
}
