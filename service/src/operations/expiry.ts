import { deleteOldAuditRows } from "../store/queries/audit-rows.ts";
import { deleteExpiredStates } from "../store/queries/call-states.ts";
import { deleteExpiredSessions } from "../store/queries/connect-sessions.ts";
import { deleteExpiredKeys } from "../store/queries/idempotency-keys.ts";
import { deleteExpiredOperatorSessions } from "../store/queries/operator-sessions.ts";
import { deleteUnusedPlatformTokens } from "../store/queries/platform-tokens.ts";
import { deleteOldRequestCounts } from "../store/queries/request-counts.ts";
import { deleteExpiredRevocations } from "../store/queries/revoked-tokens.ts";
import { deleteOldSpendTotals } from "../store/queries/spend-totals.ts";
import { deleteOldDeliveries } from "../store/queries/webhook-deliveries.ts";
import { deleteUnusedRefreshLeases } from "../store/queries/refresh-leases.ts";
import type { Store } from "../store/store.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Days for which spending totals are kept. One is too few, because a day ends at different times around the world. */
const totalsDays = 3;

/** Days for which the payloads and outcomes of webhooks are kept. */
const deliveryDays = 30;

export async function deleteExpired(
  { db, now: databaseNow }: Store,
  now: number,
  auditDays: number,
): Promise<void> {
  await deleteExpiredRevocations(db, now);
  await deleteUnusedPlatformTokens(db, now - dayMs);
  await deleteUnusedRefreshLeases(db, databaseNow);
  await deleteExpiredKeys(db, now);
  await deleteExpiredStates(db, now);
  await deleteExpiredSessions(db, now, now - hourMs);
  await deleteExpiredOperatorSessions(db, now);
  await deleteOldSpendTotals(db, now - totalsDays * dayMs);
  await deleteOldDeliveries(db, now - deliveryDays * dayMs);
  await deleteOldRequestCounts(db, Math.floor(now / 60_000) - 2);
  await deleteOldAuditRows(db, now - auditDays * dayMs);
}
