import { expect, test } from "vitest";
import { retryAfter } from "../../../src/core/wire/retry-after-header.ts";
import { testClock } from "../../fixtures/clock.ts";

const clock = testClock();
const date = (ms: number) => new Date(clock.now() + ms).toUTCString();

test.each([
  ["0", 1],
  ["0.2", 1],
  ["1.2", 2],
  ["30.01", 31],
  ["86399.5", 86_400],
  ["999999999", 86_400],
  [date(-60_000), 1],
  [date(10 * 365 * 86_400_000), 86_400],
  ["-5", undefined],
  ["soon 5", undefined],
  ["", undefined],
])("the header %j means %j seconds", (header, seconds) => {
  expect(retryAfter(new Headers({ "retry-after": header }), clock)).toBe(seconds);
});
