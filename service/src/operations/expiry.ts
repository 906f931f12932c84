import { deleteOldAuditRows } from "../store/queries/audit-rows.ts";
import { deleteExpiredKeys } from "../store/queries/idempotency-keys.ts";
import { deleteUnusedPlatformTokens } from "../store/queries/platform-tokens.ts";
import { deleteOldRequestCounts } from "../store/queries/request-counts.ts";
import { deleteExpiredRevocations } from "../store/queries/revoked-tokens.ts";
import type { Db } from "../store/store.ts";

const dayMs = 86_400_000;

export async function deleteExpired(db: Db, now: number, auditDays: number): Promise<void> {
  await deleteExpiredRevocations(db, now);
  await deleteUnusedPlatformTokens(db, now - dayMs);
  await deleteExpiredKeys(db, now);
  await deleteOldRequestCounts(db, Math.floor(now / 60_000) - 2);
  await deleteOldAuditRows(db, now - auditDays * dayMs);
}
