import type { AuthorizationServer } from "./authorization-server.ts";
import type { SignInParts } from "./person-sign-in.ts";

/** The parts of the service with which people sign in from MCP clients. */
export interface People {
  server: AuthorizationServer;
  signIn: SignInParts;
}

/** Returns the address of the document that says at which authorization server clients get a token. */
export const resourceMetadataUrl = (publicUrl: string): string =>
  `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
