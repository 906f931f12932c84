import { ConnectorError } from "agent-connectors";
import { findCredentialId } from "../credentials/credential-id.ts";
import { checkCredentials, sealedRow, type CheckedCredentials } from "../credentials/new-credentials.ts";
import type { Actor } from "../operations/audit.ts";
import type { FoundSession } from "../store/queries/connect-sessions.ts";
import { applyAccountPolicy, keepAccountPolicy } from "../store/queries/account-policies.ts";
import { addConnector, replaceCredentials } from "../store/queries/connectors.ts";
import type { Db } from "../store/store.ts";
import { uuid } from "../store/uuid.ts";
import { addConnectorEvent } from "../webhooks/events.ts";
import type { ConnectServices } from "./connect-services.ts";
import { connectorToReconnect } from "./connector-to-reconnect.ts";
import { requestOf, type SessionGrant } from "./session-content.ts";

export interface ReadyGrant {
  checked: CheckedCredentials;
  credential_id: string;
  account: string | null;
  connected_at: number | null;
}

/**
 * Prepares credentials for `storeGrants`. Must run outside a transaction: inside a transaction, this function's reads
 * would wait forever for SQLite's only connection.
 */
export async function readyGrants(
  services: ConnectServices,
  { organization_id, type: typeName }: FoundSession,
  grants: readonly SessionGrant[],
): Promise<readonly ReadyGrant[]> {
  const type = (await services.typesOf(organization_id, typeName)).offered(typeName);
  const ready: ReadyGrant[] = [];
  for (const { auth, config, account, connected_at } of grants)
    ready.push({
      checked: await checkCredentials(type, auth, config),
      credential_id: await findCredentialId(services, organization_id, typeName, auth),
      account: account ?? null,
      connected_at: connected_at === undefined ? null : Date.parse(connected_at),
    });
  return ready;
}

/**
 * Creates connectors with the credentials, or replaces the credentials of the connector that the session reconnects.
 * Returns the connectors' ids. `db` must be a transaction.
 */
export async function storeGrants(
  db: Db,
  { sealer, audit, clock }: ConnectServices,
  session: FoundSession,
  ready: readonly ReadyGrant[],
  actor: Actor,
): Promise<readonly string[]> {
  const now = clock.now();
  const { id, organization_id, workspace_id, connector_id } = session;
  const ids: string[] = [];
  for (const { checked, credential_id, account, connected_at } of ready) {
    const old = await connectorToReconnect(db, session);
    if (connector_id !== null && !old)
      throw new ConnectorError("connector_not_found", "The connector to connect again was deleted.", {
        hint: "Start a session without connector_id.",
      });
    const name = old?.name ?? requestOf(session).name ?? checked.type.title;
    const owner = {
      id: old?.id ?? uuid(now),
      organization_id,
      workspace_id,
      name,
      credential_id,
      connected_at,
      now,
    };
    const row = { ...sealedRow(checked, sealer, owner), account };
    if (old) {
      await keepAccountPolicy(db, old, now);
      await replaceCredentials(db, old, {
        credentials: row.credentials,
        credential_id,
        key_id: row.key_id,
        form: row.form,
        fingerprint: row.fingerprint,
        account: account ?? old.account,
        connected_at,
        status: "active",
        last_error_code: null,
        updated_at: now,
      });
    } else await addConnector(db, row);
    await applyAccountPolicy(db, { ...row, account: account ?? old?.account ?? null }, now);
    const event = old ? "connector.credentials" : "connector.create";
    const happened = old ? "connector.reconnected" : "connector.created";
    const more = { connect_session_id: id };
    await addConnectorEvent(db, happened, { ...row, workspace: session.workspace }, now, more);
    await audit.write(db, event, actor, row.id, { type: session.type, form: row.form, session: id });
    ids.push(row.id);
  }
  return ids;
}
