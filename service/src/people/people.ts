import type { Claims } from "../access/access-tokens.ts";
import type { IdentityProvider, OpenidSettings } from "../operators/identity-provider.ts";
import type { Application } from "../store/queries/applications.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import type { SignInWay } from "./sign-in-way.ts";

/** The sign-in of people from MCP clients: an authorization server for each application. */
export interface People {
  publicUrl: string;
  /**
   * Returns the sign-in of an application. `client_id`: the name in the address of a request. Without a name, the application is that
   * of `/mcp`.
   * @throws ConnectorError `not_found` if there is no such application, or if its users cannot sign in
   */
  of(client_id: string | undefined): Promise<SignIn>;
  /** Returns the authorization server of an application, even if its users cannot sign in any more. */
  serverOf(application: Pick<Application, "id" | "organization_id">): AuthorizationServer;
  /** @throws ConnectorError `invalid_token` unless the token was issued for this address */
  claimsOf(token: string, client_id: string | undefined): Promise<Claims>;
  /** Returns the address of the document that says where people sign in for an address. */
  metadataUrl(client_id: string | undefined): string | undefined;
}

export interface SignIn {
  application: Application;
  way: SignInWay;
  server: AuthorizationServer;
  /** The OpenID provider. Undefined if people sign in at a page of the application. */
  provider: IdentityProvider<OpenidSettings> | undefined;
}

/** The path at which the users of an application have their tools. Without a name: the users of the application of the service. */
export const resourcePath = (client_id: string | undefined): string =>
  client_id === undefined ? "/mcp" : `/mcp/${client_id}`;

export const protectedResource = "/.well-known/oauth-protected-resource";
