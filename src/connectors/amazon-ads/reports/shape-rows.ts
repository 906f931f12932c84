import type { Dict } from "../../../core/ground/json.ts";
import { type Condition, compareValues, matches } from "./filter-rows.ts";
import { createRowMerger } from "./merge-rows.ts";

// This module filters, adds up and sorts the rows of a file, and keeps only the first rows. Rows are processed one at a
// time, so the file does not have to fit in memory.

export interface RowOptions {
  where?: readonly Condition[] | undefined;
  /** All rows with the same values in these columns are added up and become one row. */
  sumBy?: readonly string[] | undefined;
  sortBy?: string | undefined;
  order?: "asc" | "desc" | undefined;
  /**
   * The number of rows that the reader has already skipped at the start of the file. If `skip` is set, reading stops
   * after `top` rows, so the rows are not counted, added up or sorted.
   */
  skip?: number | undefined;
  top: number;
}

export interface ShapedRows {
  rows: Dict[];
  /** The row counts. Absent if only a part of the file was read. */
  counts?: {
    /** The number of rows in the file. */
    total: number;
    /** The number of rows that match `where`. */
    matched: number;
    /**
     * The number of rows that remain after rows were added up. The field `rows` contains only the first `top` of these
     * rows.
     */
    merged: number;
  };
  /** The value of `skip` for the next call. The field is absent if the file has no more rows. */
  nextSkip?: number;
  /** The columns that were left out because they cannot be added up. */
  notSummed: string[];
}

export function createRowShaper({ where = [], sumBy, sortBy, order = "desc", skip, top }: RowOptions) {
  let total = 0;
  let matched = 0;
  const kept: Dict[] = [];
  const merger = sumBy && createRowMerger(sumBy);
  const sort = (rows: Dict[]) =>
    sortBy === undefined
      ? rows
      : rows.sort((a, b) => compareValues(a[sortBy], b[sortBy]) * (order === "asc" ? 1 : -1));

  return {
    add(row: Dict): void {
      total++;
      if (!where.every((condition) => matches(condition, row))) return;
      matched++;
      if (merger) return merger.add(row);
      if (sortBy === undefined && kept.length >= top) return;
      kept.push(row);
      // Keep at most twice the requested number of rows, plus 1,000, in memory.
      if (kept.length >= top * 2 + 1000) {
        sort(kept);
        kept.length = top;
      }
    },
    /** Returns true if the rest of the file cannot change the result. */
    isFull: () => skip !== undefined && kept.length >= top,
    finish(): ShapedRows {
      if (skip !== undefined)
        return { rows: kept, notSummed: [], ...(kept.length >= top ? { nextSkip: skip + total } : {}) };
      const rows = merger ? merger.rows() : kept;
      return {
        rows: sort(rows).slice(0, top),
        counts: { total, matched, merged: merger ? rows.length : matched },
        notSummed: merger?.notSummed() ?? [],
      };
    },
  };
}
