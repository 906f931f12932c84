// The times at which budget rules and schedule bid rules raise an amount.

type Fields = Record<string, unknown>;

/** A rule that adds a percentage at its times. */
export interface PercentRule {
  first: string;
  last: string;
  daysOfWeek: readonly string[];
  /** The hours at which the rule begins and ends on each day. */
  begin: number;
  end: number;
  percent: number;
}

const weekdays = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];
const weekdayOf = (day: string) => weekdays[new Date(day).getUTCDay()]!;
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * The ways to understand a rule whose end is not later than its beginning. Amazon does not document whether such a rule
 * ends on the next day, and whether equal times are the whole day.
 */
const nights = [
  { endsNextDay: true, equalIsAllDay: true },
  { endsNextDay: true, equalIsAllDay: false },
  { endsNextDay: false, equalIsAllDay: true },
  { endsNextDay: false, equalIsAllDay: false },
];

function applies(day: string, hour: number, rule: PercentRule, night: (typeof nights)[number]): boolean {
  const { first, last, daysOfWeek, begin, end } = rule;
  const isOn = (date: string) => first <= date && date <= last && daysOfWeek.includes(weekdayOf(date));
  if (begin < end) return isOn(day) && begin <= hour && hour < end;
  if (begin === end && !night.equalIsAllDay) return false;
  if (begin <= hour) return isOn(day);
  return hour < end && isOn(night.endsNextDay ? dayBefore(day) : day);
}

/** Returns the percentages that rules add together, by day, hour and way to understand a night. Leaves out 0. */
export function percentagesOf(rules: readonly PercentRule[], days: readonly string[]): Map<string, number> {
  const percentages = new Map<string, number>();
  if (rules.length === 0) return percentages;
  for (const day of days)
    for (const hour of hours)
      for (const [index, night] of nights.entries()) {
        const active = rules.filter((rule) => applies(day, hour, rule, night));
        const percent = active.reduce((sum, one) => sum + one.percent, 0);
        if (percent > 0) percentages.set(`${day} ${hour} ${index}`, percent);
      }
  return percentages;
}

const dashed = (date: string) => date.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");

const timesOf = (
  { startDate, endDate }: { startDate: string; endDate?: string | null },
  daysOfWeek: unknown,
  windows: unknown,
): Omit<PercentRule, "percent"> => {
  const { startTime = "00:00", endTime = "24:00" } = ((windows ?? []) as Record<string, string>[])[0] ?? {};
  return {
    first: dashed(startDate),
    last: dashed(endDate ?? "9999-12-31"),
    daysOfWeek: (daysOfWeek as string[] | null) ?? weekdays,
    begin: hourOf(startTime),
    end: hourOf(endTime),
  };
};

const hourOf = (time: string) => Number(time.slice(0, 2));

/** Reads a budget rule. A condition that holds more often counts as a higher percentage. */
export function budgetRuleOf({ ruleDetails }: Fields): PercentRule {
  const { duration, recurrence, budgetIncreaseBy, performanceMeasureCondition } = ruleDetails as {
    duration: { dateRangeTypeRuleDuration: { startDate: string; endDate?: string } };
    recurrence?: { daysOfWeek?: string[] | null; intraDaySchedule?: Record<string, string>[] | null } | null;
    budgetIncreaseBy: { value: number };
    performanceMeasureCondition?: { threshold: number } | null;
  };
  return {
    ...timesOf(duration.dateRangeTypeRuleDuration, recurrence?.daysOfWeek, recurrence?.intraDaySchedule),
    percent: budgetIncreaseBy.value - (performanceMeasureCondition?.threshold ?? 0) / 1e3,
  };
}

export function bidRuleOf({ recurrence, action }: Fields): PercentRule {
  const { daysOfWeek, timesOfDay, duration } = recurrence as {
    daysOfWeek?: string[] | null;
    timesOfDay?: Record<string, string>[] | null;
    duration: { startTime: string; endTime?: string | null };
  };
  const dates = {
    startDate: duration.startTime.slice(0, 10),
    endDate: duration.endTime?.slice(0, 10) ?? null,
  };
  return {
    ...timesOf(dates, daysOfWeek, timesOfDay),
    percent: (action as { actionDetails: { value: number } }).actionDetails.value,
  };
}
