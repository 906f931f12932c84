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
});

test("a megabyte of letters is not compared with any name", () => {
  const long = "a".repeat(1e6);
  const candidates = Array.from({ length: 10_000 }, (_, index) => `candidate_${index}`);
  expect(sameName(long, candidates)).toBeUndefined();
  expect(nearest(long, candidates)).toBeUndefined();
});
