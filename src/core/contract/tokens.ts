/** The tokens that a platform has issued for one set of credentials. Times are in milliseconds since the epoch. */
export interface StoredTokens {
  access_token: string;
  /** The refresh token for the next refresh. Absent if the platform still accepts the refresh token in `auth`. */
  refresh_token?: string | undefined;
  obtained_at: number;
  expires_at: number;
}

/** The stored tokens of one set of credentials. */
export interface TokenStore {
  /** @throws ConnectorError `storage_unavailable` */
  read(): Promise<StoredTokens | undefined>;
  /**
   * Calls `run` with the stored tokens, while no other process does, and stores the tokens that `run` returns. If `run`
   * returns undefined, stores nothing. If another process has stored newer tokens meanwhile, resolves with these.
   * @throws ConnectorError `storage_unavailable`, or the error of `run`
   */
  exchange(
    run: (stored: StoredTokens | undefined) => Promise<StoredTokens | undefined>,
  ): Promise<StoredTokens | undefined>;
}

/** The tokens in the response to a refresh. */
export interface RefreshedToken {
  access_token: string;
  /** The new refresh token, if the platform has issued one. */
  refresh_token?: string | undefined;
  /** The number of seconds for which the access token is valid. */
  expires_in: number;
}
