import { expect, test } from "vitest";
import { isUsedUp, resetSeconds } from "../../../../src/core/wire/executor/rate-headers.ts";

const clock = { now: () => 1_000_000 } as never;
const rate = (unit = "seconds") => ({ headers: { remaining: "x-left", reset: "x-reset", unit } }) as never;

test.each<[string | undefined, boolean]>([
  ["0", true],
  [" 0 ", true],
  ["1", false],
  ["", false],
  [undefined, false],
])("with the remaining requests %j, the limit is used up: %s", (left, isUsed) => {
  const headers = new Headers(left === undefined ? {} : { "x-left": left });
  expect([isUsedUp(headers, rate()), isUsedUp(headers, undefined)]).toEqual([isUsed, false]);
});

test.each<["epoch" | "epoch-ms" | undefined, string | undefined, number | undefined]>([
  [undefined, "30", 30],
  [undefined, "1.2", 2],
  [undefined, "0", 1],
  [undefined, "-5", 1],
  [undefined, "86401", 86_400],
  [undefined, "soon", undefined],
  [undefined, undefined, undefined],
  ["epoch", "1030", 30],
  ["epoch", "900", 1],
  ["epoch", "999999", 86_400],
  ["epoch", undefined, undefined],
  ["epoch-ms", "1030000", 30],
  ["epoch-ms", "900000", 1],
])("with the unit %j, the reset %j is a pause of %s seconds", (unit, reset, seconds) => {
  const headers = new Headers(reset === undefined ? {} : { "x-reset": reset });
  expect(resetSeconds(headers, rate(unit), clock)).toBe(seconds);
  expect(resetSeconds(headers, undefined, clock)).toBe(undefined);
});
