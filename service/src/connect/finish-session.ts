import { ConnectorError } from "agent-connectors";
import { oauthApplicationFor } from "../credentials/oauth-applications.ts";
import { toConnectorError } from "../operations/errors-for-callers.ts";
import { findSession, moveSession, type FoundSession } from "../store/queries/connect-sessions.ts";
import { chosenGrants } from "./chosen-grants.ts";
import { callbackUrl, publicUrlOf, type ConnectServices } from "./connect-services.ts";
import { connectorToReconnect } from "./connector-to-reconnect.ts";
import { failSession } from "./fail-session.ts";
import { hashOf, newSecretText } from "./secret-text.ts";
import { cookieHashOf } from "./session-cookie.ts";
import {
  openSecrets,
  requestOf,
  sealSecrets,
  type ConnectOutcome,
  type SessionGrant,
} from "./session-content.ts";
import { actorOfSession } from "./start-session.ts";
import { readyGrants, storeGrants } from "./store-grants.ts";

/**
 * While another request finishes the session, this request reads the session every `lookMs` milliseconds, at most
 * `looks` times.
 */
const [lookMs, looks] = [250, 40];

/**
 * Handles the request with which the platform sends the person back. Exchanges the code once. A repeated request
 * waits for the outcome of the first request. Returns the session with its outcome.
 * @throws ConnectorError `connect_invalid` if the request does not belong to a session that this browser has started
 */
export async function finishSession(
  services: ConnectServices,
  typeName: string,
  request: Request,
  requestId: string,
): Promise<FoundSession> {
  const { store, sealer, clock, concurrencyLimits } = services;
  const query = new URL(request.url).searchParams;
  const session = await findSession(store.db, "state_hash", hashOf(query.get("state") ?? ""));
  if (!session || query.getAll("state").length > 1)
    throw refused("This page does not belong to a connection that was started here.");
  if (session.type !== typeName) throw refused("This page belongs to the connection of another platform.");
  if (cookieHashOf(request, publicUrlOf(services), session.id) !== session.cookie_hash)
    throw refused("This connection was started in another browser.");
  const { id, organization_id, workspace_id } = session;
  const started = { id, status: "started" as const };
  return concurrencyLimits.aroundCall(undefined, workspace_id, async () => {
    if (!(await moveSession(store.db, started, { status: "exchanging", sealed: "" }, clock.now())))
      return firstOutcome();
    const grants = await exchange().catch(async (error: unknown) => {
      await failSession(services, session, "exchanging", toConnectorError(error), requestId);
      return undefined;
    });
    if (grants) await keep(grants);
    return (await findSession(store.db, "id", id)) ?? session;
  });

  async function exchange(): Promise<readonly SessionGrant[]> {
    const type = services.types.find(typeName, "connector_type");
    const application = await oauthApplicationFor(store.db, sealer, organization_id, type);
    const { pending } = openSecrets(sealer, session!, "started");
    const callback = `${callbackUrl(publicUrlOf(services), type)}?${query}`;
    const issued = await type.finishConnect({ application, pending, callback });
    return chosenGrants(issued, requestOf(session!), await connectorToReconnect(store.db, session!));
  }

  /**
   * If there is a return address, keeps the credentials in the session until the application confirms the session.
   * Otherwise, creates or reconnects the connectors at once.
   */
  async function keep(grants: readonly SessionGrant[]): Promise<void> {
    const exchanging = { id, status: "exchanging" as const };
    const actor = actorOfSession(session!, requestId);
    if (requestOf(session!).return_url !== undefined) {
      const result = newSecretText();
      await store.transaction(async (db) => {
        const secrets = sealSecrets(sealer, session!, "returned", { result, grants });
        const change = { status: "returned" as const, result_hash: hashOf(result), ...secrets };
        if (await moveSession(db, exchanging, change, clock.now()))
          await services.audit.write(db, "connect.return", actor, undefined, { session: id });
      });
      return;
    }
    const ready = await readyGrants(services, session!, grants);
    let connectors: readonly string[] = [];
    await store.transaction(async (db) => {
      if (!(await moveSession(db, exchanging, { status: "connected" }, clock.now()))) return;
      connectors = await storeGrants(db, services, session!, ready, actor);
      const outcome: ConnectOutcome = { connectors, account: grants[0]?.name };
      await moveSession(db, { id, status: "connected" }, { outcome: JSON.stringify(outcome) }, clock.now());
    });
    for (const connector of connectors) services.openConnectors.close(connector);
  }

  async function firstOutcome(): Promise<FoundSession> {
    for (let look = 0; ; look++) {
      const now = await findSession(store.db, "id", id);
      if (!now || (now.expires_at <= clock.now() && now.status !== "connected" && now.status !== "failed"))
        throw refused("This connection has expired.");
      if (now.status !== "exchanging" || look === looks) return now;
      await clock.sleep(lookMs);
    }
  }
}

const refused = (message: string) =>
  new ConnectorError("connect_invalid", message, {
    hint: "Go back to the application, ask for a new link, and finish in the same browser.",
  });
