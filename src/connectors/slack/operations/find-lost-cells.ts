import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import { type Find, inDoubt, isOlder, listAt, onlyNew, sameText } from "./send-or-find.ts";

/**
 * Finds out whether all cells of a write to a list show their new values.
 * https://docs.slack.dev/reference/methods/slackLists.items.info
 */
export const findCells =
  (list_id: string, cells: readonly Dict[]): Find =>
  async (read, since) => {
    const ids = new Set(cells.map(({ row_id }) => String(row_id)));
    const rows = await (ids.size > maxSingleRows ? fromPages : oneByOne)(read, list_id, ids);
    if (rows.size < ids.size) return undefined;
    if (cells.every((cell) => isShown(cell, rows.get(String(cell.row_id))))) return { record: { list_id } };
    const times = [...rows.values()].map((row) => Number(stringAt(row, "updated_timestamp")));
    return { unchanged: times.every((time) => isOlder(time, since)) };
  };

interface NewItem {
  list_id: string;
  initial_fields?: readonly Dict[] | undefined;
  parent_item_id?: string | undefined;
  duplicated_item_id?: string | undefined;
}

/**
 * Finds the item that a write created: the only new item of the token's user with these cells. The cells of a copied
 * item are unknown.
 */
export const findItem =
  (item: NewItem, { once }: Pick<RunContext, "once">): Find =>
  async (read, since) => {
    const { list_id, initial_fields: cells = [], parent_item_id: parent, duplicated_item_id: source } = item;
    const user = stringAt((await once("auth.test")).body, "user_id");
    if (user === undefined || source !== undefined) return inDoubt;
    const rows: Dict[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const body = await read("slackLists.items.list", { list_id, limit: 100, cursor });
      rows.push(...listAt(body, "items"));
      cursor = stringAt(body, "response_metadata.next_cursor") || undefined;
      if (cursor === undefined) break;
    }
    // Another new item could be on a page that was not read.
    if (cursor !== undefined) return inDoubt;
    const equal = rows.filter(
      (row) =>
        row.created_by === user &&
        stringAt(row, "parent_record_id") === parent &&
        cells.every((cell) => isShown(cell, row)),
    );
    return onlyNew(equal, "date_created", since);
  };

type Read = Parameters<Find>[0];
type Rows = Map<string, Dict>;

/** Slack allows only 20 requests per minute for single rows. */
const maxSingleRows = 5;
const maxPages = 5;

async function oneByOne(read: Read, list_id: string, ids: ReadonlySet<string>): Promise<Rows> {
  const rows: Rows = new Map();
  for (const id of ids) {
    const row = at(await read("slackLists.items.info", { list_id, id }), "record");
    if (isDict(row)) rows.set(id, row);
  }
  return rows;
}

async function fromPages(read: Read, list_id: string, ids: ReadonlySet<string>): Promise<Rows> {
  const rows: Rows = new Map();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && rows.size < ids.size; page++) {
    const body = await read("slackLists.items.list", { list_id, limit: 100, cursor });
    for (const row of listAt(body, "items")) if (ids.has(String(row.id))) rows.set(String(row.id), row);
    cursor = stringAt(body, "response_metadata.next_cursor");
    if (cursor === undefined) break;
  }
  return rows;
}

/** Returns whether a row shows the value of a cell. Both have the value under the same key, such as `date`. */
function isShown({ row_id: _row, column_id, ...values }: Dict, row: Dict | undefined): boolean {
  const field = listAt(row, "fields").find((one) => one.column_id === column_id);
  const asked = Object.entries(values);
  return asked.length > 0 && asked.every(([key, value]) => shows(asList(field?.[key]), asList(value)));
}

const asList = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());

/** Compares two values. Ignores fields that Slack adds to objects, such as `block_id`. */
function shows(shown: unknown, asked: unknown): boolean {
  if (Array.isArray(asked))
    return (
      Array.isArray(shown) &&
      shown.length === asked.length &&
      asked.every((one, index) => shows(shown[index], one))
    );
  if (isDict(asked))
    return isDict(shown) && Object.entries(asked).every(([key, one]) => shows(shown[key], one));
  // The new value of a message cell is a link. Slack returns an object with this link in `value`.
  return sameText(isDict(shown) ? shown.value : shown, asked);
}
