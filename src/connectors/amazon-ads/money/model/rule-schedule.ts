import { weekdays } from "../../params.ts";

// A rule of Amazon raises the budget or the bids of campaigns at certain times. These functions compare the times of
// two versions of a rule.

/** The times at which a rule applies. An absent field does not limit these times. */
export interface RuleSchedule {
  /** The first and the last day of the rule, such as `2026-04-01`. */
  startDate?: string | undefined;
  endDate?: string | undefined;
  /** The id of an event, such as Black Friday. Amazon knows the days of the event. */
  eventId?: string | undefined;
  daysOfWeek?: readonly string[] | undefined;
  /** The start and the end on a day, such as `08:00`. If the start is not before the end, the rule passes midnight. */
  startTime?: string | undefined;
  endTime?: string | undefined;
}

const minutesOfDay = 24 * 60;

/**
 * A possible meaning of a rule whose end time is not later than its start time. Amazon does not document such rules.
 * A rule from Saturday 20:00 to 04:00 can continue on Sunday until 04:00, or apply on Saturday before 04:00. If both
 * times are equal, the rule can apply all day or never.
 */
interface Reading {
  endsNextDay: boolean;
  equalIsAllDay: boolean;
}

const readings: readonly Reading[] = [true, false].flatMap((endsNextDay) =>
  [true, false].map((equalIsAllDay) => ({ endsNextDay, equalIsAllDay })),
);

/** Returns whether the rule `after` can raise budgets or bids at a time at which the rule `before` does not. */
export function widensSchedule(after: RuleSchedule, before: RuleSchedule): boolean {
  if (after.eventId !== before.eventId) return true;
  const isEarlier = (after.startDate ?? "") < (before.startDate ?? "");
  const isLater = (lastDay(after) ?? "9999") > (lastDay(before) ?? "9999");
  return isEarlier || isLater || readings.some((reading) => addsMinutes(after, before, reading));
}

function addsMinutes(after: RuleSchedule, before: RuleSchedule, reading: Reading): boolean {
  const covered = minutesOfWeek(before, reading);
  return minutesOfWeek(after, reading).some((isCovered, minute) => isCovered && !covered[minute]);
}

/** Returns whether the rule applies, for each minute of a week. */
function minutesOfWeek(rule: RuleSchedule, { endsNextDay, equalIsAllDay }: Reading): boolean[] {
  const { start, end } = windowOf(rule);
  const minutes = Array<boolean>(7 * minutesOfDay).fill(false);
  const cover = (day: number, from: number, to: number) =>
    minutes.fill(true, (day % 7) * minutesOfDay + from, (day % 7) * minutesOfDay + to);
  for (const [day, name] of weekdays.entries()) {
    if (rule.daysOfWeek && !rule.daysOfWeek.includes(name)) continue;
    if (end > start) cover(day, start, end);
    else if (end < start || equalIsAllDay) {
      cover(day, start, minutesOfDay);
      cover(endsNextDay ? day + 1 : day, 0, end);
    }
  }
  return minutes;
}

export function passesMidnight(rule: RuleSchedule): boolean {
  const { start, end } = windowOf(rule);
  return end <= start;
}

/** Returns the start and the end of a rule in minutes after midnight. The minute `end` does not belong to the rule. */
export const windowOf = ({ startTime, endTime }: RuleSchedule): { start: number; end: number } => ({
  start: minuteOf(startTime) ?? 0,
  end: minuteOf(endTime) ?? minutesOfDay,
});

function minuteOf(time: string | undefined): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)/.exec(time ?? "") ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** Returns the end date of a rule, or the day after the end date if the rule passes midnight. */
export function lastDay(rule: RuleSchedule): string | undefined {
  const { endDate } = rule;
  if (endDate === undefined || !passesMidnight(rule)) return endDate;
  const next = Date.parse(endDate) + minutesOfDay * 60_000;
  return Number.isNaN(next) ? undefined : new Date(next).toISOString().slice(0, 10);
}

/** `today` has the format `2026-03-12`. */
export function hasEnded(rule: RuleSchedule, today: string): boolean {
  const last = lastDay(rule);
  return last !== undefined && last < today;
}
