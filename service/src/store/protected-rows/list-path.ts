import { sql, type RawBuilder } from "kysely";
import { idOf, nameOf, entryOf, type ProtectedRow, type ProtectedTable } from "./protected-tables.ts";
import { refuse, type Protection } from "./protection.ts";
import type { RowList } from "./row-list.ts";
import { readList } from "./signed-list.ts";

/** The organization and, for rows of a user, the workspace that a row belongs to. */
export interface RowOwner {
  organization: string;
  workspace?: string | null | undefined;
}

// The last characters of a workspace's id are random, so they divide the users evenly.
const start = 33;
const lengths = [1, 3] as const;

/** Returns the ids of the lists on the path to the rows of an owner. */
export function listIds({ organization, workspace }: RowOwner): readonly string[] {
  if (workspace === null || workspace === undefined) return [organization];
  const parts = lengths.map((length) => `${organization}/${workspace.slice(start, start + length)}`);
  return [organization, ...parts, workspace];
}

/** Returns the place of a list below the list of the next higher level. */
export const placeOf = (id: string): string => `list/${id}`;

/** The contents of the lists on a path. A list that does not exist is null. */
export interface ListColumns {
  list_0: string | null;
  list_1?: string | null;
  list_2?: string | null;
  list_3?: string | null;
}

const names = ["list_0", "list_1", "list_2", "list_3"] as const;

/** Returns the column with the content of one list. `index`: the level of the list. */
export const listColumn = (id: RawBuilder<string>, index: number) =>
  sql<string | null>`(select content from row_lists where id = ${id})`.as(names[index]!);

/** Returns columns with the lists of an owner, for a query that reads protected rows of this owner. */
export const listsOf = (owner: RowOwner) => listIds(owner).map((id, index) => listColumn(sql`${id}`, index));

/**
 * Returns columns with the lists of each row's owner.
 * @param table a table of the query, whose rows belong to users
 * @param column the column with the id of the workspace
 */
export function listsOfRows(table: string, column = "workspace_id") {
  const organization = sql<string>`${sql.ref(`${table}.organization_id`)}`;
  const workspace = sql<string>`${sql.ref(`${table}.${column}`)}`;
  const parts = lengths.map(
    (length) =>
      sql<string>`${organization} || '/' || substr(${workspace}, ${sql.lit(start + 1)}, ${sql.lit(length)})`,
  );
  return [organization, ...parts, workspace].map(listColumn);
}

/** Returns a column with the list of each row's organization. */
export const listOfOrganization = (table: string) =>
  listColumn(sql<string>`${sql.ref(`${table}.organization_id`)}`, 0);

/** Separates the lists from the other columns of a row. */
export function withoutLists<Row extends object>(
  found: Row & Partial<ListColumns>,
): { row: Omit<Row, keyof ListColumns>; contents: readonly (string | null)[] } {
  const { list_0, list_1, list_2, list_3, ...row } = found;
  const contents = [list_0, list_1, list_2, list_3].filter((one) => one !== undefined);
  return { row, contents };
}

const emptyList: RowList = { version: 0, entries: new Map() };

/**
 * Returns the lists on the path to the rows of an owner, after checking their signatures and versions.
 * @param contents the contents of the lists, read in one statement
 * @throws ConnectorError `internal` if a list was changed, deleted or put back outside the service
 */
export function openPath(
  protection: Protection,
  owner: RowOwner,
  contents: readonly (string | null)[],
): readonly RowList[] {
  const { organization } = owner;
  const path: RowList[] = [];
  for (const [index, id] of listIds(owner).entries()) {
    const given = contents[index] ?? null;
    const parent = path.at(-1);
    const version = parent?.entries.get(placeOf(id));
    const wrong = (reason: string): never => refuse(protection, { name: placeOf(id), organization, reason });
    if (given === null && parent && version === undefined) {
      path.push(emptyList);
      continue;
    }
    if (given === null) return wrong(parent ? "was deleted" : "does not exist: the rows are not protected");
    const list = readList(protection, { id, organization }, given);
    if (!list) return wrong("has a wrong signature");
    if (parent && list.version !== version) return wrong("is an older state");
    if (!parent && !protection.seen.accept(organization, list.version, protection.now()))
      return wrong("is an older state of the organization");
    path.push(list);
  }
  return path;
}

/** Checks rows against one list. Every function throws a ConnectorError `internal` if somebody has changed the row. */
export interface RowCheck {
  /** Checks a row that was found. */
  check<Table extends ProtectedTable>(table: Table, row: ProtectedRow<Table>): void;
  /** Checks that there is no row, because none was found. `id`: see `idOf`. */
  checkAbsent(table: ProtectedTable, id: string): void;
}

export function rowCheck(protection: Protection, { organization }: RowOwner, list: RowList): RowCheck {
  const wrong = (name: string, reason: string) => refuse(protection, { name, organization, reason });
  return {
    check(table, row) {
      const name = nameOf(table, idOf(table, row));
      const entry = list.entries.get(name);
      if (entry === undefined) wrong(name, "was not written by the service");
      if (entry !== entryOf(table, row)) wrong(name, "was changed");
    },
    checkAbsent(table, id) {
      const name = nameOf(table, id);
      if (list.entries.has(name)) wrong(name, "was deleted");
    },
  };
}

/** The checks for the rows of an organization and, if the owner names a workspace, for the rows of this user. */
export interface OwnerCheck {
  organization: RowCheck;
  user: RowCheck;
}

/** @throws ConnectorError `internal` */
export const checkOf = (
  protection: Protection,
  owner: RowOwner,
  contents: readonly (string | null)[],
): OwnerCheck => checksOf(protection, owner, openPath(protection, owner, contents));

/** @param path the result of `openPath` */
export function checksOf(protection: Protection, owner: RowOwner, path: readonly RowList[]): OwnerCheck {
  const [first] = path as [RowList];
  return {
    organization: rowCheck(protection, owner, first),
    user: rowCheck(protection, owner, path.length > 1 ? path.at(-1)! : emptyList),
  };
}
