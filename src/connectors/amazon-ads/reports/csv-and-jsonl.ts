import { ConnectorError } from "../../../core/ground/errors.ts";
import { tellNames, type Dict } from "../../../core/ground/json.ts";

type Rows = Iterable<Dict> | AsyncIterable<Dict>;

const jsonLine = (row: Dict): string => `${JSON.stringify(row)}\n`;

/** Rows as lines of JSON. */
export const toJsonl = (rows: readonly Dict[]): string => rows.map(jsonLine).join("");

/** The same line by line, for `pipeline` of `node:stream/promises`: more rows than fit in memory. */
export async function* jsonlLines(rows: Rows): AsyncGenerator<string, void, undefined> {
  for await (const row of rows) yield jsonLine(row);
}

/** A text that a spreadsheet would take for a formula is set off with an apostrophe. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const raw = typeof value === "string" ? value : JSON.stringify(value);
  const text = /^[=+\-@\t\r]/.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(",")}\r\n`;
const valuesOf = (row: Dict, columns: readonly string[]) => columns.map((name) => row[name]);

/** Rows as CSV (RFC 4180), with the columns of all of them. */
export function toCsv(rows: readonly Dict[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [csvLine(columns), ...rows.map((row) => csvLine(valuesOf(row, columns)))].join("");
}

/**
 * The same line by line; without `columns` those of the first row, which the rows of a report all have.
 * @throws ConnectorError `invalid_params` at a row with a column that the first row has not, where none are given
 */
export async function* csvLines(
  rows: Rows,
  columns?: readonly string[],
): AsyncGenerator<string, void, undefined> {
  let names = columns;
  if (names) yield csvLine(names);
  let count = 0;
  for await (const row of rows) {
    if (!names) yield csvLine((names = Object.keys(row)));
    if (!columns) allNamed(row, names, count);
    count++;
    yield csvLine(valuesOf(row, names));
  }
}

function allNamed(row: Dict, names: readonly string[], index: number): void {
  const late = Object.keys(row).filter((name) => !names.includes(name));
  if (late.length > 0)
    throw new ConnectorError(
      "invalid_params",
      `rows[${index}] has columns that the first row has not: ${tellNames(late)}. The line of headers is written already.`,
      { path: `rows[${index}]`, hint: "Pass the columns to write as `columns`, or use `jsonlLines`." },
    );
}
