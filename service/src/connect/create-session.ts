import { ConnectorError } from "agent-connectors";
import { oauthApplicationFor } from "../credentials/oauth-applications.ts";
import type { Actor } from "../operations/audit.ts";
import type { OpenableType } from "../platforms/connector-types.ts";
import { addSession, countOpenSessions } from "../store/queries/connect-sessions.ts";
import type { ConnectorRow, ConnectSessionRow } from "../store/tables.ts";
import type { Workspace } from "../store/queries/workspaces.ts";
import type { Db } from "../store/store.ts";
import { uuid } from "../store/uuid.ts";
import { callbackUrl, publicUrlOf, type ConnectServices } from "./connect-services.ts";
import { hashOf, newSecretText } from "../credentials/secret-text.ts";
import type { ConnectRequest } from "./session-content.ts";

/** The lifetime of a session in milliseconds. The application must also confirm the session within this time. */
export const sessionMs = 600_000;

/** The maximum number of sessions without an outcome for each user. */
export const maxOpenSessions = 20;

export interface NewSession {
  type: OpenableType;
  request: Omit<ConnectRequest, "provider">;
  /** The connector that the session reconnects. */
  reconnect: Pick<ConnectorRow, "id" | "account"> | undefined;
}

/**
 * Checks an application's request without calling the platform. Replaces alias values in the settings, and adds the
 * origin of the platform's consent page.
 * @throws ConnectorError `config_error`, `validation_error`
 */
export async function checkedRequest(
  services: ConnectServices,
  organization: string,
  { type, request, reconnect }: NewSession,
): Promise<ConnectRequest> {
  const { store, sealer } = services;
  const application = await oauthApplicationFor(store.db, sealer, organization, type);
  const { url, pending } = await startAtPlatform(type, application, services, request, reconnect);
  const config = Object.keys(request.config).map((name) => [name, pending.config[name]!]);
  return { ...request, config: Object.fromEntries(config), provider: new URL(url).origin };
}

/** Creates the address of the consent page, with a new OAuth `state`. */
export const startAtPlatform = (
  type: OpenableType,
  application: { client_id: string; client_secret: string },
  services: Pick<ConnectServices, "publicUrl">,
  { scopes, config }: Pick<ConnectRequest, "scopes" | "config">,
  reconnect: Pick<ConnectorRow, "account"> | undefined,
) => {
  const account = type.connector.connectFlow?.accountParam && reconnect?.account?.split("/")[0];
  return type.startConnect({
    application,
    redirectUri: callbackUrl(publicUrlOf(services), type),
    scopes,
    config,
    ...(account ? { account } : {}),
  });
};

/** Stores a session. Returns its row and the secret text of its link. `db` must be a transaction. */
export async function addNewSession(
  db: Db,
  { sealer, audit, clock }: ConnectServices,
  { type, request, reconnect }: NewSession & { request: ConnectRequest },
  { id: workspace_id, organization_id }: Pick<Workspace, "id" | "organization_id">,
  actor: Actor & { application: string },
): Promise<{ row: ConnectSessionRow; link: string }> {
  const now = clock.now();
  if ((await countOpenSessions(db, { organization_id, workspace_id }, now)) >= maxOpenSessions)
    throw new ConnectorError("rate_limited", `This user has ${maxOpenSessions} open connect sessions.`, {
      hint: "Use one of the open sessions, or wait until they expire after ten minutes.",
      retry_after: 60,
    });
  const link = newSecretText();
  const row: ConnectSessionRow = {
    id: uuid(now),
    organization_id,
    workspace_id,
    application_id: actor.application,
    type: type.name,
    connector_id: reconnect?.id ?? null,
    request: JSON.stringify(request),
    status: "created",
    link_hash: hashOf(link),
    state_hash: null,
    cookie_hash: null,
    result_hash: null,
    sealed: "",
    key_id: sealer.keyId,
    outcome: null,
    created_at: now,
    expires_at: now + sessionMs,
  };
  await addSession(db, row);
  await audit.write(db, "connect.create", actor, row.connector_id ?? undefined, {
    session: row.id,
    type: type.name,
  });
  return { row, link };
}
