import type { Dict } from "../../../../core/ground/json.ts";
import { rowsOf } from "../../../../core/tool/output/table.ts";

/** Converts the rows to a table that contains each column name only once. */
export function viewReport({ rows, ...facts }: Dict): Dict {
  if (!Array.isArray(rows)) return facts;
  const table = rowsOf(rows);
  return "columns" in table ? { ...facts, ...table } : { ...facts, rows: table };
}
