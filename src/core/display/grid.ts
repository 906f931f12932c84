import { isDict, type Dict } from "../ground/json.ts";
import { columnsOf } from "../tool/output/table.ts";
import { mostRows } from "./shown.ts";

/** A table, of which a notebook shows at most `mostRows` rows. */
export interface Grid {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
  /** The number of all rows, including the rows that are left out. */
  total: number;
}

/** Converts a list of records, or a table of `columns` and `rows`, to a grid. Returns undefined for other values. */
export function gridOf(value: unknown, most = mostRows): Grid | undefined {
  if (isTable(value) && Object.keys(value).every((name) => tableKeys.has(name))) {
    const { columns, every_row: same = {}, rows } = value;
    const shared = Object.values(same);
    return {
      columns: [...columns, ...Object.keys(same)],
      rows: rows.slice(0, most).map((row) => [...columns.map((_name, index) => row[index]), ...shared]),
      total: rows.length,
    };
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every(isDict)) return undefined;
  const records = value.slice(0, most) as Dict[];
  const columns = columnsOf(records);
  return {
    columns,
    rows: records.map((record) =>
      columns.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined)),
    ),
    total: value.length,
  };
}

/** Returns the fields of a record. If the record contains a table and other fields, the table becomes the last field. */
export function fieldsOf(record: Dict): [name: string, value: unknown][] {
  if (!isTable(record)) return Object.entries(record);
  const { columns, every_row, rows, ...others } = record;
  return [...Object.entries(others), ["rows", { columns, ...(every_row ? { every_row } : {}), rows }]];
}

const tableKeys: ReadonlySet<string> = new Set(["columns", "every_row", "rows"]);

const isTable = (value: unknown): value is { columns: string[]; every_row?: Dict; rows: unknown[][] } =>
  isDict(value) &&
  Array.isArray(value.columns) &&
  value.columns.every((name) => typeof name === "string") &&
  Array.isArray(value.rows) &&
  value.rows.every(Array.isArray);

export const countOf = (count: number, name: string): string => `${count} ${name}${count === 1 ? "" : "s"}`;

/** Returns a value on one line. Nested values become JSON. */
export function inline(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  if (!Array.isArray(value) && !isDict(value))
    return `(${Object.prototype.toString.call(value).slice(8, -1)})`;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    // A connector of another package can return a value that is not JSON, such as a bigint.
    return "(not JSON)";
  }
}
