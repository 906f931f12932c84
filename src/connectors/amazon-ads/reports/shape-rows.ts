import type { Dict } from "../../../core/ground/json.ts";

// What becomes of the rows before anybody sees them: filtered, added up, sorted and cut, one row at a time.

export interface Shape {
  where?: readonly Condition[] | undefined;
  /** Rows with the same values in these columns become one. */
  sumBy?: readonly string[] | undefined;
  sortBy?: string | undefined;
  order?: "asc" | "desc" | undefined;
  /** Rows of the file that were left out: the rest of it is not read once `top` are found. Not with sumBy or sortBy. */
  skip?: number | undefined;
  top: number;
}
export interface Condition {
  column: string;
  is: "=" | "!=" | ">" | ">=" | "<" | "<=" | "contains";
  value: string | number;
}

export interface Shaped {
  rows: Dict[];
  /** How much there is, where all of the file was read. */
  counts?: {
    /** Rows in the file, and those that `where` let through. */
    total: number;
    matched: number;
    /** Rows after adding up, of which `rows` are the first. */
    groups: number;
  };
  /** The `skip` that goes on from here, where the file has not ended. */
  next?: number;
  /** Columns that cannot be added up, and were left out. */
  dropped: string[];
}

export function createShaper({ where = [], sumBy, sortBy, order = "desc", skip, top }: Shape) {
  let total = 0;
  let matched = 0;
  const kept: Dict[] = [];
  const sums = new Map<string, Dict>();
  const dropped = new Set<string>();
  const sort = (rows: Dict[]) =>
    sortBy === undefined
      ? rows
      : rows.sort((a, b) => compare(a[sortBy], b[sortBy]) * (order === "asc" ? 1 : -1));

  return {
    add(row: Dict): void {
      total++;
      if (!where.every((condition) => holds(condition, row))) return;
      matched++;
      if (sumBy) return addUp(row, sumBy, sums, dropped);
      if (sortBy === undefined && kept.length >= top) return;
      kept.push(row);
      // Never more than twice what is wanted in memory.
      if (kept.length >= top * 2 + 1000) {
        sort(kept);
        kept.length = top;
      }
    },
    /** Nothing that is still in the file would change what is answered. */
    full: () => skip !== undefined && kept.length >= top,
    done(): Shaped {
      if (skip !== undefined)
        return { rows: kept, dropped: [], ...(kept.length >= top ? { next: skip + total } : {}) };
      const rows = sumBy ? [...sums.values()].map(finish) : kept;
      return {
        rows: sort(rows).slice(0, top),
        counts: { total, matched, groups: sumBy ? sums.size : matched },
        dropped: [...dropped],
      };
    },
  };
}

/** Averages, shares and settings: their sum means nothing. */
const noSum =
  /rate$|percentage|share|acos|roas|costPer|^eCP|ECP|frequency|viewability|reach|bid$|budgetAmount|^date$|Date$/i;

function addUp(row: Dict, by: readonly string[], sums: Map<string, Dict>, dropped: Set<string>): void {
  const key = JSON.stringify(by.map((name) => row[name] ?? null));
  let sum = sums.get(key);
  if (!sum) {
    sum = Object.fromEntries(by.map((name) => [name, row[name] ?? null]));
    sums.set(key, sum);
  }
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (typeof value !== "number" || by.includes(name)) continue;
    if (noSum.test(name)) dropped.add(name);
    else sum[name] = ((sum[name] as number | undefined) ?? 0) + value;
  }
}

/** Sums without the dust of floating point, and the ratios that the sums give. */
function finish(sum: Dict): Dict {
  const out: Dict = {};
  for (const [name, value] of Object.entries(sum))
    out[name] = typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value;
  const ratio = (name: string, part: unknown, whole: unknown, factor = 1) => {
    if (typeof part === "number" && typeof whole === "number" && whole > 0)
      out[name] = Math.round((part / whole) * factor * 1e4) / 1e4;
  };
  const cost = out.cost ?? out.spend;
  ratio("costPerClick", cost, out.clicks);
  ratio("clickThroughRate", out.clicks, out.impressions, 100);
  const sales = out.sales14d ?? out.sales;
  ratio("acos", cost, sales, 100);
  ratio("roas", sales, cost);
  return out;
}

function holds({ column, is, value }: Condition, row: Dict): boolean {
  const found = row[column];
  if (found === undefined || found === null) return is === "!=";
  if (is === "contains") return String(found).toLowerCase().includes(String(value).toLowerCase());
  // Ids are text, and stay so.
  const order = typeof found === "number" ? found - Number(value) : compare(String(found), String(value));
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

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a === undefined || a === null) return b === undefined || b === null ? 0 : -1;
  if (b === undefined || b === null) return 1;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
