import type { Token } from "./types.ts";

/** An installation of the app with rotating tokens. */
export interface Grant {
  token: Pick<Token, "kind" | "user" | "scopes">;
  /** The valid access tokens, oldest first. */
  live: string[];
}

/** The Slack app with its client credentials. */
export interface App {
  client_id: string;
  client_secret: string;
  /**
   * The installation of each refresh token. `used` is the time of the token's first use, in milliseconds since 1970.
   */
  refreshing: Map<string, { grant: Grant; used?: number }>;
}

export const createApp = (): App => ({
  client_id: "4711.0815",
  client_secret: "sandbox-client-secret",
  refreshing: new Map(),
});
