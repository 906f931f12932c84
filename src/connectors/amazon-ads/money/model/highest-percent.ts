import { weekdays } from "../../params.ts";
import { type RuleSchedule, hasEnded, lastDay, passesMidnight, windowOf } from "./rule-schedule.ts";

// Amazon adds the percentages of all rules that apply at the same time. Rules for different times are not added.

/** A rule that raises budgets or bids by a percentage. A rule without a percentage counts as unlimited. */
export interface PercentRule extends RuleSchedule {
  increasePercent?: number | undefined;
  /** The metric of a budget rule's condition. */
  metric?: string | undefined;
}

/** `weekday`: 0 is Monday. `minute`: the minute of the day. */
interface Time {
  day: string;
  weekday: number;
  minute: number;
}

/** Returns the highest percentage that rules can add together, today or later. `today` has the format `2026-03-12`. */
export const highestPercent = (rules: readonly PercentRule[], today: string): number =>
  Math.max(...timesOf(rules, today).map((time) => percentAt(rules, time)));

/**
 * Finds the times at which a call raises the percentage, and returns the highest new percentage of these times. Returns
 * 0 if there are no such times. An unknown percentage always counts as a raise.
 */
export const highestRaised = (
  after: readonly PercentRule[],
  before: readonly PercentRule[],
  today: string,
): number =>
  Math.max(
    0,
    ...timesOf([...after, ...before], today).flatMap((time) => {
      const percent = percentAt(after, time);
      return percent > percentAt(before, time) || percent === Infinity ? [percent] : [];
    }),
  );

/** Returns the sum of the percentages of all rules that certainly apply all day today. */
export function percentToday(rules: readonly PercentRule[], today: string): number {
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const certain = rules.filter((rule) => {
    const { start, end } = windowOf(rule);
    const isWholeDay = start === 0 && end >= 24 * 60 - 1;
    const isKnown = rule.metric === undefined && rule.increasePercent !== undefined && knowsDays(rule);
    return isWholeDay && isKnown && applies(rule, { day: today, weekday, minute: 0 });
  });
  return sum(certain);
}

/**
 * Returns the times at which a rule can begin to apply, today or later. The percentage is highest at one of these times.
 * Combines each day with each weekday, because a rule that begins on a Monday can apply only on Fridays.
 */
function timesOf(rules: readonly PercentRule[], today: string): Time[] {
  const days = new Set([today]);
  const minutes = new Set([0]);
  for (const rule of rules) {
    if (knowsDays(rule) && rule.startDate !== undefined && rule.startDate > today) days.add(rule.startDate);
    minutes.add(windowOf(rule).start);
  }
  return [...days].flatMap((day) =>
    weekdays.flatMap((_, weekday) => [...minutes].map((minute) => ({ day, weekday, minute }))),
  );
}

const percentAt = (rules: readonly PercentRule[], time: Time): number =>
  sum(rules.filter((rule) => applies(rule, time)));

const sum = (rules: readonly PercentRule[]): number =>
  rules.reduce((total, { increasePercent = Infinity }) => total + increasePercent, 0);

/** Returns whether a rule can apply. If it passes midnight, all possible days count (see `rule-schedule.ts`). */
function applies(rule: PercentRule, { day, weekday, minute }: Time): boolean {
  if (knowsDays(rule) && ((rule.startDate ?? "") > day || (lastDay(rule) ?? day) < day)) return false;
  const isOn = (one: number) => rule.daysOfWeek?.includes(weekdays[one]!) ?? true;
  const { start, end } = windowOf(rule);
  if (!passesMidnight(rule)) return isOn(weekday) && start <= minute && minute < end;
  return (start <= minute && isOn(weekday)) || (minute < end && (isOn(weekday) || isOn((weekday + 6) % 7)));
}

/** Returns false for a rule with an event and no dates, because the event can be on any day. */
const knowsDays = ({ eventId, startDate }: PercentRule): boolean =>
  eventId === undefined || startDate !== undefined;

export const withoutEnded = <Rule extends PercentRule>(rules: readonly Rule[], today: string): Rule[] =>
  rules.filter((rule) => !hasEnded(rule, today));
