import { ConnectorError } from "agent-connectors";
import type { Actor } from "../operations/audit.ts";
import { findSession, moveSession, type FoundSession } from "../store/queries/connect-sessions.ts";
import type { ConnectServices } from "./connect-services.ts";
import { failSession } from "./fail-session.ts";
import { hashOf } from "../credentials/secret-text.ts";
import { connectedOutcome, openSecrets } from "./session-content.ts";
import { readyGrants, storeGrants } from "./store-grants.ts";

/**
 * Creates or reconnects the connectors of a session. `user` is the application's user who came back from the platform.
 * If the session is for another user, the session fails, because its link may have reached the wrong person.
 * @throws ConnectorError `connect_invalid` if `result` is not the result of this session, or if the session has expired
 * or is not waiting for a confirmation
 * @throws ConnectorError `workspace_mismatch` if the session is for another user
 */
export async function confirmSession(
  services: ConnectServices,
  session: FoundSession,
  { result, user }: { result: string; user: string },
  actor: Actor,
): Promise<FoundSession> {
  const { store, sealer, clock, audit } = services;
  const { id, organization_id, workspace_id, status } = session;
  if (status !== "returned" || session.expires_at <= clock.now()) throw notConfirmable(session, clock.now());
  if (session.result_hash !== hashOf(result))
    throw new ConnectorError("connect_invalid", "This is not the result of this session.", {
      path: "result",
      hint: "Send the params session_id and result of the address to which the person returned, or the code that the page showed.",
    });
  if (session.workspace !== user) {
    const error = new ConnectorError("workspace_mismatch", "The session is for another user.", {
      path: "external_user_id",
      hint: "Start a new session for the user who is signed in.",
    });
    await failSession(services, session, "returned", error, actor.request);
    throw error;
  }
  const { grants } = openSecrets(sealer, session, "returned");
  const ready = await readyGrants(services, session, grants);
  const owned = { ...actor, organization: organization_id, workspace: workspace_id };
  const now = clock.now();
  const connectors = await store.transaction(async (db) => {
    const change = { status: "connected" as const, sealed: "" };
    if (!(await moveSession(db, { ...session, status: "returned" }, change, now)))
      throw notConfirmable((await findSession(db, "id", id)) ?? session, now);
    await audit.write(db, "connect.confirm", owned, undefined, { session: id });
    const stored = await storeGrants(db, services, session, ready, owned);
    const outcome = connectedOutcome(stored, grants);
    await moveSession(db, { ...session, status: "connected" }, { outcome: JSON.stringify(outcome) }, now);
    return stored;
  });
  for (const connector of connectors) services.openConnectors.close(connector);
  return (await findSession(store.db, "id", id)) ?? session;
}

function notConfirmable({ status, expires_at }: FoundSession, now: number): ConnectorError {
  const why =
    status === "connected"
      ? "The result of this session was already used."
      : status === "failed"
        ? "This session has failed."
        : expires_at <= now
          ? "This session has expired."
          : "The person has not come back from the platform yet.";
  return new ConnectorError("connect_invalid", why, {
    path: "result",
    hint: "GET /v1/connect/sessions/<id> shows the state of the session.",
  });
}
