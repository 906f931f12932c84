import { describe, expect, test } from "vitest";
import { localTime, startOfDay, todayOf } from "../../../../src/connectors/amazon-ads/dates/profile-clock.ts";
import { datesOf } from "../../../../src/connectors/amazon-ads/dates/relative-dates.ts";

// 2026-03-11 is a Wednesday.
const today = "2026-03-11";

test.each([
  ["today", undefined, today, today],
  ["yesterday", undefined, "2026-03-10", "2026-03-10"],
  ["-7d", undefined, "2026-03-04", "2026-03-10"],
  ["-7d", "today", "2026-03-04", today],
  ["-14d", "-8d", "2026-02-25", "2026-03-03"],
  ["this week", undefined, "2026-03-09", today],
  ["last week", undefined, "2026-03-02", "2026-03-08"],
  ["this month", undefined, "2026-03-01", today],
  ["last month", undefined, "2026-02-01", "2026-02-28"],
  ["last month", "yesterday", "2026-02-01", "2026-03-10"],
  ["2026-01-05", "last week", "2026-01-05", "2026-03-08"],
  ["2026-01-05", "2026-01-06", "2026-01-05", "2026-01-06"],
])("%s to %s", (startDate, end, first, last) => {
  expect(datesOf({ startDate, endDate: end }, today)).toEqual({ startDate: first, endDate: last });
});

test.each([
  ["2026-03-08", "2026-03-02", "2026-03-08"],
  ["2026-03-09", "2026-03-09", "2026-03-09"],
])("a week that contains %s starts on Monday %s", (day, first, last) => {
  expect(datesOf({ startDate: "this week" }, day)).toEqual({ startDate: first, endDate: last });
});

test("the last month of January is December", () => {
  const december = { startDate: "2025-12-01", endDate: "2025-12-31" };
  expect(datesOf({ startDate: "last month" }, "2026-01-31")).toEqual(december);
});

describe("a day in the profile's time zone", () => {
  test.each([
    ["2026-01-15", "America/Los_Angeles", "2026-01-15T08:00:00.000Z"],
    // Clocks change at 2 o'clock on 8 March and on 1 November.
    ["2026-03-08", "America/Los_Angeles", "2026-03-08T08:00:00.000Z"],
    ["2026-03-09", "America/Los_Angeles", "2026-03-09T07:00:00.000Z"],
    ["2026-11-01", "America/Los_Angeles", "2026-11-01T07:00:00.000Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
    ["2026-01-15", "Asia/Tokyo", "2026-01-14T15:00:00.000Z"],
    ["2026-01-15", "Asia/Kolkata", "2026-01-14T18:30:00.000Z"],
  ])("%s in %s starts at %s", (day, timezone, start) => {
    const ms = startOfDay(day, timezone);
    expect(new Date(ms).toISOString()).toBe(start);
    expect(localTime(ms, timezone)).toBe(`${day} 00:00`);
    expect(todayOf({ timezone, now: ms })).toBe(day);
    expect(todayOf({ timezone, now: ms - 1 })).not.toBe(day);
  });
});
