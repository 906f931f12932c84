import { sql, type RawBuilder } from "kysely";
import { compiledOnce, compileOnce } from "../compiled-once.ts";
import { deleteOlder } from "../delete-older.ts";
import { timeOf } from "../dialect.ts";
import type { RecordRow } from "../record-row.ts";
import type { Db, Store } from "../store.ts";
import { isFirstDone, type Change } from "../write-together.ts";

/** A database or a transaction, and the time of the database for a statement. */
export interface RecordsDb extends Pick<Store, "kind" | "now"> {
  db: Db;
}

export type RecordOwner = Pick<RecordRow, "organization_id" | "connector_id">;
type RecordId = RecordOwner & Pick<RecordRow, "key">;
export type NewRecord = RecordId & Pick<RecordRow, "sealed" | "key_id" | "version">;

const ofId = ({ organization_id, connector_id, key }: RecordId) => ({ organization_id, connector_id, key });

/**
 * A record has also expired if the clock of the database was set back, for example by a failover, by more than the lifetime
 * of the record. Otherwise, the lease of a killed process would last until the clock has caught up.
 */
const isAlive = (now: RawBuilder<number>) => sql<boolean>`(records.expires_at is null
  or (records.expires_at > ${now} and 2 * records.updated_at - records.expires_at < ${now}))`;

const idNames = ["organization_id", "connector_id", "key"] as const;

const find = compiledOnce<RecordId, RecordRow>(idNames, (db, id) =>
  db
    .selectFrom("records")
    .selectAll()
    .where((eb) => eb.and(ofId(id)))
    .where(isAlive(timeOf(db))),
);

/** Returns a record that has not expired. */
export async function findRecord(
  { db }: RecordsDb,
  { organization_id, connector_id, key }: RecordId,
): Promise<RecordRow | undefined> {
  const [found] = await find(db, { organization_id, connector_id, key });
  return found;
}

type Written = NewRecord & { ttlMs: number | null };

const newNames = [...idNames, "sealed", "key_id", "version", "ttlMs"] as const;

const changeOf = (db: Db, { sealed, key_id, version, ttlMs }: Written) => ({
  sealed,
  key_id,
  version,
  updated_at: timeOf(db),
  expires_at: sql<number | null>`${timeOf(db)} + cast(${ttlMs} as bigint)`,
});

const insert = compileOnce<Written, { version: string }>(newNames, (db, row) =>
  db
    .insertInto("records")
    .values({ ...ofId(row), ...changeOf(db, row) })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "connector_id", "key"])
        .doUpdateSet(changeOf(db, row))
        .where(sql<boolean>`not ${isAlive(timeOf(db))}`),
    )
    .returning("version"),
);

const insertLater = compileOnce<Written, { version: string }>(newNames, (db, row) => {
  const values = { ...ofId(row), ...changeOf(db, row) };
  const names = Object.keys(values) as (keyof typeof values)[];
  return db
    .insertInto("records")
    .columns(names)
    .expression(
      db.selectNoFrom(names.map((name) => typed(name, values[name]).as(name))).where(isFirstDone(db)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("version");
});

/** Without a type, PostgreSQL takes the parameters of such a statement for texts. */
const typed = (name: string, value: unknown) =>
  name.endsWith("_at") ? sql`cast(${value} as bigint)` : sql`cast(${value} as text)`;

const update = compileOnce<Written & { before: string }, { version: string }>(
  [...newNames, "before"],
  (db, row) =>
    db
      .updateTable("records")
      .set(changeOf(db, row))
      .where((eb) => eb.and({ ...ofId(row), version: row.before }))
      .where(isAlive(timeOf(db)))
      .returning("version"),
);

const writtenOf = (row: NewRecord, ttlSeconds: number | undefined): Written => ({
  ...row,
  ttlMs: ttlSeconds === undefined ? null : Math.round(ttlSeconds * 1000),
});

/**
 * Returns the change that writes a record whose version is still `before`. If `before` is undefined, the change writes a record
 * only if there is none that has not expired.
 */
export function recordChange(
  db: Db,
  row: NewRecord,
  before: string | undefined,
  ttlSeconds: number | undefined,
): Change {
  const written = writtenOf(row, ttlSeconds);
  return before === undefined ? insert(db, written) : update(db, { ...written, before });
}

/** Returns the change that writes a record with a key that no other record has, together with an earlier change. */
export const laterRecord = (db: Db, row: NewRecord, ttlSeconds: number | undefined): Change =>
  insertLater(db, writtenOf(row, ttlSeconds));

/** Deletes a record that still has this version. Returns whether it was deleted. */
export async function deleteRecord({ db, now }: RecordsDb, id: RecordId, version: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("records")
    .where((eb) => eb.and({ ...ofId(id), version }))
    .where(isAlive(now))
    .returning("version")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Returns the keys that start with `prefix` and come after `after`, in the order of their characters' codes. */
export async function recordKeys(
  { db, now, kind }: RecordsDb,
  { organization_id, connector_id }: RecordOwner,
  prefix: string,
  after: string,
  limit: number,
): Promise<string[]> {
  // Without a collation, the order of PostgreSQL depends on the language of the database.
  const key = sql<string>`${sql.raw(kind === "postgres" ? 'key collate "C"' : "key")}`;
  const rows = await db
    .selectFrom("records")
    .select("key")
    .where((eb) => eb.and({ organization_id, connector_id }))
    .where(sql<boolean>`substr(key, 1, ${sql.lit(prefix.length)}) = ${prefix}`)
    .where(sql<boolean>`${key} > ${after}`)
    .where(isAlive(now))
    .orderBy(key)
    .limit(limit)
    .execute();
  return rows.map((row) => row.key);
}

export async function deleteRecordsOfConnector(db: Db, owner: RecordOwner): Promise<void> {
  const { organization_id, connector_id } = owner;
  await db
    .deleteFrom("records")
    .where((eb) => eb.and({ organization_id, connector_id }))
    .execute();
  // Nobody can end the stop of a connector that is gone.
  await deleteSharedRecords(db, organization_id, `stops/connector/${connector_id}`);
}

/** Deletes the records that all connectors of an organization share, and whose keys start with `prefix`. */
export async function deleteSharedRecords(db: Db, organization_id: string, prefix: string): Promise<void> {
  await db
    .deleteFrom("records")
    .where((eb) => eb.and({ organization_id, connector_id: "" }))
    .where(sql<boolean>`substr(key, 1, ${sql.lit(prefix.length)}) = ${prefix}`)
    .execute();
}

/** Returns idempotency keys of an earlier release that are not encrypted for their place yet. */
export const oldAnswers = (db: Db, limit: number): Promise<RecordRow[]> =>
  db
    .selectFrom("records")
    .selectAll()
    .where("key_id", "=", "")
    .where("key", "like", "answers/%")
    .limit(limit)
    .execute();

/** Deletes the records whose time is over. A record that is only dead because a clock was set back stays until then. */
export const deleteExpiredRecords = ({ db, now }: RecordsDb): Promise<void> =>
  deleteOlder(db, "records", "expires_at", sql`${now} + 1`);

/** Ends all leases. Call this only if no other process uses the store. */
export async function deleteLeases(db: Db): Promise<void> {
  await db.deleteFrom("records").where("key", "like", "leases/%").execute();
}

/**
 * Returns the encrypted records whose data keys are not encrypted with the master key `keyId`, in the order of their ids. The ids are
 * greater than the id of `after`.
 */
export const recordsOfOtherKeys = (
  db: Db,
  keyId: string,
  after: RecordId | undefined,
  limit: number,
): Promise<RecordRow[]> =>
  db
    .selectFrom("records")
    .selectAll()
    .where("key_id", "not in", [keyId, ""])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(organization_id, connector_id, key) > (${after!.organization_id}, ${after!.connector_id}, ${after!.key})`,
      ),
    )
    .orderBy("organization_id")
    .orderBy("connector_id")
    .orderBy("key")
    .limit(limit)
    .execute();

/** Stores the same value in another envelope. If the value was replaced meanwhile, stores nothing and returns false. */
export async function changeRecordSealing(
  db: Db,
  row: RecordRow,
  change: Pick<RecordRow, "sealed" | "key_id"> & Partial<RecordRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("records")
    .set(change)
    .where((eb) => eb.and({ ...ofId(row), version: row.version, sealed: row.sealed }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function countRecordsOfMasterKey(db: Db, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("records")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId)
    .executeTakeFirstOrThrow();
  return count;
}
