import { expect, test } from "vitest";
import {
  highestPercent,
  highestRaised,
  percentToday,
} from "../../../../../src/connectors/amazon-ads/money/model/highest-percent.ts";

const today = "2026-03-12"; // A Thursday.
const rule = (increasePercent: number | undefined, more: object = {}) => ({ increasePercent, ...more });
const at = (startTime: string, endTime: string) => ({ startTime, endTime });

test.each([
  ["no rules", [], 0],
  ["rules that always apply", [rule(10), rule(20)], 30],
  ["different days of the week", [rule(10, { daysOfWeek: ["MONDAY"] }), rule(20, { daysOfWeek: ["FRIDAY", "SUNDAY"] })], 20], // prettier-ignore
  ["different hours", [rule(10, at("08:00", "12:00")), rule(20, at("12:00", "13:00"))], 20],
  ["hours that overlap by a minute", [rule(10, at("08:00", "12:01")), rule(20, at("12:00", "13:00"))], 30],
  ["different dates", [rule(10, { startDate: "2026-04-01", endDate: "2026-04-05" }), rule(20, { startDate: "2026-04-06" })], 20], // prettier-ignore
  ["dates that overlap by a day", [rule(10, { startDate: "2026-04-01", endDate: "2026-04-06" }), rule(20, { startDate: "2026-04-06" })], 30], // prettier-ignore
  ["a far day", [rule(10), rule(20, { startDate: "2099-01-01" })], 30],
  ["an event without dates, which can be on any day", [rule(10, { startDate: "2026-04-01" }), rule(20, { eventId: "x" })], 30], // prettier-ignore
  ["an event with dates", [rule(10, { startDate: "2026-04-01", endDate: "2026-04-02" }), rule(20, { eventId: "x", startDate: "2026-05-01" })], 20], // prettier-ignore
  ["a night and the next morning", [rule(10, { ...at("22:00", "06:00"), daysOfWeek: ["MONDAY"] }), rule(20, { ...at("05:00", "07:00"), daysOfWeek: ["TUESDAY"] })], 30], // prettier-ignore
  ["a night and an earlier evening", [rule(10, at("22:00", "06:00")), rule(20, at("18:00", "22:00"))], 20],
  ["an unknown percentage", [rule(undefined)], Infinity],
])("%s", (_, rules, expected) => {
  expect(highestPercent(rules, today)).toBe(expected);
});

test("only the times at which more is added count", () => {
  const saturday = rule(50, { daysOfWeek: ["SATURDAY"] });
  const sunday = rule(10, { daysOfWeek: ["SUNDAY"] });
  expect(highestRaised([saturday, sunday], [saturday], today)).toBe(10);
  expect(highestRaised([saturday, rule(10)], [saturday], today)).toBe(60);
  expect(highestRaised([saturday], [saturday, sunday], today)).toBe(0);
  expect(highestRaised([rule(undefined), sunday], [rule(undefined)], today)).toBe(Infinity);
});

test("only rules that certainly apply all day are in force today", () => {
  expect(percentToday([rule(10), rule(20, { daysOfWeek: ["THURSDAY"] }), rule(5, at("00:00", "23:59"))], today)).toBe(35); // prettier-ignore
  const uncertain = [
    rule(10, { daysOfWeek: ["FRIDAY"] }),
    rule(10, at("08:00", "20:00")),
    rule(10, { metric: "ROAS" }),
    rule(10, { startDate: "2026-03-13" }),
    rule(10, { endDate: "2026-03-11" }),
    rule(10, { eventId: "x" }),
    rule(undefined),
  ];
  expect(percentToday(uncertain, today)).toBe(0);
});
