import { isDict, type Dict } from "../ground/json.ts";

/** Records as a table: the names once, then the values of each. A row may be shorter than the names: the rest is empty. */
export interface Rows {
  columns: string[];
  rows: unknown[][];
}

/** Records as rows, whatever fields each has; a list of anything else, or of nothing, as it is. */
export function rowsOf(items: readonly unknown[]): Rows | readonly unknown[] {
  if (items.length === 0 || !items.every(isDict)) return items;
  const records = items as readonly Dict[];
  const columns = columnsOf(records);
  return { columns, rows: records.map((record) => trimmed(columns.map((name) => record[name] ?? null))) };
}

/**
 * The names that most records have first, so that few rows need an empty place; else in the order of the records: a
 * name that only a later one has stands behind those that it follows there.
 */
function columnsOf(records: readonly Dict[]): string[] {
  const columns: string[] = [];
  const known = new Map<string, number>();
  for (const record of records) {
    let after = -1;
    for (const name of Object.keys(record)) {
      if (known.has(name)) after = columns.indexOf(name);
      else columns.splice(++after, 0, name);
      known.set(name, (known.get(name) ?? 0) + 1);
    }
  }
  return columns.sort((one, other) => known.get(other)! - known.get(one)!);
}

function trimmed(row: unknown[]): unknown[] {
  const last = row.findLastIndex((value) => value !== null);
  return row.slice(0, last + 1);
}

/** A record whose lists of records are tables. */
export function withTables(value: unknown): unknown {
  if (Array.isArray(value)) return rowsOf(value);
  if (!isDict(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTables(one)]));
}
