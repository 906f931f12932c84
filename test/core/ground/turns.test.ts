import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "../../../src/core/ground/turns.ts";

test("tasks of one key start in order, at most two at a time, and a failed task gives its place back", async () => {
  const turns = createTurns(2);
  const started: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const tasks = ends.map(({ promise }, nth) =>
    turns("one", async () => {
      started.push(nth);
      await promise;
    }).catch(() => "failed"),
  );
  const other = turns("other", async () => "other");
  expect(await other).toBe("other");
  expect(started).toEqual([0, 1]);
  ends[1]!.reject(new Error("no"));
  expect(await tasks[1]).toBe("failed");
  await setImmediate();
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(tasks);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(await turns("one", async () => "again")).toBe("again");
});

test("a task that is aborted as it gets its place gives the place to the next task", async () => {
  const turns = createTurns();
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  const started: string[] = [];
  const held = turns("one", async () => {
    await first.promise;
    // The next task has not started yet when the signal aborts.
    queueMicrotask(() => queueMicrotask(() => stop.abort(new Error("stopped"))));
  });
  const aborted = turns("one", async () => started.push("aborted"), { signal: stop.signal });
  const last = turns("one", async () => started.push("last"));
  first.resolve();
  await held;
  const outcome = await aborted.then(
    () => "ran",
    () => "stopped",
  );
  await last;
  expect(started).toEqual(outcome === "ran" ? ["aborted", "last"] : ["last"]);
  const before = turns("one", async () => started.push("never"), { signal: AbortSignal.abort() });
  await expect(before).rejects.toThrow("aborted");
  expect(await turns("one", async () => "free")).toBe("free");
});

test("a task that is aborted while it waits starts no other task early", async () => {
  const turns = createTurns();
  const first = Promise.withResolvers<void>();
  const stop = new AbortController();
  const started: string[] = [];
  const held = turns("one", () => first.promise);
  const second = turns("one", async () => started.push("second"));
  const aborted = turns("one", async () => started.push("aborted"), { signal: stop.signal });
  stop.abort();
  await expect(aborted).rejects.toThrow("aborted");
  expect(started).toEqual([]);
  first.resolve();
  await Promise.all([held, second]);
  expect(started).toEqual(["second"]);
});
