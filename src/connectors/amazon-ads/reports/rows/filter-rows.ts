import { ConnectorError } from "../../../../core/ground/errors.ts";
import type { Dict } from "../../../../core/ground/json.ts";

export const operators = ["=", "!=", ">", ">=", "<", "<=", "contains"] as const;

/** One condition of the params `where` and `having`. */
export interface Condition {
  column: string;
  is: (typeof operators)[number];
  value: string | number;
}

/** @throws ConnectorError `invalid_params` if the column has a number and the condition has a text */
export function matches({ column, is, value }: Condition, row: Dict): boolean {
  const found = row[column];
  if (found === undefined || found === null) return is === "!=";
  if (is === "contains") return String(found).toLowerCase().includes(String(value).toLowerCase());
  if (typeof found === "number" && typeof value !== "number")
    throw new ConnectorError(
      "invalid_params",
      `${column} has numbers, such as ${found}, and cannot be compared with the text "${value.slice(0, 60)}".`,
      { path: "params.where", hint: "Pass a number." },
    );
  // Ids are text, so texts such as "12" are not compared as numbers.
  const order =
    typeof found === "number" ? compareValues(found, value) : compareValues(String(found), String(value));
  switch (is) {
    case "=":
      return order === 0;
    case "!=":
      return order !== 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
  }
}

/** Compares numbers as numbers and all other values as text. Missing values come first. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a === undefined || a === null) return b === undefined || b === null ? 0 : -1;
  if (b === undefined || b === null) return 1;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
