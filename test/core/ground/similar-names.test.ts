import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSameName, foldName, nearest, sameName } from "../../../src/core/ground/similar-names.ts";

test("letter case, dashes and underscores do not matter", () => {
  for (const name of ["threadTs", "thread-ts", "Thread_TS", "THREAD TS"])
    expect(foldName(name)).toBe("threadts");
});

test("the same letters match if exactly one candidate has them", () => {
  expect(sameName("Thread-Ts", ["thread_ts", "ts"])).toBe("thread_ts");
  expect(sameName("threadts", ["thread_ts", "threadTs"])).toBeUndefined();
  expect(sameName("thread_ts", ["thread_ts", "threadTs"])).toBe("thread_ts");
  expect(sameName("日本", ["thread_ts", "---"])).toBeUndefined();
});

test("a prepared search finds the same candidates as a single search", () => {
  const candidates = ["thread_ts", "threadTs", "users", "日本", "---", "user_groups", "users"];
  const prepared = createSameName(candidates);
  for (const name of [...candidates, "threadts", "Users", "USER-groups", "", "__proto__", "x".repeat(200)])
    expect(prepared(name)).toBe(sameName(name, [...new Set(candidates)]));
});

test.for([
  ["chanel", "channel"],
  ["suers", "users"],
  ["channel_id", "channel"],
  ["mesages", "messages"],
  ["user", "users"],
  ["qqqqqq", undefined],
  ["", undefined],
  ["__proto__", undefined],
])("nearest to %s is %s", ([name, expected]) => {
  expect(nearest(name!, ["channel", "messages", "users"])).toBe(expected);
});

test("a candidate with the same letters is better than a candidate with some of the letters", () => {
  expect(nearest("channel", ["channels", "channel_messages", "Channel"])).toBe("Channel");
  expect(nearest("message", ["channel_messages", "messages", "message_streams"])).toBe("messages");
});

test("a megabyte of letters is not compared with any name", () => {
  const long = "a".repeat(1e6);
  const candidates = Array.from({ length: 10_000 }, (_, index) => `candidate_${index}`);
  expect(sameName(long, candidates)).toBeUndefined();
  expect(nearest(long, candidates)).toBeUndefined();
});

/** Calculates the distance by its definition, without the shortcuts of `nearest`. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [
    i,
    ...Array.from({ length: b.length }, () => 0),
  ]);
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity;
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, change, swap);
    }
  return rows[a.length]![b.length]!;
}

test("the nearest name is the first one with the smallest distance", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "9"), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(letters, fc.array(letters, { maxLength: 8 }), (wanted, candidates) => {
      const contains = (one: string) =>
        wanted.length > 2 && (one.includes(wanted) || (one.length > 2 && wanted.includes(one)));
      const distances = candidates.map((one) =>
        one === wanted
          ? 0
          : contains(one)
            ? 0.5 + Math.abs(one.length - wanted.length) / 1000
            : distance(wanted, one),
      );
      const smallest = Math.min(...distances);
      const expected =
        smallest <= Math.max(1, wanted.length / 3) ? candidates[distances.indexOf(smallest)] : undefined;
      expect(nearest(wanted, candidates)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
