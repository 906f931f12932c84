import type { PublicFetch } from "../platforms/public-fetch.ts";

/** What the operator of the service decides about people who sign in from MCP clients. */
export interface PeopleSettings {
  /** The client id of the application whose users sign in at `/mcp`. The users of all others sign in at `/mcp/<client id>`. */
  application?: string | undefined;
  /** The origins of OpenID providers that can use http and have a private address. Default: none. */
  privateOrigins?: readonly string[] | undefined;
  /** Fetches the documents of clients. Default: a function that refuses private addresses. */
  fetch?: PublicFetch | undefined;
}
