import { ConnectorError } from "agent-connectors";
import { oauthApplicationFor } from "../credentials/oauth-applications.ts";
import { toConnectorError } from "../operations/errors-for-callers.ts";
import { findSession, moveSession, type FoundSession } from "../store/queries/connect-sessions.ts";
import { chosenGrants } from "./chosen-grants.ts";
import { callbackName, callbackUrl, publicUrlOf, type ConnectServices } from "./connect-services.ts";
import { connectorToReconnect } from "./connector-to-reconnect.ts";
import { cookieOf, sessionCookieName } from "./cookie.ts";
import { failSession } from "./fail-session.ts";
import { hashOf, newSecretText } from "../credentials/secret-text.ts";
import {
  connectedOutcome,
  openSecrets,
  requestOf,
  sealSecrets,
  type SessionGrant,
} from "./session-content.ts";
import { actorOfSession } from "./start-session.ts";
import { readyGrants, storeGrants } from "./store-grants.ts";

const pollIntervalMs = 250;
const maxPolls = 40;

/**
 * Handles the request with which the platform sends the person back. Only the first request exchanges the code. A
 * repeated request waits for the outcome of the first request.
 * @throws ConnectorError `connect_invalid` if the request does not belong to a session that this browser has started
 */
export async function finishSession(
  services: ConnectServices,
  typeName: string,
  request: Request,
  requestId: string,
): Promise<FoundSession> {
  const { store, clock, concurrencyLimits } = services;
  const query = new URL(request.url).searchParams;
  const session = await findSession(store.db, "state_hash", hashOf(query.get("state") ?? ""));
  if (!session || query.getAll("state").length > 1)
    throw refused("This page does not belong to a connection that was started here.");
  if (callbackName(session.type) !== typeName)
    throw refused("This page belongs to the connection of another platform.");
  const cookie = cookieOf(request, publicUrlOf(services), sessionCookieName(session.id));
  if (cookie === undefined || hashOf(cookie) !== session.cookie_hash)
    throw refused("This connection was started in another browser.");
  const { id, organization_id: organization, workspace_id: workspace } = session;
  return concurrencyLimits.aroundCall({ organization, workspace }, async () => {
    const started = { ...session, status: "started" as const };
    if (!(await moveSession(store.db, started, { status: "exchanging", sealed: "" }, clock.now())))
      return whenFinished(services, id);
    try {
      await keep(services, session, await exchange(services, session, query), requestId);
    } catch (error) {
      const known = toConnectorError(error);
      await failSession(services, session, "exchanging", known, requestId);
      if (known.code === "internal") throw error;
    }
    return (await findSession(store.db, "id", id)) ?? session;
  });
}

/** Exchanges the platform's code, and returns the credentials to store. */
async function exchange(
  services: ConnectServices,
  session: FoundSession,
  query: URLSearchParams,
): Promise<readonly SessionGrant[]> {
  const { store, sealer, typesOf } = services;
  const type = (await typesOf(session.organization_id, session.type)).offered(session.type);
  const application = await oauthApplicationFor(store.db, sealer, session.organization_id, type);
  const { pending } = openSecrets(sealer, session, "started");
  const callback = `${callbackUrl(publicUrlOf(services), type)}?${query}`;
  const issued = await type.finishConnect({ application, pending, callback });
  return chosenGrants(issued, requestOf(session), await connectorToReconnect(store.db, session));
}

/**
 * Stores the credentials as connectors. If the application must confirm the session, keeps the credentials in the session
 * until then.
 */
async function keep(
  services: ConnectServices,
  session: FoundSession,
  grants: readonly SessionGrant[],
  requestId: string,
): Promise<void> {
  const { store, sealer, audit, clock, openConnectors } = services;
  const { id } = session;
  const actor = actorOfSession(session, requestId);
  const now = clock.now();
  if (requestOf(session).confirm) {
    const result = newSecretText();
    const secrets = sealSecrets(sealer, session, "returned", { result, grants });
    const change = { status: "returned" as const, result_hash: hashOf(result), ...secrets };
    return store.transaction(async (db) => {
      if (await moveSession(db, { ...session, status: "exchanging" }, change, now))
        await audit.write(db, "connect.return", actor, undefined, { session: id });
    });
  }
  const ready = await readyGrants(services, session, grants);
  const connectors = await store.transaction(async (db) => {
    if (!(await moveSession(db, { ...session, status: "exchanging" }, { status: "connected" }, now)))
      return [];
    const stored = await storeGrants(db, services, session, ready, actor);
    const outcome = connectedOutcome(stored, grants);
    await moveSession(db, { ...session, status: "connected" }, { outcome: JSON.stringify(outcome) }, now);
    return stored;
  });
  for (const connector of connectors) openConnectors.close(connector);
}

/** Waits, at most ten seconds, until another request has finished the session. */
async function whenFinished({ store, clock }: ConnectServices, id: string): Promise<FoundSession> {
  for (let poll = 0; ; poll++) {
    const found = await findSession(store.db, "id", id);
    const ended = found?.status === "connected" || found?.status === "failed";
    if (!found || (!ended && found.expires_at <= clock.now())) throw refused("This connection has expired.");
    if (found.status !== "exchanging" || poll === maxPolls) return found;
    await clock.sleep(pollIntervalMs);
  }
}

const refused = (message: string) =>
  new ConnectorError("connect_invalid", message, {
    hint: "Go back to the application, ask for a new link, and finish in the same browser.",
  });
