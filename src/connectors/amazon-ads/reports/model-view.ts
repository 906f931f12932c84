import type { Dict } from "../../../core/ground/json.ts";
import { rowsOf } from "../../../core/tool/table.ts";

/** A report as a model reads it: the facts about it, then its rows as a table that has its column names once. */
export function viewReport({ rows, ...facts }: Dict): Dict {
  if (!Array.isArray(rows)) return facts;
  const table = rowsOf(rows);
  return "columns" in table ? { ...facts, ...table } : { ...facts, rows: table };
}
