import { isUsedLately, setLastUsed, updateStatus, type FoundConnector } from "../store/queries/connectors.ts";
import type { Db } from "../store/store.ts";
import { addConnectorEvent } from "../webhooks/events.ts";

const isStoredAsLastError = (code: string) => /^(upstream_|credential_|reauth_|refresh_)/.test(code);

/**
 * Returns the status and error code of a connector after a call, or undefined if the call changes neither. Only a
 * successful call or new credentials end the status `reauth_required`.
 * @param code the code of the call's error
 */
export function statusAfter(
  row: Pick<FoundConnector, "status" | "last_error_code">,
  code: string | undefined,
): Pick<FoundConnector, "status" | "last_error_code"> | undefined {
  if (code !== undefined && !isStoredAsLastError(code)) return undefined;
  const refused = code === "credential_rejected" || code === "reauth_required";
  const status = refused ? "reauth_required" : code === undefined ? "active" : row.status;
  const last_error_code = code ?? null;
  return status === row.status && last_error_code === row.last_error_code
    ? undefined
    : { status, last_error_code };
}

/**
 * Stores the connector's status after a call and, if the status has changed, an event for webhooks. If the credentials
 * were replaced during the call, keeps the status, because the call says nothing about the new credentials.
 */
export async function writeStatus(
  db: Db,
  row: FoundConnector,
  code: string | undefined,
  now: number,
): Promise<void> {
  if (!isUsedLately(row, now)) await setLastUsed(db, row, now);
  const change = statusAfter(row, code);
  if (!change || !(await updateStatus(db, row, change))) return;
  if (change.status === "active") await addConnectorEvent(db, "connector.reconnected", row, now);
  else await addConnectorEvent(db, "connector.reauth_required", row, now, { error_code: code });
}
