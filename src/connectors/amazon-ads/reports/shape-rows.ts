import type { Dict } from "../../../core/ground/json.ts";
import { type Condition, compareValues, matches } from "./filter-rows.ts";
import { createRowMerger } from "./merge-rows.ts";

// Rows are filtered, added up, sorted and cut one at a time, so that a file of any size fits in memory.

export interface RowOptions {
  where?: readonly Condition[] | undefined;
  /** Rows with the same values in these columns become one. */
  sumBy?: readonly string[] | undefined;
  sortBy?: string | undefined;
  order?: "asc" | "desc" | undefined;
  /**
   * How many rows of the file the reader has skipped. With `skip`, reading stops after `top` rows, so that nothing is
   * counted, added up or sorted.
   */
  skip?: number | undefined;
  top: number;
}

export interface ShapedRows {
  rows: Dict[];
  /** Absent if only a part of the file was read. */
  counts?: {
    /** Rows in the file. */
    total: number;
    /** Rows that `where` keeps. */
    matched: number;
    /** Rows after `sumBy`. `rows` holds the first of them. */
    merged: number;
  };
  /** The `skip` of the next call, unless the file has ended. */
  nextSkip?: number;
  /** Columns that cannot be added up. They were left out. */
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
      // Bounds the memory: at most twice the rows that are wanted.
      if (kept.length >= top * 2 + 1000) {
        sort(kept);
        kept.length = top;
      }
    },
    /** True if the rest of the file cannot change the result. */
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
