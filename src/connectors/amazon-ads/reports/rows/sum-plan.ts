import { isMoney, kindOf, ownersOf } from "../types/column-kinds.ts";
import type { Configuration } from "../types/report-definition.ts";
import { type Ratio, ratioOf, usualRatios } from "./ratios.ts";
import { reportType } from "../types/report-types.ts";

/** A plan for adding up rows. All rows with the same values in the columns `keys` become one row, called a sum. */
export interface SumPlan {
  keys: readonly string[];
  /** The columns that are added. */
  metrics: readonly string[];
  /** The ratios that are computed from the sums. */
  ratios: readonly Ratio[];
  /** The columns with names and states. A sum has the latest value of each. */
  attributes: readonly string[];
  /** Whether the names and states can be left out if there are very many sums. */
  canDropAttributes?: boolean | undefined;
  /** The column with the currency, and the columns with amounts of money. Absent if the currency is a key. */
  currency?: { column: string; money: readonly string[] } | undefined;
  /** The first and the last day of all rows, by column, such as `startDate`. */
  period?: Readonly<Record<string, string>> | undefined;
  /** The column for the number of added rows. */
  count?: string | undefined;
  /** The column with the day of a row, in a daily report. */
  date?: string | undefined;
  /** The columns that cannot be added, with the reasons. The sums do not have these columns. */
  refused: readonly RefusedColumn[];
}

export interface RefusedColumn {
  column: string;
  reason: string;
}

const reasons = {
  unique: "counts people or is a frequency",
  modelled: "is an estimate",
  ratio: "is an average, and the report lacks the columns to compute it again",
  unknown: "is of an unknown kind",
} as const;

/** Returns the columns that cannot be added, with the reasons. */
export function refusedColumns(columns: readonly string[], keys: readonly string[] = []): RefusedColumn[] {
  const known = new Set(columns);
  return columns.flatMap((column) => {
    if (keys.includes(column)) return [];
    const kind = kindOf(column) ?? "unknown";
    if (kind === "ratio" && ratioOf(column, known)) return [];
    return kind in reasons ? [{ column, reason: reasons[kind as keyof typeof reasons] }] : [];
  });
}

/** Plans the sums of the param `sumBy`. `computed`: more ratios that the caller has requested. */
export function planSums(
  columns: readonly string[],
  sumBy: readonly string[],
  computed: readonly string[] = [],
): SumPlan {
  const known = new Set(columns);
  const rest = columns.filter((column) => !sumBy.includes(column));
  const ratios = [
    ...rest.flatMap((column) => (kindOf(column) === "ratio" ? (ratioOf(column, known) ?? []) : [])),
    ...computed.flatMap((column) => ratioOf(column, known) ?? []),
    ...usualRatios(rest),
  ];
  return {
    keys: sumBy,
    ...sumsOf(rest),
    ratios: ratios.filter(({ name }, index) => ratios.findIndex((one) => one.name === name) === index),
    attributes: rest.filter((column) => ownersOf(column).some((id) => sumBy.includes(id))),
    date: rest.includes("date") ? "date" : undefined,
    refused: refusedColumns(columns, sumBy),
  };
}

/** Plans the merge of several reports with the time unit SUMMARY, one for each part of a long date range. */
export function planMerge(
  configuration: Configuration,
  period: { startDate: string; endDate: string },
): SumPlan {
  const { columns } = configuration;
  const known = new Set(columns);
  const keys = [...new Set([...rowKeyOf(configuration), ...columns.filter(isKey)])];
  const rest = columns.filter((column) => !keys.includes(column));
  return {
    keys,
    ...sumsOf(rest),
    ratios: rest.flatMap((column) => (kindOf(column) === "ratio" ? (ratioOf(column, known) ?? []) : [])),
    attributes: rest.filter((column) => kindOf(column) === "attribute"),
    period: Object.fromEntries(
      rest.flatMap((column) =>
        kindOf(column) === "time" ? [[column, /end/i.test(column) ? period.endDate : period.startDate]] : [],
      ),
    ),
    refused: refusedColumns(columns, keys),
  };
}

/** Plans the count of an export's rows. The numbers in these rows are settings, so they are not added. */
export const countBy = (keys: readonly string[]): SumPlan => ({
  keys,
  metrics: [],
  ratios: [],
  attributes: [],
  count: "records",
  refused: [],
});

const isKey = (column: string) => kindOf(column) === "dimension" || kindOf(column) === "currency";

function sumsOf(columns: readonly string[]): Pick<SumPlan, "metrics" | "currency"> {
  const metrics = columns.filter((column) => kindOf(column) === "metric");
  const column = columns.find((one) => kindOf(one) === "currency");
  const money = metrics.filter(isMoney);
  return {
    metrics,
    currency: column === undefined || money.length === 0 ? undefined : { column, money },
  };
}

/**
 * Returns the columns that identify a row of the report, besides the date. Returns an empty result for an unknown
 * report type.
 */
export function rowKeyOf({
  reportTypeId,
  groupBy,
}: Pick<Configuration, "reportTypeId" | "groupBy">): string[] {
  const groups = reportType(reportTypeId)?.groups ?? {};
  return [...new Set(groupBy.flatMap((name) => (Object.hasOwn(groups, name) ? groups[name]!.rowKey : [])))];
}
