import { expect, test } from "vitest";
import { inTurn, watchWrites } from "../../../src/core/call/account-turns.ts";

const free = { signal: undefined, aborted: () => new Error("aborted") };
const held = () => {
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release: () => release() };
};

test("writes of one account run in the order of their calls, also after a failure, and other accounts do not wait", async () => {
  const order: string[] = [];
  const { until, release } = held();
  const first = inTurn("1", free, async () => {
    await until;
    order.push("first");
    throw new Error("lost");
  });
  const second = inTurn("1", free, async () => order.push("second"));
  await inTurn("2", free, async () => order.push("other account"));
  release();
  await expect(first).rejects.toThrow("lost");
  await second;
  expect(order).toEqual(["other account", "first", "second"]);
});

test("a write that is aborted while it waits never runs, and the next write still waits for the first", async () => {
  const order: string[] = [];
  const { until, release } = held();
  const stop = new AbortController();
  const first = inTurn("1", free, async () => {
    await until;
    order.push("first");
  });
  const aborted = inTurn("1", { ...free, signal: stop.signal }, async () => order.push("aborted"));
  const third = inTurn("1", free, async () => order.push("third"));
  stop.abort();
  await expect(aborted).rejects.toThrow("aborted");
  release();
  await Promise.all([first, third]);
  expect(order).toEqual(["first", "third"]);
});

test("a watch notes the accounts in which a write ends during the watch", async () => {
  await inTurn("1", free, async () => {});
  const watch = watchWrites();
  await inTurn("2", free, async () => {});
  expect([watch.hasEnded("1"), watch.hasEnded("2")]).toEqual([false, true]);
  watch.stop();
  await inTurn("3", free, async () => {});
  expect(watch.hasEnded("3")).toBe(false);
});
