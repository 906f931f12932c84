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
  /** Replaces the tokens. The new tokens are used only after the returned promise has resolved. */
  write(id: string, tokens: StoredTokens): Promise<void>;
  /**
   * Waits until no other `withLock` with the same id is running, and then calls `run`. Every refresh of tokens holds
   * this lock.
   */
  withLock<T>(id: string, run: () => Promise<T>): Promise<T>;
}

/** A `CredentialStore` for the tokens of one set of credentials. */
export interface TokenStore {
  read(): Promise<StoredTokens | undefined>;
  write(tokens: StoredTokens): Promise<void>;
  withLock<T>(run: () => Promise<T>): Promise<T>;
}

/** The tokens in the response to a refresh. */
export interface RefreshedToken {
  access_token: string;
  /** The new refresh token, if the platform has issued one. */
  refresh_token?: string | undefined;
  /** The number of seconds for which the access token is valid. */
  expires_in: number;
}
