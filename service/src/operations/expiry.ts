import { deleteOldCheckpoints } from "../store/queries/audit-checkpoints.ts";
import { deleteOldAuditRows } from "../store/queries/audit-rows.ts";
import { deleteExpiredSessions } from "../store/queries/connect-sessions.ts";
import { deleteExpiredLongLivedTokens } from "../store/queries/long-lived-tokens.ts";
import { deleteExpiredOperatorSessions } from "../store/queries/operator-sessions.ts";
import { deleteExpiredRecords } from "../store/queries/records.ts";
import { deleteOldRequestCounts } from "../store/queries/request-counts.ts";
import { deleteExpiredRevocations } from "../store/queries/revoked-tokens.ts";
import { deleteUnusedTokens } from "../store/queries/token-records.ts";
import { deleteOldDeliveries } from "../store/queries/webhook-deliveries.ts";
import type { Store } from "../store/store.ts";

export const timeOfStore = async ({ db, now }: Store): Promise<number> =>
  Number((await db.selectNoFrom(now.as("now")).executeTakeFirstOrThrow()).now);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Days for which the payloads and outcomes of webhooks are kept. */
const deliveryDays = 30;

/** @param clockNow the time of this process. If its clock is ahead, the time of the database counts, so nothing is deleted early. */
export async function deleteExpired(store: Store, clockNow: number, auditDays: number): Promise<void> {
  const { db } = store;
  const now = Math.min(clockNow, await timeOfStore(store));
  await deleteExpiredRevocations(db, now);
  await deleteUnusedTokens(store, dayMs);
  await deleteExpiredRecords(store);
  await deleteExpiredSessions(db, now, now - hourMs);
  await deleteExpiredOperatorSessions(db, now);
  await deleteExpiredLongLivedTokens(db, now);
  await deleteOldDeliveries(db, now - deliveryDays * dayMs);
  await deleteOldRequestCounts(db, Math.floor(now / 60_000) - 2);
  await deleteOldAuditRows(db, now - auditDays * dayMs);
  // A checkpoint covers rows of the minutes before it.
  await deleteOldCheckpoints(db, now - auditDays * dayMs - hourMs);
}
