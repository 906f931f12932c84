import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { checkColumns } from "./check-columns.ts";
import { checkDates } from "./check-dates.ts";
import { checkFilters, checkGroups } from "./check-groups-and-filters.ts";
import { findReportType } from "./find-report-type.ts";
import type { ReportDefinition } from "./report-definition.ts";
import { splitRange } from "./split-range.ts";

// Amazon accepts many wrong report definitions. Such a report then fails an hour later. The checks here refuse a wrong
// definition at once.

/**
 * Returns the request bodies for a report. If the date range is too long for one report, returns several bodies.
 * @throws ConnectorError `invalid_params` with an issue for every problem
 */
export function planReports(definition: ReportDefinition, now: number): Record<string, unknown>[] {
  const { name, timeUnit, filters } = definition;
  const [reportTypeId, type] = findReportType(definition.reportTypeId);
  const issues: Issue[] = [];
  const groups = checkGroups(definition, type, issues);
  const columns = checkColumns(definition, type, groups, issues);
  checkFilters(definition, groups, issues);
  const range = checkDates(definition, type, now, issues);
  if (!range || issues.length > 0) throw invalidDefinition(reportTypeId, issues);
  const configuration = {
    adProduct: type.adProduct,
    groupBy: groups.map(([group]) => group),
    columns,
    reportTypeId,
    timeUnit,
    format: "GZIP_JSON",
    ...(filters ? { filters } : {}),
  };
  return splitRange(range, type.daysPerReport).map((dates) => ({
    ...(name === undefined ? {} : { name }),
    ...dates,
    configuration,
  }));
}

function invalidDefinition(reportTypeId: string, issues: readonly Issue[]): ConnectorError {
  const listed = issues.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
  return new ConnectorError("invalid_params", `reports: ${listed.join("; ")}.`, {
    path: `params.${issues[0]!.path}`,
    issues,
    hint: `reports.types with reportTypeId ${reportTypeId} lists its groups, columns and filters.`,
  });
}
