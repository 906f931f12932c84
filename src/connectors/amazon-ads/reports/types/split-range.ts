import { dayMs, isoDate } from "./dates.ts";

/** Splits a date range into ranges of at most `maxDays` days. A range includes both its first and its last day. */
export function splitRange(
  { start, end }: { start: number; end: number },
  maxDays = Infinity,
): { startDate: string; endDate: string }[] {
  const ranges = [];
  for (let first = start; first <= end; first += maxDays * dayMs) {
    const last = Math.min(end, first + (maxDays - 1) * dayMs);
    ranges.push({ startDate: isoDate(first), endDate: isoDate(last) });
  }
  return ranges;
}
