import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { nearest, sameName } from "../../../core/ground/similar-names.ts";
import { checkColumns } from "./check-columns.ts";
import type { ReportGroups, ReportParams, ReportType } from "./report-definition.ts";
import { reportTypes } from "./report-types.ts";
import { checkDates } from "./split-range.ts";

/** The bodies to send: one, or several where the range is longer than one report may be. */
export function planReports(params: ReportParams, now: number): Record<string, unknown>[] {
  const [reportTypeId, type] = findType(params.reportTypeId);
  const issues: Issue[] = [];
  const groups = checkGroups(params, type, issues);
  const columns = checkColumns(params, type, groups, issues);
  checkFilters(params, groups, issues);
  const ranges = checkDates(params, type, now, issues);
  if (issues.length > 0) {
    const told = issues.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
    throw new ConnectorError("invalid_params", `reports: ${told.join("; ")}.`, {
      path: `params.${issues[0]!.path}`,
      issues,
      hint: `reports.types with reportTypeId ${reportTypeId} tells its groups, columns and filters.`,
    });
  }
  return ranges.map(([startDate, endDate]) => ({
    ...(params.name === undefined ? {} : { name: params.name }),
    startDate,
    endDate,
    configuration: {
      adProduct: type.adProduct,
      groupBy: groups.map(([name]) => name),
      columns,
      reportTypeId,
      timeUnit: params.timeUnit,
      format: "GZIP_JSON",
      ...(params.filters ? { filters: params.filters } : {}),
    },
  }));
}

/** A kind of report by its name, in whatever letters. @throws ConnectorError `invalid_params` */
export function findType(asked: string): [string, ReportType] {
  const all: Readonly<Record<string, ReportType>> = reportTypes;
  const names = Object.keys(all);
  const name = sameName(asked, names);
  if (name !== undefined) return [name, all[name]!];
  const near = nearest(asked, names);
  throw new ConnectorError("invalid_params", `There is no report "${asked.slice(0, 60)}".`, {
    path: "params.reportTypeId",
    hint: `${near ? `Did you mean ${near}? ` : ""}Reports: ${names.join(", ")}.`,
  });
}

export function checkGroups({ groupBy }: ReportParams, type: ReportType, issues: Issue[]): ReportGroups {
  const names = Object.keys(type.groups);
  return (groupBy ?? names.slice(0, 1)).flatMap((name, index): ReportGroups => {
    if (Object.hasOwn(type.groups, name)) return [[name, type.groups[name]!]];
    issues.push({ path: `groupBy[${index}]`, message: `this report is grouped by ${names.join(", ")}` });
    return [];
  });
}

export function checkFilters({ filters = [] }: ReportParams, groups: ReportGroups, issues: Issue[]): void {
  const known = Object.assign({}, ...groups.map(([, group]) => group.filters)) as Record<
    string,
    readonly string[]
  >;
  for (const [index, { field, values }] of filters.entries()) {
    const allowed = Object.hasOwn(known, field) ? known[field]! : undefined;
    if (!allowed)
      issues.push({
        path: `filters[${index}].field`,
        message: `Amazon filters this report by ${Object.keys(known).join(", ") || "nothing"}; where filters the rows instead`,
      });
    else if (values.some((value) => !allowed.includes(value)))
      issues.push({ path: `filters[${index}].values`, message: `allowed: ${allowed.join(", ")}` });
  }
}
