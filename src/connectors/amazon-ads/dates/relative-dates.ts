import type { Zod } from "../../../core/contract/action.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import { checkPeriod } from "./check-period.ts";
import { dayMs, isoDate } from "./days.ts";

// A caller can name a day relative to today, so that an agent need not know the date in the profile's time zone.

/** The first or the last day of a period. A week starts on Monday. */
const day = (z: Zod) =>
  z
    .string()
    .regex(
      /^(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])|today|yesterday|-[1-9]\d{0,2}d|(this|last) (week|month))$/,
    );

/** The params for a period. */
export const periodParams = (z: Zod) => ({
  startDate: day(z).describe(
    'date as "YYYY-MM-DD", or relative to the profile\'s today: today, yesterday, -7d, this week, last week, this month, last month',
  ),
  endDate: day(z)
    .describe("as startDate; default: the end of this week or month, yesterday for -7d")
    .optional(),
});

export interface Period {
  startDate: string;
  endDate: string;
}

/** A period whose days can be relative to today. */
export interface GivenPeriod {
  startDate: string;
  endDate?: string | undefined;
}

const isDate = (text: string): boolean => /^\d{4}/.test(text);

/** Returns an issue if the end is missing and does not follow from the start. */
export const checkEnd = ({ startDate, endDate }: GivenPeriod): Issue[] =>
  endDate === undefined && isDate(startDate)
    ? [{ path: "endDate", message: "is required if startDate is a date" }]
    : [];

/** Returns the issues of a period that can be found without the date of today. */
export const checkGiven = (given: GivenPeriod): Issue[] => [
  ...checkEnd(given),
  ...(isRelative(given) ? [] : checkPeriod({ ...given }, "")),
];

/** Returns whether the period depends on the date of today. */
export const isRelative = ({ startDate, endDate = startDate }: GivenPeriod): boolean =>
  !isDate(startDate) || !isDate(endDate);

/** Returns the dates of a period. `today`: such as `2026-01-31`. */
export function datesOf({ startDate, endDate }: GivenPeriod, today: string): Period {
  const end = endDate ?? (startDate.endsWith("d") ? "yesterday" : startDate);
  return { startDate: boundsOf(startDate, today).first, endDate: boundsOf(end, today).last };
}

/** Returns the first and the last day that a text names. A period that has not ended ends today. */
function boundsOf(text: string, today: string): { first: string; last: string } {
  const one = (name: string) => ({ first: name, last: name });
  const before = (days: number) => isoDate(Date.parse(today) - days * dayMs);
  if (isDate(text)) return one(text);
  if (text === "today") return one(today);
  if (text === "yesterday") return one(before(1));
  if (text.endsWith("d")) return one(before(-Number(text.slice(0, -1))));
  if (text.endsWith("week")) {
    const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
    return text.startsWith("this")
      ? { first: before(sinceMonday), last: today }
      : { first: before(sinceMonday + 7), last: before(sinceMonday + 1) };
  }
  const first = `${today.slice(0, 8)}01`;
  if (text.startsWith("this")) return { first, last: today };
  const last = isoDate(Date.parse(first) - dayMs);
  return { first: `${last.slice(0, 8)}01`, last };
}
