/** What an action keeps between calls, such as the end of a streamed message. */
export interface CallStateRow {
  organization_id: string;
  connector_id: string;
  key: string;
  /** The encrypted text. */
  sealed: string;
  /** The master key that encrypts `sealed`. */
  key_id: string;
  /** A random id that every write replaces. */
  version: string;
  expires_at: number;
}
