import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RunContext } from "../../../src/core/contract/run-context.ts";
import { type FindParams, freeTimes } from "../../../src/connectors/google-calendar/free-times.ts";
import { dayOf, timeOnClock, writeTime } from "../../../src/connectors/google-calendar/time-zones.ts";

describe("times on the clock of a time zone", () => {
  test.each([
    ["Europe/Berlin", "2026-12-01T09:00", "2026-12-01T09:00:00+01:00"],
    // The days on which the clocks change, in the morning.
    ["Europe/Berlin", "2026-03-29T01:30", "2026-03-29T01:30:00+01:00"],
    ["Europe/Berlin", "2026-03-29T03:00", "2026-03-29T03:00:00+02:00"],
    ["Europe/Berlin", "2026-10-25T03:00", "2026-10-25T03:00:00+01:00"],
    ["America/New_York", "2026-03-08T03:30", "2026-03-08T03:30:00-04:00"],
    ["America/New_York", "2026-11-01T00:30", "2026-11-01T00:30:00-04:00"],
    ["Asia/Kathmandu", "2026-01-01T00:00", "2026-01-01T00:00:00+05:45"],
    ["UTC", "2026-01-01T00:00", "2026-01-01T00:00:00Z"],
  ])("%s shows %s at %s", (timeZone, clock, text) => {
    const time = timeOnClock(Date.parse(`${clock}Z`), timeZone);
    expect(time).toBe(Date.parse(text));
    expect(writeTime(time, timeZone)).toBe(text);
  });

  test("every time that exists is read as it was written", () => {
    const zones = fc.constantFrom("Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "UTC"); // prettier-ignore
    const property = fc.property(
      zones,
      fc.integer({ min: 0, max: 40 * 365 * 24 * 4 }),
      (timeZone, quarters) => {
        const time = Date.UTC(2000, 0) + quarters * 15 * 60_000;
        const text = writeTime(time, timeZone);
        expect(Date.parse(text)).toBe(time);
        const back = timeOnClock(Date.parse(`${text.slice(0, 19)}Z`), timeZone);
        // An hour that the clock shows twice is one of the two.
        expect(writeTime(back, timeZone).slice(0, 19)).toBe(text.slice(0, 19));
        expect(new Date(dayOf(time, timeZone)).toISOString().slice(0, 10)).toBe(text.slice(0, 10));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

describe("free times", () => {
  const find = async (busy: readonly (readonly [string, string])[], more: Partial<FindParams> = {}) => {
    const spans = busy.map(([start, end]) => ({ start: `2026-12-01T${start}:00Z`, end: `2026-12-01T${end}:00Z` })); // prettier-ignore
    const read = async () => ({ body: { calendars: { a: { busy: spans }, b: { busy: [] } } } });
    const params = { calendarIds: ["a", "b"], timeMin: "2026-12-01T08:00:00Z", timeMax: "2026-12-01T18:00:00Z", minutes: 30, ...more }; // prettier-ignore
    const { data } = await freeTimes(params, { read } as unknown as RunContext);
    return (data as { free: { start: string; end: string }[] }).free.map(({ start, end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`); // prettier-ignore
  };
  test.each([
    ["none is busy", [], ["08:00-18:00"]],
    ["one contains another", [["10:00", "14:00"], ["11:00", "12:00"]], ["08:00-10:00", "14:00-18:00"]],
    ["two overlap, in another order", [["11:00", "13:00"], ["10:00", "12:00"]], ["08:00-10:00", "13:00-18:00"]],
    ["they reach over the ends", [["07:00", "09:00"], ["17:00", "20:00"]], ["09:00-17:00"]],
    ["all is busy", [["07:00", "20:00"]], []],
    ["what is left is too short", [["08:20", "17:40"]], []],
  ] as const)("if %s", async (_name, busy, free) => expect(await find(busy)).toEqual(free)); // prettier-ignore

  test("are in the hours of working days", async () => {
    const week = { timeMin: "2026-12-04T00:00:00Z", timeMax: "2026-12-08T00:00:00Z", dayStart: "09:00", dayEnd: "10:00" }; // prettier-ignore
    // From Friday to Monday.
    expect(await find([], week)).toHaveLength(2);
    expect(await find([], { ...week, weekends: true })).toHaveLength(4);
  });
});
