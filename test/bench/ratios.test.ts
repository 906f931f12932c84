import { expect, test } from "vitest";
import { summarise } from "../../bench/compare/ratios.ts";

// The summary of one row of `npm run bench`.

const row = { name: "P1", against: "fetch", unit: "ms", ours: [1, 2, 9], rival: [2, 8, 9] };

test("the ratio is the median of the ratios of the rounds, and not the ratio of the medians", () => {
  expect(summarise(row)).toEqual({
    name: "P1",
    against: "fetch",
    unit: "ms",
    ours: 2,
    rival: 8,
    ratio: 0.5,
    spread: [0.375, 0.75],
    bar: null,
    pass: null,
  });
});

test.each([
  [0.5, true],
  [0.49, false],
])("with a bar of %d for the ratio, a ratio of 0.5 gives %s", (ratio, pass) => {
  expect(summarise({ ...row, bar: { ratio } })).toMatchObject({ bar: ratio, pass });
});

test.each([
  [2, true],
  [1.9, false],
])("with a bar of %d for the value, a median of 2 gives %s", (value, pass) => {
  expect(summarise({ ...row, rival: undefined, bar: { value } })).toMatchObject({
    ratio: null,
    rival: null,
    bar: value,
    pass,
  });
});

test.each([
  [[10, 10], [11, 11], true],
  [[11, 11], [10, 10], true],
  [[10, 10], [12, 12], false],
  [[12, 12], [10, 10], false],
])("two runs of one program that use %j and %j are the same within 1.1: %s", (ours, rival, pass) => {
  expect(summarise({ ...row, ours, rival, bar: { same: 1.1 } })).toMatchObject({ bar: 1.1, pass });
});
