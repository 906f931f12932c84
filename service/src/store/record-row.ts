/** A value of a store, such as the tokens that a platform has issued. See `createRecords`. */
export interface RecordRow {
  organization_id: string;
  /** Empty for a value that all connectors of the organization share. */
  connector_id: string;
  key: string;
  /** The encrypted value. */
  sealed: string;
  /** The master key that encrypts `sealed`. Empty for a value of an earlier release that is not encrypted yet. */
  key_id: string;
  /** A random id that every write replaces. */
  version: string;
  /** A time of the database, like `expires_at`. */
  updated_at: number;
  /** Null for a value that does not expire. */
  expires_at: number | null;
}
