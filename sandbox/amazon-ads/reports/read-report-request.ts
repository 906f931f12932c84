import { refuse } from "../http/responses.ts";
import { isRecord } from "../http/wire-json.ts";
import type { Fields } from "../types.ts";
import { reportType, type ReportType } from "./report-types.ts";

const DAY = 86_400_000;

export interface ReportRequest {
  name: string | null;
  startDate: string;
  endDate: string;
  adProduct: string;
  reportTypeId: string;
  type: ReportType;
  groupBy: string[];
  columns: string[];
  filters: { field: string; values: string[] }[] | null;
  timeUnit: string;
}

/** Checks a request for a report. `today`: the date in the profile's time zone. */
export function readRequest(body: unknown, today: string): ReportRequest {
  if (!isRecord(body)) throw bad("request body is required");
  const configuration = body["configuration"];
  if (!isRecord(configuration)) throw bad("configuration is required");
  const reportTypeId = text(configuration, "configuration", "reportTypeId");
  const type = reportType(reportTypeId);
  if (!type) throw bad(`configuration reportTypeId includes invalid values: (${reportTypeId})`);
  const adProduct = text(configuration, "configuration", "adProduct");
  if (adProduct !== type.adProduct)
    throw bad(
      `configuration adProduct ${adProduct} is not supported for reportTypeId ${reportTypeId}. Supported values: (${type.adProduct})`,
    );
  if (configuration["format"] !== "GZIP_JSON")
    throw bad(
      `configuration format includes invalid values: (${String(configuration["format"])}). Supported values: (GZIP_JSON)`,
    );
  const groupBy = texts(configuration, "groupBy");
  const unknown = groupBy.filter((group) => !Object.hasOwn(type.groups, group));
  if (unknown.length > 0) throw bad(`configuration groupBy includes invalid values: (${unknown.join(", ")})`);
  const timeUnit = configuration["timeUnit"];
  if (typeof timeUnit !== "string" || !type.timeUnits.includes(timeUnit))
    throw bad(
      `configuration timeUnit includes invalid values: (${String(timeUnit)}). Supported values: (${type.timeUnits.join(", ")})`,
    );
  return {
    name: typeof body["name"] === "string" ? body["name"] : null,
    ...readPeriod(body, type, today),
    adProduct,
    reportTypeId,
    type,
    groupBy,
    columns: readColumns(configuration, type, groupBy, timeUnit),
    filters: readFilters(configuration, type, groupBy),
    timeUnit,
  };
}

function readColumns(configuration: Fields, type: ReportType, groupBy: string[], timeUnit: string): string[] {
  const columns = texts(configuration, "columns");
  const allowed = [...type.columns, ...groupBy.flatMap((group) => type.groups[group]?.columns ?? [])];
  const unknown = columns.filter((column) => !allowed.includes(column));
  if (unknown.length > 0)
    throw bad(
      `configuration columns includes invalid values: (${unknown.join(", ")}). Allowed values: (${allowed.join(", ")})`,
    );
  const wrong = columns.filter((column) =>
    (timeUnit === "SUMMARY" ? ["date"] : ["startDate", "endDate"]).includes(column),
  );
  if (wrong.length > 0)
    throw bad(
      `configuration columns includes invalid values: (${wrong.join(", ")}). Not supported for timeUnit ${timeUnit}`,
    );
  const twice = columns.filter((column, index) => columns.indexOf(column) !== index);
  if (twice.length > 0) throw bad(`configuration columns includes duplicate values: (${twice.join(", ")})`);
  return columns;
}

function readFilters(configuration: Fields, type: ReportType, groupBy: string[]): ReportRequest["filters"] {
  const filters = configuration["filters"];
  if (filters === undefined || filters === null) return null;
  if (!Array.isArray(filters)) throw bad("configuration filters must be an array");
  // A request can use a filter only if every group has the filter.
  const groups = groupBy.map((group) => type.groups[group]?.filters ?? {});
  const known = Object.fromEntries(
    Object.entries(groups[0] ?? {}).filter(([field]) => groups.every((one) => Object.hasOwn(one, field))),
  );
  return filters.map((filter: unknown) => {
    const field = isRecord(filter) ? String(filter["field"]) : "";
    const values = isRecord(filter) && Array.isArray(filter["values"]) ? filter["values"].map(String) : [];
    const allowed = known[field];
    if (!allowed) throw bad(`configuration filters includes invalid fields: (${field})`);
    // If `allowed` is empty, the filter accepts any value.
    const wrong = values.filter((value) => allowed.length > 0 && !allowed.includes(value));
    if (values.length === 0 || wrong.length > 0)
      throw bad(`configuration filters includes invalid values: (${wrong.join(", ")}) for field ${field}`);
    return { field, values };
  });
}

function readPeriod(body: Fields, type: ReportType, today: string): { startDate: string; endDate: string } {
  const [startDate, endDate] = [date(body, "startDate"), date(body, "endDate")];
  const [start, end, now] = [startDate, endDate, today].map((day) => Date.parse(day)) as [
    number,
    number,
    number,
  ];
  if (end < start) throw bad("endDate must be on or after startDate");
  if (end > now) throw bad(`endDate (${endDate}) is in the future. Must be on or before ${today}`);
  const { daysPerReport = Infinity, daysKept = Infinity } = type;
  if ((end - start) / DAY + 1 > daysPerReport)
    throw bad(`startDate to endDate range is too long. Must be less than or equal to ${daysPerReport} days`);
  if ((now - start) / DAY > daysKept) {
    const first = new Date(now - daysKept * DAY).toISOString().slice(0, 10);
    throw bad(`startDate (${startDate}) is too far in the past. Must be on or after ${first}`);
  }
  return { startDate, endDate };
}

function date(body: Fields, name: string): string {
  const value = body[name];
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value)))
    throw bad(`${name} is required and must have the format YYYY-MM-DD`);
  return value;
}

function text(fields: Fields, path: string, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") throw bad(`${path} ${name} is required`);
  return value;
}

function texts(configuration: Fields, name: string): string[] {
  const value = configuration[name];
  if (
    !Array.isArray(value) ||
    value.length === 0 ||
    !value.every((each): each is string => typeof each === "string")
  )
    throw bad(`configuration ${name} is required and must be an array of strings`);
  return value;
}

const bad = (detail: string): Error => refuse(400, detail);
