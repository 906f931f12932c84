import { dayMs } from "../dates/days.ts";
import { localTime, type ProfileClock, startOfDay, todayOf } from "../dates/profile-clock.ts";

// Estimates how much a campaign will spend. Amazon spends a daily budget unevenly, so every result is an estimate.

/** Before so much of the day is gone, the spending of today says nothing about the rest of the day. */
const smallestShare = 1 / 12;

/** The days whose average is the usual spending. */
export const usualDays = 7;

/** The day of a profile. Dates are such as `2026-01-31`. */
export interface ProfileDay {
  today: string;
  firstOfMonth: string;
  lastOfMonth: string;
  /** The first day of the report. It has the month so far, and the last seven days before today. */
  firstReported: string;
  /** The first moment of today, and its length in milliseconds. It has 23 or 25 hours if the clocks change. */
  start: number;
  length: number;
}

export function profileDay(clock: ProfileClock): ProfileDay {
  const today = todayOf(clock);
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const [year, month] = today.split("-").map(Number) as [number, number];
  const start = startOfDay(today, clock.timezone);
  const usual = plusDays(today, -usualDays);
  return {
    today,
    firstOfMonth,
    lastOfMonth: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10),
    firstReported: usual < firstOfMonth ? usual : firstOfMonth,
    start,
    length: startOfDay(plusDays(today, 1), clock.timezone) - start,
  };
}

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const daysBetween = (first: string, last: string) =>
  Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / dayMs));

/** Returns which share of the day is gone at a moment, from 0 to 1. */
export const shareGone = (moment: number, { start, length }: ProfileDay): number =>
  Math.min(1, Math.max(0, (moment - start) / length));

export interface Spending {
  isRunning: boolean;
  /** The daily budget. Undefined for a budget of the whole lifetime. */
  budget: number | undefined;
  spentToday: number | undefined;
  /** The moment for which Amazon has counted `spentToday`. */
  countedAt: number | undefined;
  /** The cost of each finished day of the report. */
  costs: ReadonlyMap<string, number>;
  startDate: string | undefined;
  endDate: string | undefined;
}

export interface Forecast {
  forecastToday: number | undefined;
  /** The local time at which the budget of today will be used up, such as `2026-01-31 17:40`. */
  runsOutAt: string | undefined;
  spentMonth: number;
  forecastMonth: number;
}

/**
 * Forecasts today by the spending per hour so far, at most up to the daily budget. Forecasts the other days of the month
 * by the average of the last seven finished days.
 */
export function forecast(spending: Spending, day: ProfileDay, timezone: string): Forecast {
  const { isRunning, budget, spentToday, countedAt, costs, startDate, endDate } = spending;
  const share = countedAt === undefined ? 0 : shareGone(countedAt, day);
  const isMeasured = spentToday !== undefined && share >= smallestShare;
  const atThisPace = isMeasured ? spentToday / share : undefined;
  const usual = usualCost(costs, startDate, day) ?? atThisPace ?? 0;
  const expected = atThisPace ?? Math.max(usual, spentToday ?? 0);
  const limited = budget === undefined ? expected : Math.min(expected, Math.max(budget, spentToday ?? 0));
  const forecastToday = isRunning ? limited : spentToday;
  const willRunOut =
    isRunning &&
    budget !== undefined &&
    atThisPace !== undefined &&
    spentToday! < budget &&
    atThisPace > budget;
  const before = [...costs].reduce((sum, [date, cost]) => (date >= day.firstOfMonth ? sum + cost : sum), 0);
  const last = endDate !== undefined && endDate < day.lastOfMonth ? endDate : day.lastOfMonth;
  const rest = isRunning ? limitedTo(usual, budget) * daysBetween(day.today, last) : 0;
  return {
    forecastToday,
    runsOutAt: willRunOut ? localTime(day.start + (budget / atThisPace) * day.length, timezone) : undefined,
    spentMonth: before + (spentToday ?? 0),
    forecastMonth: before + (forecastToday ?? 0) + rest,
  };
}

const limitedTo = (amount: number, budget: number | undefined) =>
  budget === undefined ? amount : Math.min(amount, budget);

/** Returns the average cost of the last finished days on which the campaign existed. */
function usualCost(
  costs: ReadonlyMap<string, number>,
  startDate: string | undefined,
  { today }: ProfileDay,
): number | undefined {
  const first = [plusDays(today, -usualDays), startDate ?? ""].toSorted().at(-1)!;
  const days = daysBetween(first, today);
  if (days === 0) return undefined;
  const sum = [...costs].reduce(
    (total, [date, cost]) => (date >= first && date < today ? total + cost : total),
    0,
  );
  return sum / days;
}
