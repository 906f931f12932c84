import { ConnectorError } from "../../../../core/ground/errors.ts";
import type { Dict } from "../../../../core/ground/json.ts";

/** @throws ConnectorError `upstream_invalid_response` if the value of a metric is not a number */
export function amountOf(row: Dict, name: string): number {
  const value = row[name];
  if (typeof value === "number") return value;
  if (value === null || value === undefined) return 0;
  throw notANumber(name);
}

export const notANumber = (name: string) =>
  new ConnectorError("upstream_invalid_response", `The column ${name} of the report is not a number.`, {
    hint: "Request the report without this column, or without sumBy.",
    retryable: false,
  });

const decoder = new TextDecoder();

export const parsed = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes)) as unknown;

/** Converts a day such as `2026-01-31` to the number 20260131. */
export const dayOf = (date: unknown): number => Number(String(date).replaceAll("-", "")) || 0;

export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Returns the error for sums that do not fit in memory. `keys`: the columns that identify a sum. */
export const tooManySums = (size: number, keys: readonly string[]) =>
  new ConnectorError(
    "upstream_response_too_large",
    `The report has more than ${size} different values of ${keys.join(", ")}, which do not fit in memory.`,
    {
      hint: "Pass sumBy with fewer columns, or where, or request fewer days. Code can read all rows with reportRows.",
      retryable: false,
    },
  );
