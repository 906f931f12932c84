import { accountDay } from "../../../core/policy/account-day.ts";
import { dayMs, isoDate } from "./days.ts";

// Amazon counts a day of reports and budgets in the time zone of the profile.

/** The time zone of a profile, such as `America/Los_Angeles`, and the time in milliseconds since 1970. */
export interface ProfileClock {
  timezone: string;
  now: number;
}

/** Returns the date of today in the profile's time zone. */
export const todayOf = ({ timezone, now }: ProfileClock): string => accountDay({ timezone }, now);

/** Returns the first moment of a day, in milliseconds since 1970. `day`: such as `2026-01-31`. */
export function startOfDay(day: string, timezone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset of the zone at midnight UTC can differ from the offset at the zone's own midnight.
  const near = midnight - offsetAt(midnight, timezone);
  return midnight - offsetAt(near, timezone);
}

/**
 * Returns the first and the last moment of a period, in milliseconds since 1970. A period that has not ended ends now.
 */
export function momentsOf(
  { startDate, endDate }: { startDate: string; endDate: string },
  { timezone, now }: ProfileClock,
): { from: number; to: number } {
  const dayAfter = isoDate(Date.parse(endDate) + dayMs);
  return {
    from: startOfDay(startDate, timezone),
    to: Math.min(startOfDay(dayAfter, timezone) - 1, now),
  };
}

/** Returns a moment as `2026-01-31 14:05` in the profile's time zone. */
export const localTime = (ms: number, timezone: string): string =>
  new Date(ms + offsetAt(ms, timezone)).toISOString().slice(0, 16).replace("T", " ");

// Creating a format is slow.
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns how much the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = parts;
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return local - Math.floor(ms / 1000) * 1000;
}
