import type { Dict } from "../../../core/ground/json.ts";

/** One condition of the param `where`. */
export interface Condition {
  column: string;
  is: "=" | "!=" | ">" | ">=" | "<" | "<=" | "contains";
  value: string | number;
}

export function matches({ column, is, value }: Condition, row: Dict): boolean {
  const found = row[column];
  if (found === undefined || found === null) return is === "!=";
  if (is === "contains") return String(found).toLowerCase().includes(String(value).toLowerCase());
  // Texts are compared as text, even if they look like numbers, because ids are text.
  const order =
    typeof found === "number" ? found - Number(value) : compareValues(String(found), String(value));
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
