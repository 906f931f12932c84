import { expect, test } from "vitest";
import { createRecentMap } from "../../../../src/connectors/slack/names/recent-map.ts";

test("a map with at most ten entries always has the five that were set last", () => {
  const map = createRecentMap<number, string>(10);
  for (let key = 0; key < 1000; key++) {
    map.set(key, `value ${key}`);
    const kept = Array.from({ length: key + 1 }, (_, index) => index).filter(
      (one) => map.get(one) !== undefined,
    );
    expect(kept.length).toBeLessThanOrEqual(10);
    expect(kept).toEqual(expect.arrayContaining([0, 1, 2, 3, 4].map((back) => Math.max(0, key - back))));
  }
  expect(map.get(999)).toBe("value 999");
});

test("a newer value replaces an older value, even if the older value is in the other half", () => {
  const map = createRecentMap<string, number>(4);
  map.set("a", 1);
  map.set("b", 1);
  map.set("a", 2);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([2, 1, undefined]);
});
