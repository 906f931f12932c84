import type { CallStateRow } from "../call-state-row.ts";
import type { Db } from "../store.ts";

type StateId = Pick<CallStateRow, "organization_id" | "connector_id" | "key">;

const ofId = ({ organization_id, connector_id, key }: StateId) => ({ organization_id, connector_id, key });

/** Returns a state that has not expired. */
export const findState = (db: Db, id: StateId, now: number): Promise<CallStateRow | undefined> =>
  db
    .selectFrom("call_states")
    .selectAll()
    .where((eb) => eb.and(ofId(id)))
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Adds a state. Returns false, and changes nothing, if there is a state that has not expired. */
export async function addState(db: Db, row: CallStateRow, now: number): Promise<boolean> {
  const { sealed, key_id, version, expires_at } = row;
  const added = await db
    .insertInto("call_states")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["connector_id", "key"])
        .doUpdateSet({ sealed, key_id, version, expires_at })
        .where("call_states.expires_at", "<=", now),
    )
    .returning("version")
    .executeTakeFirst();
  return added !== undefined;
}

/** Replaces a state that still has the version `before`. Returns whether it was replaced. */
export async function replaceState(db: Db, row: CallStateRow, before: string, now: number): Promise<boolean> {
  const { sealed, key_id, version, expires_at } = row;
  const { numUpdatedRows } = await db
    .updateTable("call_states")
    .set({ sealed, key_id, version, expires_at })
    .where((eb) => eb.and(ofId(row)))
    .where("version", "=", before)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes a state that still has this version. Returns whether it was deleted. */
export async function deleteState(db: Db, id: StateId, version: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("call_states")
    .where((eb) => eb.and(ofId(id)))
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteStatesOfConnector(db: Db, connector: string): Promise<void> {
  await db.deleteFrom("call_states").where("connector_id", "=", connector).execute();
}

export async function deleteExpiredStates(db: Db, now: number): Promise<void> {
  await db.deleteFrom("call_states").where("expires_at", "<=", now).execute();
}

export async function countStatesOfKey(db: Db, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("call_states")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId)
    .executeTakeFirstOrThrow();
  return count;
}
