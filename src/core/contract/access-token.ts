/** What a refresh answers: the token, and for how many seconds it is good. */
export interface RefreshedToken {
  access_token: string;
  expires_in: number;
  /** When it was fetched, in milliseconds since the epoch, where that is not now. */
  obtained?: number | undefined;
}

/** Runs a refresh, or answers a token that somebody else has fetched since the last time. */
export type AroundRefresh = (refresh: () => Promise<RefreshedToken>) => Promise<RefreshedToken>;

/** The tokens that take the place of those that have ended. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Seconds that the access token is good for. */
  expires_in: number;
}
