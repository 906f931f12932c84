import { expect, test } from "vitest";
import { createTurns } from "../../src/store/turns.ts";

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
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(tasks);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(await turns("one", async () => "again")).toBe("again");
});
