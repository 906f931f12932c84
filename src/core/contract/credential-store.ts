/** The tokens that a platform has issued for one set of credentials. Times are in milliseconds since the epoch. */
export interface StoredTokens {
  access_token: string;
  /** The refresh token for the next refresh. Absent if the platform still accepts the refresh token in `auth`. */
  refresh_token?: string | undefined;
  obtained_at: number;
  expires_at: number;
}

/**
 * A store of tokens. Connectors with the same credentials and store share their tokens. `id` is a hash that does not
 * reveal the credentials.
 */
export interface CredentialStore {
  /** Returns the tokens that were written last, or undefined if no tokens were written. */
  read(id: string): Promise<StoredTokens | undefined>;
  /**
   * Calls `change` with the stored tokens, stores the tokens that `change` returns, and resolves with them. If `change`
   * returns undefined, stores nothing and resolves with undefined. No other `change` with the same id runs at the same
   * time, in any process. If this process does not respond, another process may take over. If that process has stored
   * newer tokens meanwhile, `update` stores nothing and resolves with the newer tokens.
   */
  update(id: string, change: ChangeTokens): Promise<StoredTokens | undefined>;
}

/** Returns the tokens to store, or undefined to store nothing. */
export type ChangeTokens = (stored: StoredTokens | undefined) => Promise<StoredTokens | undefined>;

/** The stored tokens of one set of credentials. */
export interface TokenStore {
  /** @throws ConnectorError `storage_unavailable` */
  read(): Promise<StoredTokens | undefined>;
  /**
   * Calls `run` with the stored tokens, while no other process does, and stores the tokens that `run` returns. If `run`
   * returns undefined, stores nothing. If another process has stored newer tokens meanwhile, resolves with these.
   * @throws ConnectorError `storage_unavailable`, or the error of `run`
   */
  exchange(run: ChangeTokens): Promise<StoredTokens | undefined>;
}

/** The tokens in the response to a refresh. */
export interface RefreshedToken {
  access_token: string;
  /** The new refresh token, if the platform has issued one. */
  refresh_token?: string | undefined;
  /** The number of seconds for which the access token is valid. */
  expires_in: number;
}
