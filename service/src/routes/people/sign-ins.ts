import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { publicUrlOf } from "../../connect/connect-services.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route, type RouteRequest } from "../../http/route.ts";
import { resourcePath } from "../../people/people.ts";
import { linkOf } from "../../people/person-sign-in.ts";
import { serverPath } from "../../people/provider.ts";
import {
  cannotSignIn,
  readSignInWay,
  signInWay,
  writeSignInWay,
  type SignInWay,
} from "../../people/sign-in-way.ts";
import { changeApplication, existingApplication } from "../account/applications.ts";
import { actorOf } from "../shared/actor.ts";
import { userId } from "../shared/request-schemas.ts";
import { signInOf } from "./sign-in-of.ts";

const path: [string] = ["/v1/organization/applications/{client_id}/sign_in"];

const waySchema = z
  .object({
    issuer: z.string().optional(),
    client_id: z.string().optional(),
    scope: z.string().optional(),
    claim: z.string().optional(),
    sign_in_url: z.string().optional(),
    redirect_url: z
      .string()
      .optional()
      .meta({ description: "The address to register at the OpenID provider." }),
    mcp_url: z.string().meta({ description: "The address that people enter in their MCP clients." }),
  })
  .meta({ id: "SignIn" });

export type SignInView = z.output<typeof waySchema>;

/** Returns the fields that the API and the pages show. `client_id`: the id of the application. */
export function signInViewOf(publicUrl: string, client_id: string, way: SignInWay): SignInView {
  const mcp_url = publicUrl + resourcePath(client_id);
  if (!("issuer" in way)) return { ...way, mcp_url };
  const { client_secret: _, ...shown } = way;
  return { ...shown, redirect_url: redirectUrl(publicUrl, client_id), mcp_url };
}

export const redirectUrl = (publicUrl: string, client_id: string): string =>
  `${publicUrl}${serverPath(client_id)}/signed-in`;

/** Stores how the users of an application sign in. Without `way`, they cannot any more. */
export async function setSignInWay(
  request: Pick<RouteRequest<unknown, unknown>, "params" | "claims" | "requestId">,
  way: SignInWay | undefined,
  context: Context,
): Promise<string> {
  const { store, sealer } = context;
  const { client_id } = await changeApplication(request, context, "application.sign_in", (db, application) =>
    writeSignInWay({ ...store, db }, sealer, application, way),
  );
  return client_id;
}

const shared = { tag: "Sign-in", access: "application" } as const;
const answer = { description: "How users sign in, without the secret", schema: waySchema };

export const signInRoutes: readonly Route[] = [
  route({
    ...shared,
    id: "setSignIn",
    method: "put",
    paths: path,
    summary:
      "Set how the users of an application sign in from MCP clients. Ends their agreements if the issuer changes",
    body: signInWay,
    errors: [404, 422],
    answer,
    async handle(request, context) {
      const publicUrl = publicUrlOf(context);
      const client_id = await setSignInWay(request, request.body, context);
      return { body: signInViewOf(publicUrl, client_id, request.body) };
    },
  }),
  route({
    ...shared,
    id: "getSignIn",
    method: "get",
    paths: path,
    summary: "Get how the users of an application sign in from MCP clients",
    errors: [404],
    answer,
    async handle({ params, claims }, context) {
      const { store, sealer } = context;
      const application = await existingApplication(store.db, claims.organization, params["client_id"]);
      const way = await readSignInWay(store, sealer, application);
      if (way) return { body: signInViewOf(publicUrlOf(context), application.id, way) };
      throw cannotSignIn();
    },
  }),
  route({
    ...shared,
    id: "deleteSignIn",
    method: "delete",
    paths: path,
    summary: "Let the users of an application no longer sign in, and refuse the tokens of their clients",
    errors: [404],
    answer: {
      description: "Users cannot sign in",
      schema: z.object({ client_id: z.string(), deleted: z.literal(true) }).meta({ id: "SignInDeleted" }),
    },
    handle: async (request, context) => ({
      body: { client_id: await setSignInWay(request, undefined, context), deleted: true },
    }),
  }),
  route({
    ...shared,
    id: "createSignIn",
    method: "post",
    paths: ["/v1/connect/sign-ins"],
    summary: "Get a link that signs in a user whose browser has come to the sign_in_url of the application",
    body: z
      .strictObject({
        sign_in: z.string().min(1).max(4000).meta({ description: "The param sign_in of the address." }),
        external_user_id: userId.meta({ description: "The user whom the application has signed in." }),
      })
      .meta({ id: "SignInRequest" }),
    errors: [404],
    answer: {
      description: "Send the browser to the url. It works once, and only in the browser that has come",
      schema: z.object({ url: z.string(), expires_at: z.iso.datetime() }).meta({ id: "SignInLink" }),
    },
    async handle({ body, claims, requestId }, context) {
      const { application, way } = await signInOf(context, { client_id: claims.application });
      if ("issuer" in way)
        throw new ConnectorError("validation_error", "The users of this application sign in at its issuer.", {
          path: "sign_in",
          hint: "Set sign_in_url instead of issuer to sign users in at a page of the application.",
        });
      const parts = { ...context, publicUrl: publicUrlOf(context) };
      const asked = { request: body.sign_in, user: body.external_user_id };
      const { url, until } = linkOf(parts, application.id, asked);
      const actor = actorOf({ claims, requestId });
      const detail = { external_user_id: body.external_user_id };
      await context.audit.write(context.store.db, "connect.sign_in", actor, undefined, detail);
      return {
        headers: { "cache-control": "no-store" },
        body: { url, expires_at: new Date(until).toISOString() },
      };
    },
  }),
];
