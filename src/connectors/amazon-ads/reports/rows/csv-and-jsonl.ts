import { ConnectorError } from "../../../../core/ground/errors.ts";
import { listNames, type Dict } from "../../../../core/ground/json.ts";

type Rows = Iterable<Dict> | AsyncIterable<Dict>;

const jsonLine = (row: Dict): string => `${JSON.stringify(row)}\n`;

/** Writes JSON Lines: one JSON object per line. */
export const toJsonl = (rows: readonly Dict[]): string => rows.map(jsonLine).join("");

/**
 * Yields one line of JSON per row, for example for `pipeline` of `node:stream/promises`. The rows do not have to fit
 * in memory.
 */
export async function* jsonlLines(rows: Rows): AsyncGenerator<string, void, undefined> {
  for await (const row of rows) yield jsonLine(row);
}

/** Returns a cell of CSV. Adds an apostrophe to a text that a spreadsheet would run as a formula. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const raw = typeof value === "string" ? value : JSON.stringify(value);
  const text = /^[=+\-@\t\r]/.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(",")}\r\n`;
const valuesOf = (row: Dict, columns: readonly string[]) => columns.map((name) => row[name]);

/** Writes CSV as in RFC 4180, with all columns that occur in any row. */
export function toCsv(rows: readonly Dict[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [csvLine(columns), ...rows.map((row) => csvLine(valuesOf(row, columns)))].join("");
}

/**
 * Yields a line of CSV for the column names and for each row. Default of `columns`: the columns of the first row,
 * because all rows of a report have the same columns.
 * @throws ConnectorError `invalid_params` if `columns` is absent and a later row has a column that the first row
 * lacks
 */
export async function* csvLines(
  rows: Rows,
  columns?: readonly string[],
): AsyncGenerator<string, void, undefined> {
  let header = columns;
  if (header) yield csvLine(header);
  let index = 0;
  for await (const row of rows) {
    if (!header) yield csvLine((header = Object.keys(row)));
    if (!columns) refuseLateColumns(row, header, index);
    index++;
    yield csvLine(valuesOf(row, header));
  }
}

function refuseLateColumns(row: Dict, header: readonly string[], index: number): void {
  const late = Object.keys(row).filter((name) => !header.includes(name));
  if (late.length > 0)
    throw new ConnectorError(
      "invalid_params",
      `rows[${index}] has columns that the first row lacks: ${listNames(late)}. The header line is written already.`,
      { path: `rows[${index}]`, hint: "Pass the columns to write as `columns`, or use `jsonlLines`." },
    );
}
