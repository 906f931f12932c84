// A rule of Amazon raises the budget or the bids of campaigns at certain times. These functions compare the times of two
// versions of a rule.

/** The times at which a rule raises budgets or bids. An absent field does not limit the rule. */
export interface RuleSchedule {
  /** The first and the last day of the rule, such as `2026-04-01`. */
  startDate?: string | undefined;
  endDate?: string | undefined;
  /** The id of an event, such as Black Friday. Amazon knows the days of the event. */
  eventId?: string | undefined;
  daysOfWeek?: readonly string[] | undefined;
  /** The first and the last minute of each day, such as `08:00`. */
  startTime?: string | undefined;
  endTime?: string | undefined;
}

/** Returns whether the rule `after` can raise budgets or bids at a time at which the rule `before` does not. */
export function widensSchedule(after: RuleSchedule, before: RuleSchedule): boolean {
  if (after.eventId !== before.eventId) return true;
  const isEarlier = (after.startDate ?? "") < (before.startDate ?? "");
  const isLater = (after.endDate ?? "9999") > (before.endDate ?? "9999");
  const days = before.daysOfWeek;
  const addsDays = days !== undefined && !(after.daysOfWeek ?? [""]).every((day) => days.includes(day));
  const addsTime =
    (after.startTime ?? "00:00") < (before.startTime ?? "00:00") ||
    (after.endTime ?? "24:00") > (before.endTime ?? "24:00");
  return isEarlier || isLater || addsDays || addsTime;
}

/** Returns whether a rule has no effect after today. `today` has the format `2026-03-12`. */
export const hasEnded = ({ endDate }: RuleSchedule, today: string): boolean =>
  endDate !== undefined && endDate < today;
