import type { Token } from "./types.ts";

/** An installation of the app whose tokens rotate. */
export interface Grant {
  token: Pick<Token, "kind" | "user" | "scopes">;
  /** Oldest first. */
  live: string[];
}

/** The app itself, as its developer knows it. */
export interface App {
  client_id: string;
  client_secret: string;
  /** By refresh token; `used` in milliseconds since the epoch. */
  refreshing: Map<string, { grant: Grant; used?: number }>;
}

export const createApp = (): App => ({
  client_id: "4711.0815",
  client_secret: "sandbox-client-secret",
  refreshing: new Map(),
});
