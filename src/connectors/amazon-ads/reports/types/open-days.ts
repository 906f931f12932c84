import { isCost, kindOf } from "./column-kinds.ts";
import { dayMs, isoDate } from "../../dates/days.ts";

// Amazon still changes the numbers of the last days.

/** For so many days before today, and today, Amazon removes invalid clicks and their cost. */
const correctionDays = 2;

/** Amazon counts sales of Sponsored Brands and Sponsored Display for so many days, without a window in the name. */
const usualWindow = 14;

/** Returns the number of days before today that are not final. 0 if Amazon does not change the column later. */
function openDaysOf(column: string): number {
  const window = /(\d+)d$/.exec(column)?.[1];
  if (window !== undefined) return Math.max(Number(window), correctionDays);
  const isSale = /sales|purchases|orders|units|conversions|acos|roas/i.test(column);
  if (isSale && ["metric", "ratio"].includes(kindOf(column) ?? "")) return usualWindow;
  return column === "clicks" || isCost(column) ? correctionDays : 0;
}

/**
 * Warns about the columns whose last days are not final. `lastDate`: the last day of the report. `now`: in milliseconds
 * since 1970.
 */
export function warnOfOpenDays(columns: readonly string[], lastDate: string, now: number): string[] {
  const open = new Map<number, string[]>();
  for (const column of columns) {
    const days = openDaysOf(column);
    if (days > 0) open.set(days, [...(open.get(days) ?? []), column]);
  }
  return [...open]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([days, names]) => {
      const firstOpen = isoDate(now - days * dayMs);
      if (lastDate < firstOpen) return [];
      const why =
        days === correctionDays
          ? "Amazon still corrects its last 3 days"
          : `Amazon counts purchases until ${days} days after a click`;
      return [`${names.join(", ")} from ${firstOpen} on are not final: ${why}.`];
    });
}
