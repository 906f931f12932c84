import { ConnectorError, type Effect } from "agent-connectors";
import { hashOf, newSecretText } from "../credentials/secret-text.ts";
import { effects } from "../platforms/effects.ts";
import type { LongLivedTokenRow } from "../store/long-lived-token-row.ts";
import type { Application } from "../store/queries/applications.ts";
import { addLongLivedToken, findLongLivedToken } from "../store/queries/long-lived-tokens.ts";
import { ensureWorkspace } from "../store/queries/workspaces.ts";
import type { Db } from "../store/store.ts";
import { uuid } from "../store/uuid.ts";
import { invalidToken, longLivedPrefix, type Claims } from "./access-tokens.ts";
import { scopes, type Scope } from "./scopes.ts";

// A program that cannot request a scoped token again and again gets a token that works until somebody revokes it.

export interface LongLivedTokenRequest {
  /** The `external_user_id`. */
  user: string;
  name: string;
  scopes: readonly Scope[];
  effects: readonly Effect[];
  external: boolean;
  connectors: readonly string[] | undefined;
  /** Undefined if the token does not expire. */
  expiresAt: number | undefined;
}

/** The maximum number of tokens of one user. */
const maxTokens = 100;

/**
 * Creates a token for a user. Creates the workspace of a new user. Only the result has the text of the token. `db` must be
 * a transaction.
 * @throws ConnectorError `validation_error`
 */
export async function createLongLivedToken(
  db: Db,
  application: Application,
  { user, name, scopes, effects, external, connectors, expiresAt }: LongLivedTokenRequest,
  now: number,
): Promise<{ row: LongLivedTokenRow; token: string }> {
  if (expiresAt !== undefined && expiresAt <= now)
    throw new ConnectorError("validation_error", "The token would have expired already.", {
      path: "expires_at",
      hint: "Send a time in the future, or leave expires_at out.",
    });
  const workspace = await ensureWorkspace(db, application.organization_id, user, now);
  const token = `${longLivedPrefix}${newSecretText()}`;
  const row = {
    id: uuid(now),
    organization_id: application.organization_id,
    workspace_id: workspace.id,
    application_id: application.id,
    application_epoch: application.epoch,
    workspace_epoch: workspace.epoch,
    name,
    hash: hashOf(token),
    scopes: scopes.join(" "),
    effects: effects.join(" "),
    external: external ? 1 : 0,
    connector_ids: connectors ? JSON.stringify(connectors) : null,
    created_at: now,
    expires_at: expiresAt ?? null,
  };
  if ((await addLongLivedToken(db, row)) > maxTokens)
    throw new ConnectorError("validation_error", `The user has ${maxTokens} long-lived tokens already.`, {
      path: "external_user_id",
      hint: "Revoke tokens that are no longer needed.",
    });
  return { row, token };
}

/**
 * Returns the claims of a long-lived token. The caller checks whether its application and its user are still valid.
 * @throws ConnectorError `invalid_token` if there is no such token, or if it has expired
 */
export async function longLivedClaims(db: Db, token: string, now: number): Promise<Claims> {
  const row = await findLongLivedToken(db, hashOf(token));
  if (!row) throw invalidToken("The token is not valid here, or was revoked.");
  if (row.expires_at !== null && row.expires_at <= now) throw invalidToken("The token has expired.");
  return {
    kind: "long_lived",
    id: row.id,
    organization: row.organization_id,
    application: row.application_id,
    application_epoch: row.application_epoch,
    workspace: { id: row.workspace_id, name: row.workspace, epoch: row.workspace_epoch },
    ...rightsOf(row),
    issued_at: Math.floor(row.created_at / 1000),
    expires_at: row.expires_at === null ? null : Math.floor(row.expires_at / 1000),
  };
}

/** Returns what the token allows. */
export function rightsOf(
  row: Pick<LongLivedTokenRow, "scopes" | "effects" | "external" | "connector_ids">,
): Pick<Claims, "scopes" | "effects" | "external" | "connectors"> {
  const [givenScopes, givenEffects] = [row.scopes.split(" "), row.effects.split(" ")];
  return {
    scopes: scopes.filter((scope) => givenScopes.includes(scope)),
    effects: effects.filter((effect) => givenEffects.includes(effect)),
    external: row.external === 1,
    connectors: row.connector_ids === null ? undefined : (JSON.parse(row.connector_ids) as string[]),
  };
}
