/** The tables and their columns, the same in SQLite and PostgreSQL. Times are in milliseconds. */
export interface Tables {
  /** Contains the check values of the master keys, and the version of the tables that old releases read. */
  settings: { name: string; value: string };
  applications: {
    /** The client id. */
    id: string;
    organization_id: string;
    name: string;
    /** A number that is also in each token of the application. A new number revokes all earlier tokens. */
    epoch: number;
    created_at: number;
    /** The time at which the application was disabled. Null for an active application. */
    disabled_at: number | null;
  };
  application_secrets: { id: string; application_id: string; hash: string; created_at: number };
  workspaces: { id: string; organization_id: string; name: string; epoch: number; created_at: number };
  connectors: ConnectorRow;
  /**
   * Tokens that platforms have issued. All replicas share these tokens, and so do connectors with equal credentials.
   */
  platform_tokens: {
    /** The `credential_id` of the connectors. */
    id: string;
    /** The encrypted tokens. */
    tokens: string;
    /** The id of the master key that encrypts the tokens. */
    key_id: string;
    updated_at: number;
  };
  revoked_tokens: { id: string; expires_at: number };
  idempotency: IdempotencyRow;
  audit: AuditRow;
  /**
   * Counts of requests, for the limits per minute. `name` contains the limit and the id of the workspace, application
   * or network address. `used` is the count in the minute `period`.
   */
  counters: { name: string; period: number; used: number };
}

export interface ConnectorRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  type: string;
  name: string;
  /** The config variables as JSON. */
  config: string;
  /** The encrypted credentials. */
  credentials: string;
  credentials_version: number;
  /**
   * An id that is equal for connectors with equal credentials. It is an HMAC, so it does not reveal the credentials.
   */
  credential_id: string;
  /** The id of the master key that encrypts the credentials. */
  key_id: string;
  /** The kind of credentials, such as `token` or `oauth`. It is `none` if the platform needs no credentials. */
  form: string;
  fingerprint: string;
  status: "active" | "reauth_required";
  last_error_code: string | null;
  last_used_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface IdempotencyRow {
  /** The organisation, the workspace and the route that the key belongs to. */
  scope: string;
  key: string;
  /** `<key id>.<HMAC of the request>`. A plain hash would allow guessing secrets in the request. */
  fingerprint: string;
  state: "started" | "done" | "unknown";
  /** The id of the process that runs the call. */
  owner: string;
  /** The time by which the call must have ended, because each call has a time limit. */
  deadline: number;
  status: number | null;
  /** The encrypted body of the response. */
  answer: string | null;
  /** The effect of the call to which `answer` belongs. Null if there is no answer or the request has no effect. */
  effect: string | null;
  expires_at: number;
}

export interface AuditRow {
  id: string;
  at: number;
  organization_id: string;
  workspace_id: string | null;
  application_id: string | null;
  token_id: string | null;
  event: string;
  connector_id: string | null;
  /** Details of the event as JSON, without values of credentials or params. */
  detail: string;
  request_id: string;
}
