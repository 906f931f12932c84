import { expect, test } from "vitest";
import { late, loadOnce } from "../../../src/core/ground/lazy.ts";

test("late code is loaded by the first call, and gets the arguments", async () => {
  let loads = 0;
  const add = late(async () => {
    loads++;
    return (one: number, other: number) => one + other;
  });
  expect(loads).toBe(0);
  expect(await add(1, 2)).toBe(3);
  expect(loads).toBe(1);
});

test("a value is loaded once, for calls at the same time and for later calls", async () => {
  let loads = 0;
  const withValue = loadOnce(async () => ++loads);
  expect(loads).toBe(0);
  const use = async (value: number) => value * 10;
  expect(await Promise.all([withValue(use), withValue(use)])).toEqual([10, 10]);
  expect(await withValue(use)).toBe(10);
  expect(loads).toBe(1);
});

test("after a failure, the next call loads the value again", async () => {
  let loads = 0;
  const withValue = loadOnce(async () => {
    if (++loads === 1) throw new Error("not yet");
    return loads;
  });
  await expect(withValue(async (value) => value)).rejects.toThrow("not yet");
  expect(await withValue(async (value) => value)).toBe(2);
});
