import { isDict, type Dict } from "../../ground/json.ts";

/** A table of records. A row with fewer values than columns is empty in the last columns. */
export interface Rows {
  /** The names of the fields. A nested field has a dotted path, as in the param `fields`. */
  columns: string[];
  /** The fields that have one value in all of several records. These fields have no column. */
  every_row?: Dict;
  /**
   * Fields in which an empty cell means false. A field in this list that has no column is false in every record.
   * Absent if there are no such fields.
   */
  false_if_empty?: string[];
  rows: unknown[][];
}

/** Converts records to a table. Returns the list unchanged if it contains anything but records. */
export function rowsOf(items: readonly unknown[]): Rows | readonly unknown[] {
  if (items.length === 0 || !items.every(isDict)) return items;
  const whole = flattened(items as readonly Dict[]);
  const flags = flagsOf(whole);
  const records = whole.map((item) => withoutFalse(item, flags));
  const same = sharedBy(records);
  const columns = columnsOf(records).filter((name) => !Object.hasOwn(same, name));
  return {
    columns,
    ...(Object.keys(same).length === 0 ? {} : { every_row: same }),
    ...(flags.length === 0 ? {} : { false_if_empty: flags }),
    rows: records.map((record) => trimmed(columns.map((name) => record[name] ?? null))),
  };
}

/** A nested record with more fields stays in one cell, because most of its columns would be empty. */
const mostNested = 6;

/** Replaces nested records by their fields, such as `budget.amount`. A record in such a field stays in one cell. */
export function flattened(records: readonly Dict[]): Dict[] {
  const nested = new Set(columnsOf(records).filter((name) => isNested(name, records)));
  return records.map((record) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([name, value]) =>
        nested.has(name)
          ? Object.entries(value ?? {}).map(([inner, one]) => [`${name}.${inner}`, one])
          : [[name, value]],
      ),
    ),
  );
}

/** Returns whether the field is a record with few fields wherever it is present. */
function isNested(name: string, records: readonly Dict[]): boolean {
  const values = records.map((record) => record[name] ?? undefined).filter((value) => value !== undefined);
  if (name.includes(".") || values.length === 0 || !values.every(isDict)) return false;
  const inner = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const isEmpty = values.some((value) => Object.keys(value).length === 0);
  return !isEmpty && inner.length <= mostNested && inner.every((one) => /^\w+$/.test(one));
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

/** Returns the fields that have the same value in all of several records. */
function sharedBy([first, ...others]: readonly Dict[]): Dict {
  if (others.length === 0) return {};
  return Object.fromEntries(
    Object.entries(first!).filter(([name, value]) => {
      const json = JSON.stringify(value);
      return value !== null && others.every((record) => JSON.stringify(record[name]) === json);
    }),
  );
}

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
