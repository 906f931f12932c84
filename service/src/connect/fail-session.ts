import type { ConnectorError } from "agent-connectors";
import { moveSession, type FoundSession } from "../store/queries/connect-sessions.ts";
import type { ConnectSessionRow } from "../store/tables.ts";
import type { ConnectServices } from "./connect-services.ts";
import type { ConnectOutcome } from "./session-content.ts";
import { actorOfSession } from "./start-session.ts";

/** Ends a session with an error, and erases its secrets. The connector to reconnect, if any, stays unchanged. */
export async function failSession(
  { store, audit, clock }: ConnectServices,
  session: FoundSession,
  status: ConnectSessionRow["status"],
  { code, message, hint }: ConnectorError,
  requestId: string,
): Promise<void> {
  const error = hint === undefined ? { code, message } : { code, message, hint };
  const outcome: ConnectOutcome = { connectors: [], error };
  const change = { status: "failed" as const, sealed: "", outcome: JSON.stringify(outcome) };
  await store.transaction(async (db) => {
    if (await moveSession(db, { ...session, status }, change, clock.now()))
      await audit.write(db, "connect.fail", actorOfSession(session, requestId), undefined, {
        session: session.id,
        code,
      });
  });
}
