import type { Dict } from "../../../../core/ground/json.ts";
import { type Condition, compareValues, matches } from "./filter-rows.ts";
import { isCost } from "../types/column-kinds.ts";
import { divide, type Ratio } from "./ratios.ts";
import type { RefusedColumn, SumPlan } from "./sum-plan.ts";
import type { Cells } from "./read-cells.ts";
import { createSumTable } from "./sum-table.ts";

// Filters, adds up and sorts rows, and keeps only the first rows. Rows are processed one at a time, so the files do
// not have to fit in memory.

export interface RowOptions {
  /** Conditions for the rows of the report, before rows are added up. */
  where?: readonly Condition[] | undefined;
  /** All rows with the same values in these columns become one row. */
  sumBy?: readonly string[] | undefined;
  /** Conditions for the rows that result from `sumBy`. */
  having?: readonly Condition[] | undefined;
  sortBy?: string | undefined;
  order?: "asc" | "desc" | undefined;
  /**
   * The number of rows that the reader has already skipped at the start of the file. With `skip`, reading stops after
   * `top` rows, so the rows are not counted, added up or sorted.
   */
  skip?: number | undefined;
  top: number;
}

export interface RowPlans {
  /** The plan for merging the rows of several reports that together cover a long date range. */
  merge?: SumPlan | undefined;
  /** The plan for `sumBy`. */
  sums?: SumPlan | undefined;
  /** The ratios of rows that are not added up. */
  ratios?: readonly Ratio[] | undefined;
}

export interface ShapedRows {
  rows: Dict[];
  /** Absent if only a part of the file was read. */
  counts?: {
    /** The number of rows in the files. */
    total: number;
    /** The number of rows that match `where`. */
    matched: number;
    /** The number of rows after rows were added up. `rows` contains only the first `top` of these rows. */
    summed: number;
  };
  /** The value of `skip` for the next call. Absent if the file has no more rows. */
  nextSkip?: number;
  /** The columns that were left out because they cannot be added up. */
  refused: readonly RefusedColumn[];
}

/** With more sums than this, saving memory matters more than speed. */
const manySums = 50_000;

export function createRowShaper(
  { where = [], having = [], sortBy, order = "desc", skip, top }: Omit<RowOptions, "sumBy">,
  { merge, sums, ratios = [] }: RowPlans = {},
) {
  let total = 0;
  let matched = 0;
  const kept = createTopRows({ sortBy, order, top });
  const sumTable = sums && createSumTable(sums);
  const isEarly = ({ column }: Condition) => merge === undefined || merge.keys.includes(column);
  const late = where.filter((condition) => !isEarly(condition));
  const early = where.filter(isEarly);
  // A merge does not change the sums of `sumBy`. With `sumBy`, the rows of several reports are merged only if a
  // condition needs merged rows.
  const mergeTable = merge && (!sums || late.length > 0) ? createSumTable(merge) : undefined;
  const keep = (row: Dict): void => {
    for (const { name, over, under, factor } of ratios)
      if (over !== undefined)
        row[name] = [over, under].some((one) => isCost(one) && (row[one] ?? null) === null)
          ? null
          : divide(Number(row[over] ?? 0), Number(row[under] ?? 0), factor);
    for (const condition of mergeTable ? late : where) if (!matches(condition, row)) return;
    matched++;
    if (sumTable) return sumTable.add(row);
    kept.add(row);
  };

  // Without conditions in `where`, a table reads the cells of each row, so rows need not become objects.
  const direct = where.length === 0 ? (mergeTable ?? sumTable) : undefined;
  return {
    /** Takes the cells of a row, without making an object of the row. Undefined if later steps need objects. */
    cells: direct && {
      columns: direct.columns,
      add(cells: Cells): void {
        total++;
        if (!mergeTable) matched++;
        direct.addCells(cells);
      },
      isLarge: () => direct.size > manySums,
    },
    add(row: Dict): void {
      total++;
      if (!mergeTable) return keep(row);
      if (early.every((condition) => matches(condition, row))) mergeTable.add(row);
    },
    /** Returns true if the rest of the file cannot change the result. */
    isFull: () => skip !== undefined && kept.size() >= top,
    /** The number of rows in memory, without the sums. */
    keptRows: () => kept.size(),
    finish(): ShapedRows {
      if (skip !== undefined)
        return { rows: kept.rows(), refused: [], ...(kept.size() >= top ? { nextSkip: skip + total } : {}) };
      if (mergeTable) for (const row of mergeTable.rows()) keep(row);
      const refused = (sumTable ?? mergeTable)?.refused() ?? [];
      if (!sumTable) return { rows: kept.rows(), counts: { total, matched, summed: matched }, refused };
      const ascending = order === "asc";
      if (having.length === 0) {
        const rows = sumTable.top({ sortBy, ascending, top });
        return { rows, counts: { total, matched, summed: sumTable.size }, refused };
      }
      let summed = 0;
      const found = createTopRows({ sortBy, order, top });
      for (const row of sumTable.rows())
        if (having.every((condition) => matches(condition, row))) {
          summed++;
          found.add(row);
        }
      return { rows: found.rows(), counts: { total, matched, summed }, refused };
    },
  };
}

/** Keeps the first `top` rows in the order of `sortBy`. Without `sortBy`, keeps the rows that come first. */
function createTopRows({ sortBy, order, top }: Pick<RowOptions, "sortBy" | "order" | "top">) {
  let kept: Dict[] = [];
  const sort = () => {
    if (sortBy !== undefined)
      kept.sort((a, b) => compareValues(a[sortBy], b[sortBy]) * (order === "asc" ? 1 : -1));
    kept = kept.slice(0, top);
  };
  return {
    add(row: Dict): void {
      if (sortBy === undefined && kept.length >= top) return;
      kept.push(row);
      // At most twice the requested number of rows, plus 1,000, stay in memory.
      if (kept.length >= top * 2 + 1000) sort();
    },
    size: () => kept.length,
    rows(): Dict[] {
      sort();
      return kept;
    },
  };
}
