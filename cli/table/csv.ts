import type { Result } from "../../src/core/contract/result.ts";
import { fieldsOf, inline } from "../../src/core/display/grid.ts";
import { isDict } from "../../src/core/ground/json.ts";
import { tableOf } from "./record-lines.ts";
import { shownData } from "./shown-data.ts";

/**
 * Writes data as CSV (RFC 4180). Nested fields have dotted names. Times, numbers and texts stay as they are.
 * A record that contains a table, such as a report, is this table.
 */
export function csvOf(pages: readonly Result[]): string {
  const data = shownData(pages);
  if (Array.isArray(data) && data.length === 0) return "";
  // A list of texts, such as ids, becomes a column.
  const records = [data].flat().map((one) => (isDict(one) ? one : { value: one }));
  const { columns, rows } = tableOf(data) ?? tableIn(data) ?? tableOf(records)!;
  return [columns, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

const tableIn = (data: unknown) => {
  const tables = isDict(data) ? fieldsOf(data).flatMap(([, value]) => tableOf(value) ?? []) : [];
  return tables.length === 1 ? tables[0] : undefined;
};

function field(value: unknown): string {
  const text = inline(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
