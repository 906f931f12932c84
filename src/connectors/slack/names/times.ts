import { parseIsoDate } from "../../../core/ground/dates.ts";

// Params accept ISO times, seconds since 1970, and durations such as `2d`.

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const isoWithZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const duration = /^(\d{1,4})([mhdw])$/;

/** The pattern of a past time. A duration counts back from now. */
export const timePattern = new RegExp(`^\\d{1,10}(?:\\.\\d{1,6})?$|${iso.source}|${duration.source}`);

/**
 * The pattern of a future time. It does not check that the time is in the future. An ISO time must have a
 * time zone, because the hour is unclear without it.
 */
export const futureTimePattern = new RegExp(`^\\d{1,10}$|${isoWithZone.source}|${duration.source}`);

const seconds = { m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/**
 * Converts an ISO time or a duration to seconds since 1970. An ISO time without a time zone is in UTC. A duration
 * counts back from now, or forward if `when` is `future`. Returns undefined for any other text, such as a number of
 * seconds or 30 February.
 */
export function parseTime(text: string, now: number, when: "past" | "future" = "past"): string | undefined {
  const [, count, unit] = duration.exec(text) ?? [];
  if (unit !== undefined) {
    const length = Number(count) * seconds[unit as keyof typeof seconds];
    return String(Math.floor(now / 1000) + (when === "past" ? -length : length));
  }
  // `Date.parse` would convert 30 February to 2 March.
  if (!iso.test(text) || parseIsoDate(text.slice(0, 10)) === undefined) return undefined;
  const withZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !/:/.test(text) ? text : `${text}Z`;
  const time = Date.parse(withZone.replace(" ", "T"));
  return Number.isNaN(time) ? undefined : String(time / 1000);
}
