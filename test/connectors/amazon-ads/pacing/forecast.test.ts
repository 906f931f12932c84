import { describe, expect, test } from "vitest";
import {
  forecast,
  profileDay,
  type Spending,
} from "../../../../src/connectors/amazon-ads/pacing/forecast.ts";
import { outOfBudget } from "../../../../src/connectors/amazon-ads/pacing/out-of-budget.ts";

const timezone = "America/Los_Angeles";
// 12 March 2026, 12:00 in Los Angeles.
const noon = Date.UTC(2026, 2, 12, 19);
const hour = 3_600_000;
const day = profileDay({ timezone, now: noon });

/** A campaign that spent 10 on each of the last seven days, and 4 on 1 March. */
const campaign: Spending = {
  isRunning: true,
  budget: 20,
  spentToday: 6,
  countedAt: noon,
  costs: new Map([["2026-02-28", 50], ["2026-03-01", 4], ...[5, 6, 7, 8, 9, 10, 11].map((date) => [`2026-03-${String(date).padStart(2, "0")}`, 10] as const)]), // prettier-ignore
  startDate: "2025-01-01",
  endDate: undefined,
};
const of = (change: Partial<Spending> = {}) => forecast({ ...campaign, ...change }, day, timezone);

test("the day of a profile", () => {
  expect(day).toMatchObject({
    today: "2026-03-12",
    firstOfMonth: "2026-03-01",
    lastOfMonth: "2026-03-31",
    firstReported: "2026-03-01",
    length: 24 * hour,
  });
  // On the third day of a month, the report has the last seven days. On 8 March, the day has 23 hours.
  expect(profileDay({ timezone, now: Date.UTC(2026, 2, 3, 19) }).firstReported).toBe("2026-02-24");
  expect(profileDay({ timezone, now: Date.UTC(2026, 2, 8, 19) }).length).toBe(23 * hour);
});

describe("the forecast", () => {
  test("of today is the spending so far for the whole day, and of the month the usual spending", () => {
    // Today 12, and 10 for each of the 19 days that are left.
    expect(of()).toEqual({
      forecastToday: 12,
      runsOutAt: undefined,
      spentMonth: 4 + 70 + 6,
      forecastMonth: 4 + 70 + 12 + 190,
    });
  });
  test("uses the time for which Amazon has counted the spending, not the present time", () => {
    expect(of({ countedAt: noon - 6 * hour }).forecastToday).toBe(20);
    expect(of({ countedAt: noon - 4 * hour }).forecastToday).toBe(18);
  });
  test("of today is at most the budget, and says when the budget runs out", () => {
    // 15 until noon is 1.25 an hour, so 20 are used up after 16 hours.
    expect(of({ spentToday: 15 })).toMatchObject({ forecastToday: 20, runsOutAt: "2026-03-12 16:00" });
    expect(of({ spentToday: 10 })).toMatchObject({ forecastToday: 20, runsOutAt: undefined });
    // Amazon can spend more than the daily budget.
    expect(of({ spentToday: 22 })).toMatchObject({ forecastToday: 22, runsOutAt: undefined });
  });
  test("of the first hours is the usual spending, because the spending so far says nothing", () => {
    expect(of({ countedAt: day.start + hour, spentToday: 5 })).toMatchObject({
      forecastToday: 10,
      runsOutAt: undefined,
    });
    expect(of({ countedAt: day.start + 2 * hour, spentToday: 1 }).forecastToday).toBe(12);
    expect(of({ countedAt: undefined, spentToday: undefined }).forecastToday).toBe(10);
  });
  test("of a campaign that does not run is what it has spent", () => {
    expect(of({ isRunning: false })).toMatchObject({ forecastToday: 6, forecastMonth: 80 });
  });
  test("ends with the campaign", () => {
    expect(of({ endDate: "2026-03-14" }).forecastMonth).toBe(4 + 70 + 12 + 20);
    expect(of({ endDate: "2026-03-12" }).forecastMonth).toBe(4 + 70 + 12);
    expect(of({ endDate: "2026-05-01" }).forecastMonth).toBe(of().forecastMonth);
  });
  test("of a new campaign uses the days on which it existed", () => {
    const young = { startDate: "2026-03-10", costs: new Map([["2026-03-10", 2], ["2026-03-11", 4]]) }; // prettier-ignore
    expect(of(young).forecastMonth).toBe(6 + 12 + 3 * 19);
    expect(of({ startDate: "2026-03-12", costs: new Map() }).forecastMonth).toBe(12 + 12 * 19);
  });
  test("of the days that are left is at most the budget", () => {
    expect(of({ budget: 8 }).forecastMonth).toBe(4 + 70 + 8 + 8 * 19);
  });
  test("of a budget for the lifetime knows no daily limit", () => {
    expect(of({ budget: undefined, spentToday: undefined })).toMatchObject({
      forecastToday: 10,
      runsOutAt: undefined,
    });
  });
});

describe("the times without budget", () => {
  const at = (clock: string, newValue: unknown, entityId = "1") => ({
    entityId,
    timestamp: Date.parse(`2026-03-${clock}:00-07:00`),
    newValue,
  });
  const times = (...events: ReturnType<typeof at>[]) => {
    const found = outOfBudget(events, timezone);
    return { ...Object.fromEntries(found.times), unread: found.unread };
  };
  test("end when the budget is there again, in any order of the changes", () => {
    expect(times(at("10T00:00", "true"), at("09T14:05", "false"))).toEqual({
      1: [{ from: "2026-03-09 14:05", until: "2026-03-10 00:00" }],
      unread: 0,
    });
  });
  test("last until now if no change ends them, and belong to one campaign each", () => {
    expect(
      times(at("09T14:05", false), at("09T15:00", "OUT_OF_BUDGET", "2"), at("09T16:00", "In budget", "2")),
    ).toEqual({
      // prettier-ignore
      1: [{ from: "2026-03-09 14:05" }],
      2: [{ from: "2026-03-09 15:00", until: "2026-03-09 16:00" }],
      unread: 0,
    });
  });
  test("are not counted twice, and changes with unknown values are counted apart", () => {
    expect(times(at("09T14:05", "false"), at("09T14:06", "false"), at("09T14:07", "perhaps"))).toEqual({
      1: [{ from: "2026-03-09 14:05" }],
      unread: 1,
    });
  });
});
