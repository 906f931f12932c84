import type { ErrorJson } from "agent-connectors";
import type { PendingConnect } from "agent-connectors/toolkit";
import type { Sealer } from "../credentials/sealing.ts";
import type { ConnectSessionRow } from "../store/tables.ts";

/** An application's request for a session. The column `request` contains this object as JSON. */
export interface ConnectRequest {
  /** The scopes by kind of token, such as `bot`. */
  scopes: Readonly<Record<string, readonly string[]>>;
  config: Readonly<Record<string, string>>;
  name?: string | undefined;
  /** The application's address to which the person returns. Without it, the page shows the result of the session. */
  return_url?: string | undefined;
  /** Whether the application must confirm the session before its connectors exist. */
  confirm: boolean;
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
  /** The account's id and, for a user's token, the user's id: `T1` or `T1/U1`. Absent if the account is unknown. */
  account?: string | undefined;
  /** The name of the account, for example the name of a Slack workspace. */
  name?: string | undefined;
}

/** The outcome of a session. The column `outcome` contains this object as JSON. */
export interface ConnectOutcome {
  /** The ids of the connectors. Empty if the session has failed. */
  connectors: readonly string[];
  /** The name of the account at the platform, if the platform returns a name. */
  account?: string | undefined;
  /** The scopes that the person granted, by kind of token. */
  scopes?: Readonly<Record<string, readonly string[]>>;
  notes?: readonly string[];
  error?: Pick<ErrorJson, "code" | "message" | "hint">;
}

/** The secrets of a session in each status. The column `sealed` has the encrypted secrets of the current status. */
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
