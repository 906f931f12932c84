/** The result of a refresh: a token, and the seconds for which it is valid. */
export interface RefreshedToken {
  access_token: string;
  expires_in: number;
  /** The time at which the token was fetched, in milliseconds since the epoch. Default: now. */
  obtained?: number | undefined;
}

/** Runs a refresh, or returns a token that another process has fetched in the meantime. */
export type AroundRefresh = (refresh: () => Promise<RefreshedToken>) => Promise<RefreshedToken>;

/** The new tokens after a rotation. They replace the old ones. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Seconds for which the access token is valid. */
  expires_in: number;
}
