import { isDict, type Dict } from "../ground/json.ts";

/** A table of records. If a row has fewer values than there are columns, the last columns of the row are empty. */
export interface Rows {
  columns: string[];
  rows: unknown[][];
}

/** Converts a list of records to a table. Returns an empty list, or a list of other values, unchanged. */
export function rowsOf(items: readonly unknown[]): Rows | readonly unknown[] {
  if (items.length === 0 || !items.every(isDict)) return items;
  const records = items as readonly Dict[];
  const columns = columnsOf(records);
  return { columns, rows: records.map((record) => trimmed(columns.map((name) => record[name] ?? null))) };
}

/**
 * Returns the names of the columns. Frequent names come before rare names, so that few rows have gaps. Equally frequent
 * names keep their order from the records.
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

/** Converts a list of records, or the lists of records inside an object, to tables. */
export function withTables(value: unknown): unknown {
  if (Array.isArray(value)) return rowsOf(value);
  if (!isDict(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTables(one)]));
}
