import { ConnectorError } from "agent-connectors";
import { oauthApplicationFor } from "../credentials/oauth-applications.ts";
import type { Actor } from "../operations/audit.ts";
import { findSession, moveSession, type FoundSession } from "../store/queries/connect-sessions.ts";
import type { ConnectServices } from "./connect-services.ts";
import { connectorToReconnect } from "./connector-to-reconnect.ts";
import { startAtPlatform } from "./create-session.ts";
import { hashOf, newSecretText } from "../credentials/secret-text.ts";
import { requestOf, sealSecrets } from "./session-content.ts";

/** @throws ConnectorError `not_found` if the link is unknown, `connect_invalid` if it was used or has expired */
export async function sessionOfLink({ store, clock }: ConnectServices, link: string): Promise<FoundSession> {
  const row = await findSession(store.db, "link_hash", hashOf(link));
  if (!row)
    throw new ConnectorError("not_found", "This link is not complete, or its session is over.", {
      hint: askAgain,
    });
  if (row.expires_at <= clock.now())
    throw new ConnectorError("connect_invalid", "This link has expired.", { hint: askAgain });
  if (row.status !== "created")
    throw new ConnectorError("connect_invalid", "This link was already used.", { hint: askAgain });
  return row;
}

const askAgain = "Go back to the application that gave you the link, and ask for a new one.";

/** Starts the session of a link, which works only once. Returns the consent page's address and the cookie's secret. */
export async function startSession(
  services: ConnectServices,
  link: string,
  requestId: string,
): Promise<{ row: FoundSession; url: string; cookie: string }> {
  const { store, sealer, typesOf, audit, clock } = services;
  const row = await sessionOfLink(services, link);
  const type = (await typesOf(row.organization_id, row.type)).offered(row.type);
  const application = await oauthApplicationFor(store.db, sealer, row.organization_id, type);
  const reconnect = await connectorToReconnect(store.db, row);
  const { url, pending } = await startAtPlatform(type, application, services, requestOf(row), reconnect);
  const cookie = newSecretText();
  const change = {
    status: "started" as const,
    state_hash: hashOf(pending.state),
    cookie_hash: hashOf(cookie),
    ...sealSecrets(sealer, row, "started", { pending }),
  };
  await store.transaction(async (db) => {
    const moved = await moveSession(db, { ...row, status: "created" }, change, clock.now());
    if (!moved)
      throw new ConnectorError("connect_invalid", "This link was already used.", { hint: askAgain });
    await audit.write(db, "connect.start", actorOfSession(row, requestId), undefined, { session: row.id });
  });
  return { row, url, cookie };
}

/** Makes the audit's actor from the session, because the person's browser sends no token. */
export const actorOfSession = (
  { organization_id, workspace_id, application_id }: FoundSession,
  request: string,
): Actor => ({
  organization: organization_id,
  workspace: workspace_id,
  application: application_id,
  request,
});
