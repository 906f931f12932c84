import type { Issue } from "../../../core/ground/errors.ts";
import type { ReportParams, ReportType } from "./report-definition.ts";

const day = 86_400_000;

const most = 24;

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function checkDates(
  { startDate, endDate }: ReportParams,
  type: ReportType,
  now: number,
  issues: Issue[],
): [string, string][] {
  const start = Date.parse(`${startDate}T00:00:00Z`);
  const end = Date.parse(`${endDate}T00:00:00Z`);
  const bad = (path: string, message: string) => void issues.push({ path, message });
  if (Number.isNaN(start) || dateOf(start) !== startDate) bad("startDate", "no such day");
  else if (Number.isNaN(end) || dateOf(end) !== endDate) bad("endDate", "no such day");
  else if (end < start) bad("endDate", "it is before startDate");
  // The profile's day may be ahead of UTC's.
  else if (end > now + day) bad("endDate", `it is in the future; today is ${dateOf(now)}`);
  else if (start < now - (type.kept + 1) * day)
    bad(
      "startDate",
      `Amazon keeps ${type.kept} days of this report, so from ${dateOf(now - type.kept * day)} on`,
    );
  else if ((end - start) / day >= type.days * most)
    bad("endDate", `at most ${type.days * most} days in one call`);
  else return split(start, end, type.days);
  return [];
}

/** Ranges of at most `days` days, both ends counted. */
function split(start: number, end: number, days: number): [string, string][] {
  const ranges: [string, string][] = [];
  for (let from = start; from <= end; from += days * day)
    ranges.push([dateOf(from), dateOf(Math.min(end, from + (days - 1) * day))]);
  return ranges;
}
