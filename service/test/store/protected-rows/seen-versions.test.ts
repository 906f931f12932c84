import { expect, test } from "vitest";
import { createSeenVersions } from "../../../src/store/protected-rows/seen-versions.ts";

test("a response that comes last with an older version is accepted at any moment", () => {
  for (let ms = 0; ms <= 120_000; ms += 500) {
    const seen = createSeenVersions();
    expect(seen.accept("o1", 1, 0)).toBe(true);
    for (let at = 500; at < ms; at += 500) seen.accept("o1", 1, at);
    expect(seen.accept("o1", 2, ms)).toBe(true);
    expect(seen.accept("o1", 1, ms)).toBe(true);
    expect(seen.accept("o1", 1, ms + 500)).toBe(true);
  }
});

test("a version that was put back is refused after a minute, in the organization alone", () => {
  const seen = createSeenVersions();
  seen.accept("o1", 7, 0);
  seen.accept("o2", 6, 0);
  const accepted = (organization: string) =>
    Array.from({ length: 61 }, (_, second) => seen.accept(organization, 6, (second + 1) * 1000));
  expect(accepted("o1").slice(59)).toEqual([false, false]);
  expect(accepted("o2")).not.toContain(false);
  expect(seen.accept("o1", 7, 70_000)).toBe(true);
});

test("a clock that is set back refuses nothing new", () => {
  const seen = createSeenVersions();
  seen.accept("o1", 7, 1_000_000);
  expect(seen.accept("o1", 8, 1000)).toBe(true);
  expect(seen.accept("o1", 7, 1001)).toBe(true);
});
