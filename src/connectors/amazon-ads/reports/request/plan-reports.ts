import { ConnectorError, type Issue } from "../../../../core/ground/errors.ts";
import { checkColumns } from "./check-columns.ts";
import { checkDates } from "./check-dates.ts";
import { checkFilters, checkGroups } from "./check-groups-and-filters.ts";
import { checkRowOptions } from "./check-row-options.ts";
import { findReportType } from "../types/find-report-type.ts";
import type { Configuration, ReportDefinition, ReportType } from "../types/report-definition.ts";
import type { RowOptions } from "../rows/shape-rows.ts";
import { planSums, refusedColumns, rowKeyOf } from "../rows/sum-plan.ts";
import { uncheckedType } from "../types/unchecked-type.ts";
import { dayMs, isoDate } from "../../dates/days.ts";

// Amazon accepts many wrong report definitions, but such a report fails an hour later. These checks refuse a wrong
// definition at once.

interface PlanOptions {
  now: number;
  /** Whether to send report types, groups, columns and filters that the connector does not know. */
  unchecked: boolean;
  /** Whether the rows of several reports will be merged. */
  merges: boolean;
}

/** `computed`: the columns that the connector computes from the requested columns. */
export interface PlannedReports {
  bodies: Record<string, unknown>[];
  configuration: Configuration;
  computed: string[];
}

/**
 * Plans the requests for a report. A date range that is too long for one report needs several requests.
 * @throws ConnectorError `invalid_params` with an issue for every problem
 */
export function planReports(
  definition: ReportDefinition & Partial<RowOptions>,
  { now, unchecked, merges }: PlanOptions,
): PlannedReports {
  const { name, timeUnit, filters, sumBy } = definition;
  const [reportTypeId, type] =
    (unchecked ? uncheckedType(definition) : undefined) ?? findReportType(definition.reportTypeId);
  const issues: Issue[] = [];
  const groups = checkGroups(definition, type, { issues, unchecked });
  if (!unchecked && !type.timeUnits.includes(timeUnit))
    issues.push({ path: "timeUnit", message: `this report has ${type.timeUnits.join(", ")}` });
  const range = checkDates(definition, type, now, issues);
  const ranges = range ? splitRange(range, type.daysPerReport) : [];
  const hasMerge = merges && timeUnit === "SUMMARY" && ranges.length > 1;
  const adds = hasMerge || sumBy !== undefined;
  const { columns, computed } = checkColumns(definition, type, groups, { issues, unchecked, adds });
  if (!unchecked) checkFilters(definition, groups, issues);
  const configuration = {
    adProduct: type.adProduct,
    groupBy: groups.map(([group]) => group),
    columns,
    reportTypeId,
    timeUnit,
    format: "GZIP_JSON",
    ...(filters ? { filters } : {}),
  };
  if (issues.length === 0)
    issues.push(
      ...checkRowOptions(
        definition,
        new Set([...columns, ...computed]),
        sumBy && planSums(columns, sumBy, computed),
      ),
    );
  if (hasMerge && issues.length === 0)
    issues.push(...mergeIssues(definition, configuration, type, ranges.length));
  if (sumBy && issues.length === 0)
    issues.push(
      ...refusedColumns(columns, sumBy).map(({ column, reason }) => ({
        path: pathOf(definition, column),
        message: `${column} cannot be added up, because it ${reason}. Leave it out, or leave out sumBy`,
      })),
    );
  if (issues.length > 0) throw invalidDefinition(reportTypeId, issues);
  return {
    bodies: ranges.map((dates) => ({ ...(name === undefined ? {} : { name }), ...dates, configuration })),
    configuration,
    computed,
  };
}

/** Returns an issue for every column whose values cannot be merged across several reports. */
function mergeIssues(
  definition: ReportDefinition,
  configuration: Configuration,
  { daysPerReport, timeUnits }: ReportType,
  reports: number,
): Issue[] {
  const instead = `${timeUnits.includes("DAILY") ? "Pass timeUnit DAILY, or a" : "Pass a"} range of at most ${daysPerReport} days`;
  const unknownKey = rowKeyOf(configuration).length === 0;
  return [
    ...(unknownKey
      ? [
          {
            path: "endDate",
            message: `the rows of ${reports} reports of this type cannot be matched. ${instead}`,
          },
        ]
      : []),
    ...refusedColumns(configuration.columns).map(({ column, reason }) => ({
      path: pathOf(definition, column),
      message: `${column} of ${reports} reports cannot be merged, because it ${reason}. ${instead}`,
    })),
  ];
}

const pathOf = ({ columns = [] }: ReportDefinition, column: string): string =>
  columns.includes(column) ? `columns[${columns.indexOf(column)}]` : "columns";

const isDate = (path: string): boolean => path === "startDate" || path === "endDate";

function invalidDefinition(reportTypeId: string, issues: readonly Issue[]): ConnectorError {
  const listed = issues.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
  return new ConnectorError("invalid_params", `reports: ${listed.join("; ")}.`, {
    path: `params.${issues[0]!.path}`,
    issues,
    hint: issues.every(({ path }) => isDate(path))
      ? "Correct startDate and endDate, in the format YYYY-MM-DD."
      : `reports.types with reportTypeId ${reportTypeId} lists its groups, columns and filters.`,
  });
}

/** Splits a date range into ranges of at most `maxDays` days. A range includes both its first and its last day. */
export function splitRange(
  { start, end }: { start: number; end: number },
  maxDays = Infinity,
): { startDate: string; endDate: string }[] {
  const ranges = [];
  for (let first = start; first <= end; first += maxDays * dayMs) {
    const last = Math.min(end, first + (maxDays - 1) * dayMs);
    ranges.push({ startDate: isoDate(first), endDate: isoDate(last) });
  }
  return ranges;
}
