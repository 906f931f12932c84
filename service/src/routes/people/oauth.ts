import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { publicUrlOf } from "../../connect/connect-services.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import { protectedResource, resourcePath } from "../../people/people.ts";
import { endpoints, mcpScope, serverPath } from "../../people/provider.ts";
import { signInOf } from "./sign-in-of.ts";

// The endpoints of the authorization servers, one for each application.

const json = { description: "The answer of the authorization server", schema: z.looseObject({}) };
const html = { description: "A page for a person", schema: z.string(), media: ["text/html"] };

type Asked = Pick<RouteRequest<unknown, unknown>, "request" | "params" | "address">;

/** Passes a request to the authorization server of the application. */
async function answer({ request, params, address }: Asked, context: Context): Promise<Response> {
  const { server } = await signInOf(context, params);
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

const base = serverPath("{client_id}");

const endpoint = (
  id: string,
  method: Route["method"],
  paths: Route["paths"],
  summary: string,
  isPage = false,
): Route =>
  route({
    id,
    method,
    paths,
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

export const oauthRoutes: readonly Route[] = [
  route({
    id: "getProtectedResource",
    method: "get",
    paths: [
      `${protectedResource}${resourcePath(undefined)}`,
      `${protectedResource}${resourcePath("{client_id}")}`,
      protectedResource,
    ],
    tag: "Sign-in",
    access: "open",
    summary: "Get the authorization server at which people sign in for /mcp",
    errors: [404],
    answer: json,
    async handle({ params }, context) {
      const { application } = await signInOf(context, params);
      const publicUrl = publicUrlOf(context);
      return {
        body: {
          resource: publicUrl + resourcePath(params["client_id"]),
          authorization_servers: [publicUrl + serverPath(application.id)],
          scopes_supported: [mcpScope],
          bearer_methods_supported: ["header"],
          resource_name: "Agent Connectors",
        },
      };
    },
  }),
  endpoint(
    "getAuthorizationServer",
    "get",
    [`/.well-known/oauth-authorization-server${base}`],
    "Get the addresses of an application's authorization server",
  ),
  endpoint(
    "getOpenidConfiguration",
    "get",
    [`/.well-known/openid-configuration${base}`, `${base}/.well-known/openid-configuration`],
    "Get the addresses of an application's authorization server, for clients of OpenID",
  ),
  endpoint("getSigningKeys", "get", [base + endpoints.jwks], "Get the keys that sign ID tokens"),
  endpoint(
    "getPersonToken",
    "post",
    [base + endpoints.token],
    "Get a token for a code, or for a refresh token",
  ),
  endpoint("revokePersonToken", "post", [base + endpoints.revocation], "Revoke a token"),
  endpoint(
    "startAuthorization",
    "get",
    [base + endpoints.authorization],
    "Start the sign-in of a person",
    true,
  ),
  endpoint(
    "continueAuthorization",
    "get",
    [`${base}${endpoints.authorization}/{uid}`],
    "Go back to the client",
    true,
  ),
];
