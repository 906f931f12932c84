/** The tables, in the subset of SQL that SQLite and PostgreSQL share: ids and JSON as text, times as milliseconds. */
export interface Tables {
  /** Holds the check values of the master keys. */
  settings: { name: string; value: string };
  applications: {
    /** The client id. */
    id: string;
    organization_id: string;
    name: string;
    /** Raising it by one revokes every token of the application. */
    epoch: number;
    created_at: number;
  };
  application_secrets: { id: string; application_id: string; hash: string; created_at: number };
  workspaces: { id: string; organization_id: string; name: string; epoch: number; created_at: number };
  connectors: ConnectorRow;
  /** Access tokens that platforms issued, shared by all replicas. */
  access_tokens: {
    connector_id: string;
    /** The version of the credentials that fetched the token. */
    credentials_version: number;
    /** Sealed. */
    token: string;
    obtained_at: number;
    expires_at: number;
  };
  revoked_tokens: { id: string; expires_at: number };
  idempotency: IdempotencyRow;
  audit: AuditRow;
  /** Requests per minute, by name. */
  counters: { name: string; period: number; used: number };
}

export interface ConnectorRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  type: string;
  name: string;
  /** JSON of the config variables. */
  config: string;
  /** The sealed credentials. */
  credentials: string;
  credentials_version: number;
  /** The master key that seals the credentials. */
  key_id: string;
  /** The form of credentials: token, oauth; none for a platform without. */
  form: string;
  fingerprint: string;
  status: "active" | "reauth_required";
  last_error_code: string | null;
  last_used_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface IdempotencyRow {
  /** Organisation, workspace and route: tenants and routes never share a key. */
  scope: string;
  key: string;
  /** `<key id>.<HMAC of the request>`. A plain hash could be guessed, and the request may hold secrets. */
  fingerprint: string;
  state: "started" | "done" | "unknown";
  /** The process that runs the call. */
  owner: string;
  /** A started call has ended by this time, because of its time limit. */
  deadline: number;
  status: number | null;
  /** The sealed answer. */
  answer: string | null;
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
  /** JSON. It never holds the value of a credential or a param. */
  detail: string;
  request_id: string;
}
