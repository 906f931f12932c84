import { expect, test } from "vitest";
import { parseIsoDate } from "../../../../../src/core/ground/dates.ts";
import { splitRange } from "../../../../../src/connectors/amazon-ads/reports/request/plan-reports.ts";

const split = (start: string, end: string, maxDays: number) =>
  splitRange({ start: parseIsoDate(start)!, end: parseIsoDate(end)! }, maxDays).map(
    ({ startDate, endDate }) => [startDate, endDate],
  );

test("one day is one range", () => {
  expect(split("2026-01-31", "2026-01-31", 31)).toEqual([["2026-01-31", "2026-01-31"]]);
});

test("the longest range stays whole; one more day starts another", () => {
  expect(split("2026-01-01", "2026-01-31", 31)).toEqual([["2026-01-01", "2026-01-31"]]);
  expect(split("2026-01-01", "2026-02-01", 31)).toEqual([
    ["2026-01-01", "2026-01-31"],
    ["2026-02-01", "2026-02-01"],
  ]);
});

test("every day is in exactly one range", () => {
  expect(split("2026-02-26", "2026-03-04", 3)).toEqual([
    ["2026-02-26", "2026-02-28"],
    ["2026-03-01", "2026-03-03"],
    ["2026-03-04", "2026-03-04"],
  ]);
});
