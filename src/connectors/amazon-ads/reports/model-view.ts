import { isDict, type Dict } from "../../../core/ground/json.ts";
import { rowsOf } from "../../../core/tool/table.ts";

/** Characters of rows that a model sees. The rest of the result still fits into the usual budget. */
const maxCharacters = 10_000;

/** A report as a model reads it: a table that has its column names once, with as many rows as fit. */
export function viewReport({ rows, ...rest }: Dict): Dict {
  if (!Array.isArray(rows)) return rest;
  const records = rows.filter(isDict);
  let count = 0;
  let length = 0;
  for (const row of records) {
    length += JSON.stringify(Object.values(row)).length + 1;
    if (length > maxCharacters) break;
    count++;
  }
  const table = rowsOf(records.slice(0, count));
  return {
    ...rest,
    ...("columns" in table ? { columns: table.columns, rows: table.rows } : { rows: [] }),
    ...(count < records.length
      ? {
          rows_shown: count,
          hint: "More rows than fit here: request fewer columns, use sumBy or where, or a smaller top.",
        }
      : {}),
  };
}
