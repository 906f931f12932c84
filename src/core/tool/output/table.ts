import { isDict, type Dict } from "../../ground/json.ts";

/** A table of records. A row with fewer values than columns is empty in the last columns. */
export interface Rows {
  columns: string[];
  rows: unknown[][];
  /**
   * Fields in which an empty cell means false. A field in this list that has no column is false in every record.
   * Absent if there are no such fields.
   */
  false_if_empty?: string[];
}

/** Converts records to a table. Returns the list unchanged if it contains anything but records. */
export function rowsOf(items: readonly unknown[]): Rows | readonly unknown[] {
  if (items.length === 0 || !items.every(isDict)) return items;
  const flags = flagsOf(items as readonly Dict[]);
  const records = items.map((item) => withoutFalse(item as Dict, flags));
  const columns = columnsOf(records);
  const note = flags.length === 0 ? {} : { false_if_empty: flags };
  return {
    columns,
    ...note,
    rows: records.map((record) => trimmed(columns.map((name) => record[name] ?? null))),
  };
}

/** Returns the fields that are true or false in every record, and false in at least one record. */
function flagsOf(records: readonly Dict[]): string[] {
  const isFlag = (name: string) => records.every((record) => typeof record[name] === "boolean");
  const isFalse = (name: string) => records.some((record) => record[name] === false);
  return Object.keys(records[0]!).filter((name) => isFlag(name) && isFalse(name));
}

const withoutFalse = (record: Dict, flags: readonly string[]): Dict =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => value !== false || !flags.includes(name)),
  );

/** Returns the names of all fields. Frequent names come before rare names, so that few rows have gaps. */
export function columnsOf(records: readonly Dict[]): string[] {
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

/** Converts lists of records to tables, also inside objects. */
export function withTables(value: unknown): unknown {
  if (Array.isArray(value)) return rowsOf(value);
  if (!isDict(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTables(one)]));
}
