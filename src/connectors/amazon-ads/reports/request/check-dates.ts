import type { Issue } from "../../../../core/ground/errors.ts";
import { parseIsoDate } from "../../../../core/ground/dates.ts";
import { dayMs, isoDate } from "../../dates/days.ts";
import type { ReportDefinition, ReportType } from "../types/report-definition.ts";

/** The maximum number of reports for the date range of one call. */
export const maxReportsPerCall = 24;

/** Returns the first and the last day in milliseconds. Adds an issue if a report cannot have these days. */
export function checkDates(
  { startDate, endDate, timeUnit }: ReportDefinition,
  { daysPerReport, daysKept }: ReportType,
  now: number,
  issues: Issue[],
): { start: number; end: number } | undefined {
  const start = parseIsoDate(startDate);
  const end = parseIsoDate(endDate);
  // Each part of a split week or month would have its own row, so weekly and monthly reports are never split.
  const reports = timeUnit === "WEEKLY" || timeUnit === "MONTHLY" ? 1 : maxReportsPerCall;
  const maxDays = (daysPerReport ?? Infinity) * reports;
  const refuse = (path: string, message: string) => void issues.push({ path, message });
  if (start === undefined) return refuse("startDate", "there is no such day");
  if (end === undefined) return refuse("endDate", "there is no such day");
  if (end < start) return refuse("endDate", "must not be before startDate");
  // The date in the profile's time zone can be one day after the UTC date.
  if (end > now + dayMs) return refuse("endDate", `must not be in the future; today is ${isoDate(now)}`);
  if (daysKept !== undefined && start < now - (daysKept + 1) * dayMs) {
    const first = isoDate(now - daysKept * dayMs);
    return refuse("startDate", `Amazon keeps ${daysKept} days of this report: pass ${first} or later`);
  }
  if ((end - start) / dayMs >= maxDays) return refuse("endDate", `one call covers at most ${maxDays} days`);
  return { start, end };
}
