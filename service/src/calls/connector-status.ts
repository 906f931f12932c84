import { updateConnector, updateStatus, type FoundConnector } from "../store/queries/connectors.ts";
import type { Db } from "../store/store.ts";
import { addConnectorEvent } from "../webhooks/events.ts";

/** Errors with these codes are stored in the field `last_error_code` of the connector. */
const isShown = (code: string) => /^(upstream_|credential_|reauth_|refresh_)/.test(code);

/**
 * Returns the new status and error code of a connector after a call, or undefined if both stay the same. `code`: the
 * code of the call's error. If the platform has refused the credentials, the status stays `reauth_required` until a
 * call succeeds or the credentials are replaced.
 */
export function statusAfter(
  row: Pick<FoundConnector, "status" | "last_error_code">,
  code: string | undefined,
): Pick<FoundConnector, "status" | "last_error_code"> | undefined {
  if (code !== undefined && !isShown(code)) return undefined;
  const refused = code === "credential_rejected" || code === "reauth_required";
  const status = refused ? "reauth_required" : code === undefined ? "active" : row.status;
  const last_error_code = code ?? null;
  return status === row.status && last_error_code === row.last_error_code
    ? undefined
    : { status, last_error_code };
}

/**
 * If the status changes, also stores an event for webhooks. If the credentials were replaced during the call, keeps
 * the status, because the call says nothing about the new credentials.
 */
export async function writeStatus(
  db: Db,
  row: FoundConnector,
  code: string | undefined,
  now: number,
): Promise<void> {
  await updateConnector(db, row.id, { last_used_at: now });
  const change = statusAfter(row, code);
  if (!change || !(await updateStatus(db, row, change))) return;
  if (change.status === "active") await addConnectorEvent(db, "connector.reconnected", row, now);
  else await addConnectorEvent(db, "connector.reauth_required", row, now, { error_code: code });
}
