import type { CustomTypeRow, DefinitionRow } from "./definitions/definition-row.ts";
import type { LongLivedTokenRow } from "./long-lived-token-row.ts";
import type { OperatorSessionRow } from "./operator-session-row.ts";
import type { PolicyRow } from "./policy-row.ts";
import type { RecordRow } from "./record-row.ts";

/** The tables are the same in SQLite and PostgreSQL. All times are in milliseconds since 1970. */
export interface Tables {
  /** The check values of the master keys, and a version of the tables that makes old releases refuse the store. */
  settings: { name: string; value: string };
  applications: {
    /** The client id. */
    id: string;
    organization_id: string;
    name: string;
    /** Each token of the application has a copy of this number. A change of the number revokes all earlier tokens. */
    epoch: number;
    created_at: number;
    /** Null for an active application. */
    disabled_at: number | null;
    /** The addresses to which a person can return after connecting an account, as a JSON array. */
    return_urls: string;
    /** 1 if the application must confirm all its connect sessions, also those without a return address. Otherwise 0. */
    confirm_sessions: number;
  };
  application_secrets: { id: string; application_id: string; hash: string; created_at: number };
  /** The logos that people see on consent pages. `content`: a PNG image as base64. */
  application_logos: { application_id: string; organization_id: string; content: string; updated_at: number };
  /** A container for the connectors of one user. `name`: the `external_user_id`. */
  workspaces: { id: string; organization_id: string; name: string; epoch: number; created_at: number };
  connectors: ConnectorRow;
  oauth_applications: OauthApplicationRow;
  definitions: DefinitionRow;
  custom_types: CustomTypeRow;
  connect_sessions: ConnectSessionRow;
  webhook_endpoints: WebhookEndpointRow;
  webhook_deliveries: WebhookDeliveryRow;
  operator_sessions: OperatorSessionRow;
  long_lived_tokens: LongLivedTokenRow;
  revoked_tokens: { id: string; expires_at: number };
  audit: AuditRow;
  audit_checkpoints: AuditCheckpointRow;
  /**
   * Counts of requests, for the limits per minute. `name`: the limit, and the workspace, application or network
   * address that it applies to. `period`: minutes since 1970. `used`: the requests in that minute.
   */
  counters: { name: string; period: number; used: number };
  /** The policies that applications have set. */
  policies: PolicyRow;
  /**
   * The signed lists of the rows that decide who may do what: see `protected-rows/row-list.ts`. `content`: the id of the
   * master key, the signature, and the list as JSON, separated by dots.
   */
  row_lists: { id: string; organization_id: string; key_id: string; content: string };
  records: RecordRow;
}

export interface ConnectorRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  type: string;
  name: string;
  /** The config variables as JSON. */
  config: string;
  credentials: string;
  credentials_version: number;
  /**
   * Connectors of an organization with equal credentials have the same `credential_id`. The id contains an HMAC,
   * which does not reveal the credentials.
   */
  credential_id: string;
  /** The master key that encrypts the credentials. */
  key_id: string;
  /** The kind of credentials, such as `token` or `oauth`, or `none` if the platform needs no credentials. */
  form: string;
  fingerprint: string;
  /**
   * The id of the account at the platform and, for a user's token, of the user: `T1` or `T1/U1`. Null if the platform
   * named no account, or if the account was not connected in a connect session.
   */
  account: string | null;
  /** The time of the person's consent. Null if the credentials were obtained outside the service. */
  connected_at: number | null;
  status: "active" | "reauth_required";
  last_error_code: string | null;
  last_used_at: number | null;
  created_at: number;
  updated_at: number;
}

/**
 * An application that an organization has registered at a platform. An organization has at most one for each
 * connector type.
 */
export interface OauthApplicationRow {
  id: string;
  organization_id: string;
  type: string;
  /** The encrypted client id and client secret. */
  sealed: string;
  /** The master key that encrypts `sealed`. */
  key_id: string;
  created_at: number;
  updated_at: number;
}

/** The statuses of a connect session that has no outcome yet. */
export const openStatuses = ["created", "started", "exchanging", "returned"] as const;

/** A session in which a person connects an account. The store has only hashes of link, state, cookie and result. */
export interface ConnectSessionRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  application_id: string;
  type: string;
  /** The connector that the session reconnects. Null if the session creates a connector. */
  connector_id: string | null;
  /** The `ConnectRequest` of the application, as JSON. */
  request: string;
  /**
   * `created`: the link was not used yet. `started`: the person is at the platform. `exchanging`: the service exchanges
   * the code. `returned`: the application must confirm the result.
   */
  status: (typeof openStatuses)[number] | "connected" | "failed";
  link_hash: string;
  state_hash: string | null;
  cookie_hash: string | null;
  result_hash: string | null;
  /** The encrypted secrets. Empty unless the status is `started` or `returned`. */
  sealed: string;
  /** The master key that encrypts `sealed`. */
  key_id: string;
  /** The connectors or the error with which the session ended, as JSON. */
  outcome: string | null;
  created_at: number;
  expires_at: number;
}

/** An address to which the service sends the events of an organization. */
export interface WebhookEndpointRow {
  id: string;
  organization_id: string;
  url: string;
  description: string;
  /** The types of events to send, as a JSON array. The JSON value `null` stands for all types. */
  event_types: string;
  status: "enabled" | "disabled";
  /** `gone`: the receiver has responded with the status 410. Null for an enabled endpoint. */
  disabled_reason: "gone" | "manual" | null;
  /** The encrypted secrets that sign the requests. */
  sealed: string;
  /** The master key that encrypts `sealed`. */
  key_id: string;
  created_at: number;
  updated_at: number;
}

/** An event that the service sends to one endpoint. */
export interface WebhookDeliveryRow {
  id: string;
  endpoint_id: string;
  /** The id of the event, which all endpoints and all attempts share. */
  event_id: string;
  /** The workspace of the user whom the payload names. Null if the payload names no user. */
  workspace_id: string | null;
  type: string;
  /** The body of the request. */
  payload: string;
  /** `failed`: the service makes no more attempts. */
  status: "pending" | "delivered" | "failed";
  /** The number of attempts since the event, or since somebody asked to send the event again. */
  attempts: number;
  /** The time of the next attempt. During an attempt, the time at which other replicas can claim the delivery. */
  next_at: number;
  /** The id of a running attempt. Only the replica that started the attempt can write its outcome. */
  claim: string | null;
  last_attempt_at: number | null;
  response_status: number | null;
  /** The reason why there was no response. */
  error: string | null;
  created_at: number;
}

/** Audit rows of one second, with their hashes: see `audit/checkpoint-content.ts`. */
export interface AuditCheckpointRow {
  organization_id: string;
  /** Each organization counts its checkpoints from 1. */
  number: number;
  at: number;
  /** The rows as JSON. */
  entries: string;
  /** The time and the hash of the checkpoint before this one, separated by a dot. Empty for the first one. */
  previous: string;
  /** The id of the master key, and the signature, separated by a dot. */
  signature: string;
}

export interface AuditRow {
  id: string;
  at: number;
  organization_id: string;
  workspace_id: string | null;
  application_id: string | null;
  /** The id of the token, or of the operator's session. */
  token_id: string | null;
  /** The name of the operator. Null if no operator caused the event. */
  operator: string | null;
  event: string;
  connector_id: string | null;
  /** Details as JSON, without the values of credentials or params. */
  detail: string;
  request_id: string;
}
