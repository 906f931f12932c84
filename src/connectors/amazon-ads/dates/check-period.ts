import { parseIsoDate } from "../../../core/ground/dates.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";

/**
 * Checks that both days exist, and that the end is not before the start. Accepts dates with and without dashes.
 * `path`: the path of the object, or an empty text for the params.
 */
export function checkPeriod({ startDate, endDate }: Dict, path: string): Issue[] {
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const [start, end] = [startDate, endDate].map(timeOf);
  if (Number.isNaN(start)) return [{ path: at("startDate"), message: "there is no such day" }];
  if (Number.isNaN(end)) return [{ path: at("endDate"), message: "there is no such day" }];
  return start !== undefined && end !== undefined && end < start
    ? [{ path: at("endDate"), message: "must not be before startDate" }]
    : [];
}

/** Returns NaN for a day that does not exist. */
function timeOf(date: unknown): number | undefined {
  if (typeof date !== "string") return undefined;
  return parseIsoDate(date.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3")) ?? NaN;
}
