/** The new access token from a refresh, and the number of seconds for which it is valid. */
export interface RefreshedToken {
  access_token: string;
  expires_in: number;
  /** The time when the token was fetched, in milliseconds since the epoch. Default: now. */
  obtained?: number | undefined;
}

/** Either runs `refresh`, or returns a token that another process has fetched in the meantime. */
export type AroundRefresh = (refresh: () => Promise<RefreshedToken>) => Promise<RefreshedToken>;

/** An access token and a refresh token that the platform issued together. They replace the two earlier tokens. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Seconds for which the access token is valid. */
  expires_in: number;
}
