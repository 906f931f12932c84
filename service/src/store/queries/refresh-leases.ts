import { sql, type RawBuilder } from "kysely";
import type { Db } from "../store.ts";

/** `now`: the time of the database, because the clocks of replicas can differ. */
export interface LeaseTerm {
  now: RawBuilder<number>;
  leaseMs: number;
}

/**
 * Takes the lease of a token refresh, if nobody else holds it. Returns its fence, or undefined. A fence is greater than
 * the fences of all earlier leases of the same tokens.
 */
export async function takeRefreshLease(
  db: Db,
  { id, holder }: { id: string; holder: string },
  { now, leaseMs }: LeaseTerm,
): Promise<number | undefined> {
  const expires_at = sql<number>`${now} + ${sql.lit(leaseMs)}`;
  const taken = await db
    .insertInto("refresh_leases")
    .values({
      id,
      holder,
      expires_at,
      // The row of an earlier lease may have been deleted, but the tokens still have its fence.
      fence: sql<number>`(select coalesce(max(fence), 0) + 1 from platform_tokens where id = ${id})`,
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ holder, expires_at, fence: sql<number>`refresh_leases.fence + 1` })
        .where((row) =>
          // A process takes a lease only once at a time. If it is the holder already, the response to its last
          // statement was lost.
          row.or([
            row("refresh_leases.expires_at", "<=", now),
            // The clock of the database was set back, for example by a failover.
            row("refresh_leases.expires_at", ">", sql<number>`${now} + ${sql.lit(2 * leaseMs)}`),
            row("refresh_leases.holder", "=", holder),
          ]),
        ),
    )
    .returning("fence")
    .executeTakeFirst();
  return taken?.fence;
}

/** Extends leases, except those that have ended or that somebody else has taken. */
export async function renewRefreshLeases(
  db: Db,
  { ids, holder }: { ids: readonly string[]; holder: string },
  { now, leaseMs }: LeaseTerm,
): Promise<void> {
  await db
    .updateTable("refresh_leases")
    .set({ expires_at: sql<number>`${now} + ${sql.lit(leaseMs)}` })
    .where("holder", "=", holder)
    .where("id", "in", [...ids])
    .where("expires_at", ">", 0)
    .execute();
}

/** Ends a lease. The row stays, because the next lease must have a greater fence. */
export async function endRefreshLease(
  db: Db,
  { id, holder, fence }: { id: string; holder: string; fence: number },
): Promise<void> {
  await db
    .updateTable("refresh_leases")
    .set({ expires_at: 0 })
    .where("id", "=", id)
    .where("holder", "=", holder)
    .where("fence", "=", fence)
    .execute();
}

/** Ends all leases. Call this only if no other process uses the store. */
export async function endAllRefreshLeases(db: Db): Promise<void> {
  await db.updateTable("refresh_leases").set({ expires_at: 0 }).where("expires_at", ">", 0).execute();
}

/** Deletes the expired leases of tokens that no longer exist. */
export async function deleteUnusedRefreshLeases(db: Db, now: RawBuilder<number>): Promise<void> {
  await db
    .deleteFrom("refresh_leases")
    .where("expires_at", "<=", now)
    .where(
      sql<boolean>`not exists (select 1 from platform_tokens where platform_tokens.id = refresh_leases.id)`,
    )
    .execute();
}
