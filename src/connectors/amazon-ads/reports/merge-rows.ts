import type { Dict } from "../../../core/ground/json.ts";

/**
 * Matches the names of columns that contain averages, shares or settings. The sum of such a column would be
 * meaningless.
 */
const notSummable =
  /rate$|percentage|share|acos|roas|costPer|^eCP|ECP|frequency|viewability|reach|bid$|budgetAmount|^date$|Date$/i;

/**
 * Returns an object that adds up rows. All rows with the same values in the columns `sumBy` become one row, and the
 * numbers of these rows are added up.
 */
export function createRowMerger(sumBy: readonly string[]) {
  const sums = new Map<string, Dict>();
  const notSummed = new Set<string>();

  return {
    add(row: Dict): void {
      const key = JSON.stringify(sumBy.map((name) => row[name] ?? null));
      let sum = sums.get(key);
      if (!sum) {
        sum = Object.fromEntries(sumBy.map((name) => [name, row[name] ?? null]));
        sums.set(key, sum);
      }
      for (const name of Object.keys(row)) {
        const value = row[name];
        if (typeof value !== "number" || sumBy.includes(name)) continue;
        if (notSummable.test(name)) notSummed.add(name);
        else sum[name] = ((sum[name] as number | undefined) ?? 0) + value;
      }
    },
    rows: (): Dict[] => [...sums.values()].map(withRatios),
    /** Returns the columns of numbers that were not added up, because their sums would be meaningless. */
    notSummed: (): string[] => [...notSummed],
  };
}

/** Rounds the sums to remove floating-point errors, and adds the ratios that are computed from the sums. */
function withRatios(sum: Dict): Dict {
  const row: Dict = {};
  for (const [name, value] of Object.entries(sum))
    row[name] = typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value;
  const setRatio = (name: string, part: unknown, whole: unknown, factor = 1) => {
    if (typeof part === "number" && typeof whole === "number" && whole > 0)
      row[name] = Math.round((part / whole) * factor * 1e4) / 1e4;
  };
  const cost = row.cost ?? row.spend;
  setRatio("costPerClick", cost, row.clicks);
  setRatio("clickThroughRate", row.clicks, row.impressions, 100);
  const sales = row.sales14d ?? row.sales;
  setRatio("acos", cost, sales, 100);
  setRatio("roas", sales, cost);
  return row;
}
