import { describe, expect, test } from "vitest";
import type { DayTotals } from "../../../src/core/contract/day-totals.ts";
import { settled, usedOf, withFirstValues, withReservation } from "../../../src/core/policy/day-totals.ts";
import { accountDay } from "../../../src/core/policy/account-day.ts";

const none: DayTotals = { amounts: {}, reserved: {} };
const cap = "max_day_raise";
const raise = (key: string, from: number, to: number) =>
  ({ path: key, cap, key, from, to, perDay: true }) as const;
const confirmed = (...keys: string[]) => new Set(keys);

describe("the totals of a day", () => {
  test("count what is reserved and what is confirmed, and not what is released", () => {
    let totals = withReservation(none, "one", [raise("a", 10, 30), raise("b", 0, 5)]);
    expect(usedOf(totals, cap)).toBe(25);
    totals = withReservation(totals, "two", [raise("c", 1, 2)]);
    expect(usedOf(totals, cap)).toBe(26);
    totals = settled(totals, "one", confirmed("a"));
    expect(usedOf(totals, cap)).toBe(21);
    totals = settled(totals, "two", confirmed());
    expect(usedOf(totals, cap)).toBe(20);
    expect(totals.reserved).toEqual({});
    expect(usedOf(totals, "max_other")).toBe(0);
  });

  test("count an amount once, up to its highest value of the day", () => {
    let totals = settled(withReservation(none, "one", [raise("a", 10, 30)]), "one", confirmed("a"));
    // The amount was lowered to 10 in between. Raising it to 30 again adds nothing, and to 35 adds 5.
    totals = withReservation(totals, "two", [raise("a", 10, 30)]);
    expect(usedOf(totals, cap)).toBe(20);
    totals = withReservation(totals, "three", [raise("a", 10, 35), raise("a", 10, 12)]);
    expect(usedOf(totals, cap)).toBe(25);
    expect(usedOf(settled(totals, "three", confirmed()), cap)).toBe(20);
  });

  test("count an amount that restarts from 0 again, in addition to its earlier raises", () => {
    const restart = (to: number) => ({ ...raise("a", 0, to), restarts: true }) as const;
    const lowered = withFirstValues(none, { a: 500 });
    let totals = settled(withReservation(lowered, "one", [restart(10)]), "one", confirmed("a"));
    expect(usedOf(totals, cap)).toBe(10);
    totals = settled(withReservation(totals, "two", [raise("a", 10, 40)]), "two", confirmed("a"));
    expect(usedOf(totals, cap)).toBe(40);
    totals = withReservation(totals, "three", [restart(5)]);
    expect(usedOf(totals, cap)).toBe(45);
    expect(usedOf(settled(totals, "three", confirmed()), cap)).toBe(40);
  });

  test("count an amount with a limit at most up to the limit, also after it restarts", () => {
    const limited = (from: number, to: number) => ({ ...raise("a", from, to), within: { b: 20 } });
    let totals = settled(withReservation(none, "one", [limited(300, 305)]), "one", confirmed("a"));
    expect(usedOf(totals, cap)).toBe(5);
    totals = settled(withReservation(totals, "two", [limited(305, 1000)]), "two", confirmed("a"));
    expect(usedOf(totals, cap)).toBe(20);
    totals = withReservation(totals, "three", [{ ...limited(0, 400), restarts: true }]);
    expect(usedOf(totals, cap)).toBe(20);
  });

  test("limit an amount by the highest values that the limiting amounts had on this day", () => {
    const lowered = withFirstValues(none, { paused: 20 });
    const limited = { ...raise("a", 3, 1000), within: { paused: 0, running: 5 } };
    expect(usedOf(withReservation(lowered, "one", [limited]), cap)).toBe(25);
    expect(usedOf(withReservation(none, "one", [limited]), cap)).toBe(5);
    expect(usedOf(withReservation(none, "one", [{ ...limited, within: {} }]), cap)).toBe(0);
    expect(usedOf(withReservation(none, "one", [{ ...limited, within: { unknown: Infinity } }]), cap)).toBe(997); // prettier-ignore
  });

  test("keep the first value of an amount, also if the first change is a lowering", () => {
    const first = withFirstValues(none, { bid: 10 });
    expect(withFirstValues(first, { bid: 5, other: 1 }).amounts).toEqual({
      bid: { first: 10, high: 10 },
      other: { first: 1, high: 1 },
    });
    expect(withFirstValues(first, { bid: 7 })).toBe(first);
    expect(withFirstValues(none, { constructor: 4 } as never).amounts).toHaveProperty("constructor", { first: 4, high: 4 }); // prettier-ignore
  });

  test("use the first value of a default amount for the amount that replaces it", () => {
    const first = withFirstValues(none, { default: 10 });
    const totals = withFirstValues(first, { own: 15, other: 15 }, { own: "default", other: "unknown" });
    expect([totals.amounts.own!.first, totals.amounts.other!.first]).toEqual([10, 15]);
    expect(withFirstValues(totals, { own: 12 }, { own: "unknown" })).toBe(totals);
    const added = withFirstValues(totals, { constructor: 4 } as never, { own: "default" });
    expect(added.amounts).toHaveProperty("constructor", { first: 4, high: 4 });
  });

  test("belong to the day of the account's time zone", () => {
    const time = Date.UTC(2026, 2, 12, 5);
    expect(accountDay({ timezone: "America/Los_Angeles" }, time)).toBe("2026-03-11");
    expect(accountDay({ timezone: "Asia/Tokyo" }, time)).toBe("2026-03-12");
    for (const account of [undefined, {}, { timezone: "Mars/Olympus" }])
      expect(accountDay(account, time)).toBe("2026-03-12");
  });
});

test("keep the states of records when a reservation is made and ends", () => {
  const states = { "campaign 1": ["a", "b"] };
  const reserved = withReservation({ amounts: {}, reserved: {}, states }, "call", [
    { path: "budget", cap: "max_sum", key: "campaign 1 ceiling", from: 1, to: 2, perDay: true },
  ]);
  expect(reserved.states).toEqual(states);
  expect(settled(reserved, "call", new Set()).states).toEqual(states);
});
