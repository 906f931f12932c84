/** The tables, in the subset of SQL that SQLite and PostgreSQL share: ids and JSON as text, times as milliseconds. */
export interface Tables {
  settings: { name: string; value: string };
  applications: {
    /** The client id. */
    id: string;
    organization_id: string;
    name: string;
    /** Raised by one, it ends every token that the application made. */
    epoch: number;
    created_at: number;
  };
  application_secrets: { id: string; application_id: string; hash: string; created_at: number };
  workspaces: { id: string; organization_id: string; name: string; epoch: number; created_at: number };
  connectors: ConnectorRow;
  access_tokens: {
    connector_id: string;
    /** Of the credentials that it was fetched with. */
    credentials_version: number;
    /** Sealed. */
    token: string;
    obtained_at: number;
    expires_at: number;
  };
  revoked_tokens: { id: string; expires_at: number };
  idempotency: IdempotencyRow;
  audit: AuditRow;
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
  /** The master key that they are sealed with. */
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
  /** Organisation, workspace and route, so that no key meets another tenant's. */
  scope: string;
  key: string;
  /** `<key id>.<HMAC of the request>`: the request holds secrets, a bare hash could be guessed. */
  fingerprint: string;
  state: "started" | "done" | "unknown";
  /** The process that runs it. */
  owner: string;
  /** When a started call must have ended, by the limit on its time. */
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
  /** JSON; never a value of a credential or a param. */
  detail: string;
  request_id: string;
}
