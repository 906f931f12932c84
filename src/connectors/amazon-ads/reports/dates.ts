export const dayMs = 86_400_000;

/** The UTC date of a time, as `2026-01-31`. */
export const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Midnight UTC of `2026-01-31`. Undefined if the calendar has no such day. */
export function parseIsoDate(text: string): number | undefined {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || isoDate(ms) !== text ? undefined : ms;
}
