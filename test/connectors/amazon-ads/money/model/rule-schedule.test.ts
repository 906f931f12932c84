import { describe, expect, test } from "vitest";
import {
  hasEnded,
  widensSchedule,
} from "../../../../../src/connectors/amazon-ads/money/model/rule-schedule.ts";

const at = (startTime: string, endTime: string, more: object = {}) => ({ startTime, endTime, ...more });
const saturday = { daysOfWeek: ["SATURDAY"] };
const weekend = { daysOfWeek: ["SATURDAY", "SUNDAY"] };

describe("the times of a rule", () => {
  test.each([
    ["a later end", at("18:00", "22:00"), at("18:00", "23:00")],
    ["an earlier start", at("18:00", "22:00"), at("17:59", "22:00")],
    ["nearly the whole day instead of an evening", at("18:00", "22:00"), at("20:00", "19:00")],
    ["a night instead of an evening", at("18:00", "22:00"), at("20:00", "01:00")],
    ["an evening instead of a night", at("22:00", "06:00"), at("21:00", "23:00")],
    ["a longer night", at("22:00", "06:00"), at("22:00", "07:00")],
    ["equal times, which can be the whole day", at("18:00", "22:00"), at("18:00", "18:00")],
    ["an hour instead of equal times, which can be no time", at("18:00", "18:00"), at("18:00", "19:00")],
    ["other equal times", at("18:00", "18:00", saturday), at("09:00", "09:00", saturday)],
    ["no times instead of an evening", at("18:00", "22:00"), {}],
    ["another day", at("18:00", "22:00", saturday), at("18:00", "22:00", weekend)],
    ["another night", at("22:00", "06:00", saturday), at("22:00", "06:00", weekend)],
    ["a night that reaches the next day", at("00:00", "23:59", saturday), at("20:00", "19:00", saturday)],
    ["every day", at("18:00", "22:00", weekend), at("18:00", "22:00")],
    ["a last night after the last day", at("00:00", "23:59", { endDate: "2026-04-01" }), at("20:00", "19:00", { endDate: "2026-04-01" })], // prettier-ignore
    ["another event", { eventId: "a" }, { eventId: "b" }],
    ["an earlier first day", { startDate: "2026-04-02" }, { startDate: "2026-04-01" }],
    ["a later last day", { endDate: "2026-04-01" }, { endDate: "2026-04-02" }],
    ["no last day", { endDate: "2026-04-01" }, {}],
  ])("%s is more", (_, before, after) => {
    expect(widensSchedule(after, before)).toBe(true);
  });

  test.each([
    ["the same night", at("20:00", "19:00", saturday), at("20:00", "19:00", saturday)],
    ["the same equal times", at("18:00", "18:00"), at("18:00", "18:00")],
    ["a shorter evening", at("18:00", "22:00"), at("19:00", "21:00")],
    ["a shorter night", at("20:00", "08:00"), at("22:00", "06:00")],
    ["the evening part of a night", at("20:00", "08:00"), at("20:00", "23:59")],
    ["an evening instead of the whole day", {}, at("18:00", "22:00")],
    ["a night instead of the whole day, every day", {}, at("22:00", "06:00")],
    ["one night less", at("20:00", "08:00", weekend), at("20:00", "08:00", saturday)],
    ["an earlier last night", at("20:00", "08:00", { endDate: "2026-04-02" }), at("20:00", "08:00", { endDate: "2026-04-01" })], // prettier-ignore
    ["a later first day", { startDate: "2026-04-01" }, { startDate: "2026-04-02" }],
  ])("%s is not more", (_, before, after) => {
    expect(widensSchedule(after, before)).toBe(false);
  });

  test("a night of the last day still applies on the next morning", () => {
    const ended = { endDate: "2026-04-01" };
    expect(hasEnded({ ...ended, ...at("18:00", "22:00") }, "2026-04-02")).toBe(true);
    expect(hasEnded({ ...ended, ...at("22:00", "06:00") }, "2026-04-02")).toBe(false);
    expect(hasEnded({ ...ended, ...at("22:00", "06:00") }, "2026-04-03")).toBe(true);
  });
});
