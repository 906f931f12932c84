// Times that params accept: ISO, seconds since 1970, and durations such as `2d`.

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const isoWithZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const duration = /^(\d{1,4})([mhdw])$/;

/** A time, or how long ago it was. */
export const timePattern = new RegExp(`^\\d{1,10}(?:\\.\\d{1,6})?$|${iso.source}|${duration.source}`);

/** A future time in whole seconds. ISO needs a time zone: without one, caller and reader may mean different hours. */
export const futureTimePattern = new RegExp(`^\\d{1,10}$|${isoWithZone.source}|${duration.source}`);

const seconds = { m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/**
 * Seconds since 1970 of an ISO time (UTC if it has no zone), or of a duration: before now, or after now for the future.
 * Undefined if it is no time.
 */
export function parseTime(text: string, now: number, when: "past" | "future" = "past"): string | undefined {
  const [, count, unit] = duration.exec(text) ?? [];
  if (unit !== undefined) {
    const length = Number(count) * seconds[unit as keyof typeof seconds];
    return String(Math.floor(now / 1000) + (when === "past" ? -length : length));
  }
  if (!iso.test(text)) return undefined;
  const withZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !/:/.test(text) ? text : `${text}Z`;
  const time = Date.parse(withZone.replace(" ", "T"));
  return Number.isNaN(time) ? undefined : String(time / 1000);
}
