import type { ErrorJson, PendingConnect } from "agent-connectors";
import type { Sealer } from "../credentials/sealing.ts";
import type { ConnectSessionRow } from "../store/tables.ts";

/** What an application asks for. The column `request` contains this object as JSON. */
export interface ConnectRequest {
  /** The keys are kinds of tokens. */
  scopes: Readonly<Record<string, readonly string[]>>;
  config: Readonly<Record<string, string>>;
  name?: string | undefined;
  /** The address of the application to which the person returns. Absent if the application has no server. */
  return_url?: string | undefined;
  /** The origin of the platform's consent page. */
  provider: string;
}

/** Credentials that the platform has issued in the session. */
export interface SessionGrant {
  /** The kind of the token, such as `bot`. */
  token: string;
  /** The scopes that the person granted. */
  scopes: readonly string[];
  auth: Readonly<Record<string, string>>;
  config: Readonly<Record<string, string>>;
  /** The time of the consent, as ISO text. Absent in sessions of older releases. */
  connected_at?: string | undefined;
  /** Sentences for the person, for example about accounts that cannot be used. */
  notes?: readonly string[] | undefined;
  /** An id of the account and, for a user's token, of the user. Absent if the platform names no account. */
  account?: string | undefined;
  /** The name of the account, such as that of a Slack workspace. */
  name?: string | undefined;
}

/** How a session ended. The column `outcome` contains this object as JSON. */
export interface ConnectOutcome {
  /** Empty if the session has failed. */
  connectors: readonly string[];
  /** The name of the account at the platform, if the platform returns a name. */
  account?: string | undefined;
  /** The scopes that the person granted, by kind of token. */
  scopes?: Readonly<Record<string, readonly string[]>>;
  /** Sentences for the person, for example about accounts that cannot be used. */
  notes?: readonly string[];
  error?: Pick<ErrorJson, "code" | "message" | "hint">;
}

/** The secrets of a session, by status. The column `sealed` contains the encrypted secrets for the current status. */
export interface SessionSecrets {
  started: { pending: PendingConnect };
  returned: { result: string; grants: readonly SessionGrant[] };
}

type Row = Pick<ConnectSessionRow, "id" | "organization_id" | "workspace_id" | "type">;

const associatedDataOf = (row: Row, status: string) => [
  "connect-session",
  row.organization_id,
  row.workspace_id,
  row.id,
  row.type,
  status,
];

export const sealSecrets = <Status extends keyof SessionSecrets>(
  sealer: Sealer,
  row: Row,
  status: Status,
  secrets: SessionSecrets[Status],
): Pick<ConnectSessionRow, "sealed" | "key_id"> => ({
  sealed: sealer.seal(JSON.stringify(secrets), associatedDataOf(row, status)),
  key_id: sealer.keyId,
});

export const openSecrets = <Status extends keyof SessionSecrets>(
  sealer: Sealer,
  row: Row & Pick<ConnectSessionRow, "sealed">,
  status: Status,
): SessionSecrets[Status] =>
  JSON.parse(sealer.open(row.sealed, associatedDataOf(row, status))) as SessionSecrets[Status];

/** Returns the outcome of a session whose credentials are stored as connectors. */
export const connectedOutcome = (
  connectors: readonly string[],
  grants: readonly SessionGrant[],
): ConnectOutcome => ({
  connectors,
  account: grants[0]?.name,
  notes: [...new Set(grants.flatMap(({ notes = [] }) => notes))],
  scopes: Object.fromEntries(grants.map(({ token, scopes }) => [token, scopes])),
});

export const requestOf = ({ request }: Pick<ConnectSessionRow, "request">): ConnectRequest =>
  JSON.parse(request) as ConnectRequest;

export const outcomeOf = ({ outcome }: Pick<ConnectSessionRow, "outcome">): ConnectOutcome =>
  outcome === null ? { connectors: [] } : (JSON.parse(outcome) as ConnectOutcome);
