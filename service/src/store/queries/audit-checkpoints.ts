import { sql } from "kysely";
import { deleteOlder } from "../delete-older.ts";
import type { Db } from "../store.ts";
import type { AuditCheckpointRow, AuditRow } from "../tables.ts";

/** The greatest number of params of one statement is larger. */
const portion = 500;

export const lastCheckpoint = (db: Db, organization: string): Promise<AuditCheckpointRow | undefined> =>
  db
    .selectFrom("audit_checkpoints")
    .selectAll()
    .where("organization_id", "=", organization)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();

/** Returns the entries of the checkpoints since a time. */
export const entriesSince = async (db: Db, organization: string, since: number): Promise<string[]> =>
  (
    await db
      .selectFrom("audit_checkpoints")
      .select("entries")
      .where("organization_id", "=", organization)
      .where("at", ">=", since)
      .execute()
  ).map(({ entries }) => entries);

/** Stores a checkpoint. Returns false if another process has stored one with this number. */
export async function addCheckpoint(db: Db, row: AuditCheckpointRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("audit_checkpoints")
    .values(row)
    .onConflict((conflict) => conflict.columns(["organization_id", "number"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces the signature of a checkpoint. Returns false if another process has replaced it. */
export async function changeSignature(
  db: Db,
  { organization_id, number, signature: old }: AuditCheckpointRow,
  signature: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("audit_checkpoints")
    .set({ signature })
    .where("organization_id", "=", organization_id)
    .where("number", "=", number)
    .where("signature", "=", old)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns up to `limit` checkpoints with larger numbers, in their order. */
export const checkpointsAfter = (
  db: Db,
  organization: string,
  number: number,
  limit: number,
): Promise<AuditCheckpointRow[]> =>
  db
    .selectFrom("audit_checkpoints")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("number", ">", number)
    .orderBy("number")
    .limit(limit)
    .execute();

export async function deleteOldCheckpoints(db: Db, before: number): Promise<void> {
  for (const organization of await organizationsOf(db, "audit_checkpoints"))
    await deleteOlder(db, "audit_checkpoints", "at", before, sql`organization_id = ${organization}`);
}

/** Returns the ids of audit rows that come after `id`, in their order. */
export const auditIdsAfter = async (
  db: Db,
  organization: string,
  id: string,
  limit: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom("audit")
      .select("id")
      .where("organization_id", "=", organization)
      .where("id", ">", id)
      .orderBy("id")
      .limit(limit)
      .execute()
  ).map((row) => row.id);

export async function auditRowsById(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (let start = 0; start < ids.length; start += portion)
    rows.push(
      ...(await db
        .selectFrom("audit")
        .selectAll()
        .where("organization_id", "=", organization)
        .where("id", "in", ids.slice(start, start + portion))
        .execute()),
    );
  return rows;
}

/** Returns the organizations that have applications, audit rows or checkpoints. */
export async function auditedOrganizations(db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const table of ["applications", "audit", "audit_checkpoints"] as const)
    found.push(...(await organizationsOf(db, table)));
  return [...new Set(found)].toSorted();
}

/** Looks up one row of each organization in the index, because `distinct` would read every row. */
async function organizationsOf(
  db: Db,
  table: "applications" | "audit" | "audit_checkpoints",
): Promise<string[]> {
  const rows = sql.table(table);
  const { rows: found } = await sql<{ id: string }>`
    with recursive organizations(id) as (
      select min(organization_id) from ${rows}
      union all
      select (select min(organization_id) from ${rows} where organization_id > organizations.id)
      from organizations where id is not null
    ) select id from organizations where id is not null`.execute(db);
  return found.map(({ id }) => id);
}

/** Of these workspaces or connectors, returns those that exist. */
export async function existing(
  db: Db,
  table: "workspaces" | "connectors",
  ids: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += portion)
    for (const { id } of await db
      .selectFrom(table)
      .select("id")
      .where("id", "in", ids.slice(start, start + portion))
      .execute())
      found.add(id);
  return found;
}
