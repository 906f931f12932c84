export const dayMs = 86_400_000;

/** Returns the UTC date of a time, such as `2026-01-31`. */
export const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the time of midnight UTC on a date such as `2026-01-31`. Returns undefined if there is no such day. */
export function parseIsoDate(text: string): number | undefined {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || isoDate(ms) !== text ? undefined : ms;
}
