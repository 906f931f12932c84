/**
 * Returns midnight UTC of a date such as `2026-01-31`, in milliseconds since the epoch. Returns undefined if there is
 * no such day.
 */
export function parseIsoDate(text: string): number | undefined {
  const ms = Date.parse(`${text}T00:00:00Z`);
  // `Date.parse` converts 30 February to 2 March.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? undefined : ms;
}
