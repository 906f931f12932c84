import { ConnectorError } from "agent-connectors";
import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";
import { transactionsOf } from "../transactions.ts";
import { listIds, openPath, placeOf, rowCheck, type RowCheck, type RowOwner } from "./list-path.ts";
import {
  entryOf,
  hasExpired,
  idOf,
  nameOf,
  type ProtectedRow,
  type ProtectedTable,
} from "./protected-tables.ts";
import type { RowList } from "./row-list.ts";
import { signedRow } from "./signed-list.ts";

/** Changes the entries of one list, after the rows were changed. */
export interface ListChange extends RowCheck {
  set<Table extends ProtectedTable>(table: Table, row: ProtectedRow<Table>): void;
  /** `id`: see `idOf`. */
  remove(table: ProtectedTable, id: string): void;
  /** Checks all rows of a table that the list has. `rows` must be these rows. */
  checkAll<Table extends ProtectedTable>(table: Table, rows: readonly ProtectedRow<Table>[]): void;
  /** Returns the number of entries of a table that have not expired. */
  count(table: ProtectedTable): number;
}

/**
 * Changes protected rows of an owner, and their list, in one transaction. Transactions that change rows of the same
 * organization run one after the other. `run` gets the list of the user or, without a workspace, of the organization.
 * @throws ConnectorError `internal` if somebody has changed the list outside the service
 */
export const changeRows = <T>(
  given: Db,
  owner: RowOwner,
  run: (db: Db, list: ListChange) => Promise<T>,
): Promise<T> =>
  inTransaction(given, async (db) => {
    const { protection } = db;
    const path = openPath(protection, owner, await lockedContents(db, owner));
    const list = path.at(-1)!;
    const entries = new Map(list.entries);
    const now = protection.now();
    const isExpired = (entry: string | number | undefined) =>
      typeof entry === "string" && hasExpired(entry, now);
    let changed = false;
    const namesOf = (table: ProtectedTable) =>
      [...entries.keys()].filter((name) => name.startsWith(nameOf(table, "")));
    const check = rowCheck(protection, owner, { ...list, entries });
    const result = await run(db, {
      ...check,
      checkAll(table, rows) {
        for (const row of rows) check.check(table, row);
        const found = new Set(rows.map((row) => nameOf(table, idOf(table, row))));
        for (const name of namesOf(table))
          if (!found.has(name)) check.checkAbsent(table, name.slice(nameOf(table, "").length));
      },
      set(table, row) {
        const [name, entry] = [nameOf(table, idOf(table, row)), entryOf(table, row)];
        changed ||= entries.get(name) !== entry;
        entries.set(name, entry);
      },
      remove(table, id) {
        changed = entries.delete(nameOf(table, id)) || changed;
      },
      count: (table) => namesOf(table).filter((name) => !isExpired(entries.get(name))).length,
    });
    if (changed) {
      for (const [name, entry] of entries) if (isExpired(entry)) entries.delete(name);
      await writePath(db, owner, [...path.slice(0, -1), { ...list, entries }]);
    }
    return result;
  });

const inTransaction = <T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? run(db) : transactionsOf(db)(run);

/** Locks the list of an organization until the transaction ends. Returns the content of the list. */
export async function lockOrganization(db: Db, organization: string): Promise<string | null> {
  // The update changes nothing, but it waits for other transactions and locks the row.
  const locked = await db
    .updateTable("row_lists")
    .set((eb) => ({ key_id: eb.ref("key_id") }))
    .where("id", "=", organization)
    .returning("content")
    .executeTakeFirst();
  return locked?.content ?? null;
}

/** Locks the list of the organization until the transaction ends. Returns the contents of the lists on the path. */
async function lockedContents(db: Db, owner: RowOwner): Promise<(string | null)[]> {
  const [first, ...others] = listIds(owner) as [string, ...string[]];
  const locked = await lockOrganization(db, first);
  if (others.length === 0) return [locked];
  const rows = await db.selectFrom("row_lists").select(["id", "content"]).where("id", "in", others).execute();
  const contents = new Map(rows.map(({ id, content }) => [id, content]));
  return [locked, ...others.map((id) => contents.get(id) ?? null)];
}

/** Stores the lists of a path with a new version. Each list also gets the version of the list below it. */
async function writePath(db: Db, owner: RowOwner, path: readonly RowList[]): Promise<void> {
  const ids = listIds(owner);
  const version = path[0]!.version + 1;
  const rows = path.map(({ entries }, index) => {
    const isLast = index === path.length - 1;
    const changed = isLast ? entries : new Map([...entries, [placeOf(ids[index + 1]!), version] as const]);
    const id = { id: ids[index]!, organization: owner.organization };
    return signedRow(db.protection, id, { version, entries: changed });
  });
  await writeLists(db, rows);
}

export async function writeLists(db: Db, rows: readonly Tables["row_lists"][]): Promise<void> {
  await db
    .insertInto("row_lists")
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        key_id: eb.ref("excluded.key_id"),
        content: eb.ref("excluded.content"),
      })),
    )
    .execute();
}

/** Deletes the list of a user whose rows were deleted. `db` must be a transaction. */
export async function deleteUserList(db: Db, owner: Required<RowOwner>): Promise<void> {
  const path = openPath(db.protection, owner, await lockedContents(db, owner));
  const ids = listIds(owner);
  const above = path.at(-2)!;
  const entries = new Map(above.entries);
  entries.delete(placeOf(ids.at(-1)!));
  await db.deleteFrom("row_lists").where("id", "=", ids.at(-1)!).execute();
  await writePath(db, owner, [...path.slice(0, -2), { ...above, entries }]);
}

/**
 * Changes one row, unless `change` returns undefined. Checks the row first, so that a row which somebody has changed
 * does not become valid. Returns the changed row.
 */
export const changeRow = <Table extends ProtectedTable>(
  db: Db,
  table: Table,
  owner: RowOwner,
  id: string,
  change: (row: Tables[Table]) => Partial<Tables[Table]> | undefined,
): Promise<Tables[Table] | undefined> =>
  changeRows(db, owner, async (db, list) => {
    const found = await db
      .selectFrom(table as "applications")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    if (!found) return undefined;
    const row = found as unknown as Tables[Table];
    list.check(table, row as never);
    const changes = change(row);
    if (!changes) return undefined;
    await db
      .updateTable(table as "applications")
      .set(changes as never)
      .where("id", "=", id)
      .execute();
    const changed = { ...row, ...changes };
    list.set(table, changed as never);
    return changed;
  });

/**
 * Creates the list of an organization, if the organization is new.
 * @throws ConnectorError `config_error` if the organization has rows, but no list
 */
export async function ensureOrganizationList(db: Db, organization: string): Promise<void> {
  const list = db.selectFrom("row_lists").select("id").where("id", "=", organization);
  if (await list.executeTakeFirst()) return;
  const rows = db.selectFrom("applications").select("id").where("organization_id", "=", organization);
  if (await rows.limit(1).executeTakeFirst())
    throw new ConnectorError("config_error", "The rows of this organization are not protected.", {
      hint: "Run: agent-connectors-service keys protect",
    });
  const { protection } = db;
  const empty = { version: protection.now(), entries: new Map() };
  await writeLists(db, [signedRow(protection, { id: organization, organization }, empty)]);
}
