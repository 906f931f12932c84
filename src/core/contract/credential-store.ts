/** The tokens that a platform has issued for some credentials. Times are milliseconds since the epoch. */
export interface StoredTokens {
  access_token: string;
  /** The refresh token for the next refresh. Absent if the platform keeps accepting the one of the credentials. */
  refresh_token?: string | undefined;
  obtained_at: number;
  expires_at: number;
}

/**
 * Keeps tokens, so that all connectors with the same credentials use the same ones. `id` identifies the credentials. It
 * is a hash of the `auth` that the connector was given, and reveals nothing.
 */
export interface CredentialStore {
  /** Returns the tokens that were written last. Undefined if there are none. */
  read(id: string): Promise<StoredTokens | undefined>;
  /** Replaces the tokens. They are used when this has resolved, and not before. */
  write(id: string, tokens: StoredTokens): Promise<void>;
  /** Runs one function at a time per id, for everyone who uses the store. Every refresh runs inside. */
  withLock<T>(id: string, run: () => Promise<T>): Promise<T>;
}

/** A credential store for the credentials of one connector. */
export interface TokenStore {
  read(): Promise<StoredTokens | undefined>;
  write(tokens: StoredTokens): Promise<void>;
  withLock<T>(run: () => Promise<T>): Promise<T>;
}

/** The response to a refresh. */
export interface RefreshedToken {
  access_token: string;
  /** The new refresh token, if the platform issued one. */
  refresh_token?: string | undefined;
  /** Seconds for which the access token is valid. */
  expires_in: number;
}
