import type { Token } from "./types.ts";

/** An installation of the app with rotating tokens. */
export interface Grant {
  token: Pick<Token, "kind" | "user" | "scopes">;
  /** The valid access tokens, oldest first. */
  live: string[];
}

/** The access that a person has allowed. The application exchanges the code of this consent for tokens. */
export interface Consent {
  client_id: string;
  redirect_uri: string;
  bot: readonly string[];
  user: readonly string[];
  challenge: string | undefined;
  /** In milliseconds since 1970. */
  expires: number;
}

export interface App {
  client_id: string;
  client_secret: string;
  /** The client id of the same app, for programs that use PKCE. */
  public_client_id: string;
  /** Whether new tokens of the app expire. */
  rotates: boolean;
  /** The scopes that a person does not grant. */
  declined: readonly string[];
  /** The consents whose codes were not exchanged yet, by code. */
  codes: Map<string, Consent>;
  /** The grants by refresh token. `used`: the time of the token's first use, in milliseconds since 1970. */
  refreshing: Map<string, { grant: Grant; used?: number }>;
}

export const createApp = (): App => ({
  public_client_id: "4711.0816",
  rotates: false,
  declined: [],
  codes: new Map(),
  client_id: "4711.0815",
  client_secret: "sandbox-client-secret",
  refreshing: new Map(),
});
