import type { DayTotals } from "agent-connectors";
import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";

type SpendTotals = Tables["spend_totals"];
type TotalsId = Pick<SpendTotals, "organization_id" | "id">;

const noTotals: DayTotals = { amounts: {}, reserved: {} };

/** Returns the totals, and locks them until the transaction `db` ends. If there are no totals, adds empty totals. */
export async function lockSpendTotals(
  db: Db,
  { organization_id, id }: TotalsId,
  now: number,
): Promise<DayTotals> {
  const { totals } = await db
    .insertInto("spend_totals")
    .values({ organization_id, id, totals: JSON.stringify(noTotals), updated_at: now })
    // The update changes nothing, but in PostgreSQL it waits for other transactions and locks an existing row.
    .onConflict((conflict) => conflict.columns(["organization_id", "id"]).doUpdateSet({ id }))
    .returning("totals")
    .executeTakeFirstOrThrow();
  return JSON.parse(totals) as DayTotals;
}

export async function writeSpendTotals(
  db: Db,
  { organization_id, id }: TotalsId,
  totals: DayTotals,
  now: number,
): Promise<void> {
  await db
    .updateTable("spend_totals")
    .set({ totals: JSON.stringify(totals), updated_at: now })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

/** Deletes the totals that no call has changed since `before`. */
export async function deleteOldSpendTotals(db: Db, before: number): Promise<void> {
  await db.deleteFrom("spend_totals").where("updated_at", "<", before).execute();
}
