import { describe, expect, test } from "vitest";
import { createRowShaper } from "../../../../src/connectors/amazon-ads/reports/shape-rows.ts";

describe("rows are", () => {
  const rows = [
    { id: "1", term: "a", cost: 0.1, clicks: 1, impressions: 10, sales14d: 2, clickThroughRate: 10 },
    { id: "2", term: "a", cost: 0.2, clicks: 2, impressions: 10, sales14d: 4, clickThroughRate: 20 },
    { id: "3", term: "b", cost: 5, clicks: 0, impressions: 7, sales14d: 0, clickThroughRate: 0 },
  ];
  const shape = (how: Partial<Parameters<typeof createRowShaper>[0]>) => {
    const shaper = createRowShaper({ top: 10, ...how });
    for (const row of rows) shaper.add(row);
    return shaper.finish();
  };

  test("summed: ratios are computed from the sums and are never summed", () => {
    const { rows: found, notSummed, counts } = shape({ sumBy: ["term"], sortBy: "cost" });
    expect(counts).toEqual({ total: 3, matched: 3, merged: 2 });
    expect(notSummed).toEqual(["clickThroughRate"]);
    expect(found[1]).toEqual({
      term: "a",
      cost: 0.3,
      clicks: 3,
      impressions: 20,
      sales14d: 6,
      costPerClick: 0.1,
      clickThroughRate: 15,
      acos: 5,
      roas: 20,
    });
    expect(found[0]).toEqual({
      term: "b",
      cost: 5,
      clicks: 0,
      impressions: 7,
      sales14d: 0,
      clickThroughRate: 0,
      roas: 0,
    });
    expect(shape({ sumBy: [] }).rows).toHaveLength(1);
  });

  test("filtered, sorted and limited", () => {
    expect(shape({ where: [{ column: "clicks", is: ">", value: 0 }] }).rows.map(({ id }) => id)).toEqual([
      "1",
      "2",
    ]);
    expect(shape({ where: [{ column: "term", is: "contains", value: "B" }] }).counts?.matched).toBe(1);
    expect(shape({ sortBy: "cost", order: "asc", top: 1 })).toMatchObject({
      rows: [{ id: "1" }],
      counts: { total: 3, matched: 3 },
    });
  });

  test("read only up to `top` if skip is given, and the result says how to continue", () => {
    const part = (how: object, count: number) => {
      const shaper = createRowShaper({ skip: 100, top: 2, ...how });
      const read = rows.slice(0, count).filter((row) => !shaper.isFull() && shaper.add(row) === undefined);
      return { read: read.length, ...shaper.finish() };
    };
    expect(part({}, 3)).toEqual({
      read: 2,
      rows: rows.slice(0, 2),
      notSummed: [],
      nextSkip: 102,
    });
    expect(part({ where: [{ column: "clicks", is: "!=", value: 2 }] }, 3)).toMatchObject({
      read: 3,
      nextSkip: 103,
    });
    expect(part({}, 1)).toEqual({ read: 1, rows: rows.slice(0, 1), notSummed: [] });
  });

  test("sorted with limited memory, so only the first of many rows are kept", () => {
    const shaper = createRowShaper({ sortBy: "n", top: 3 });
    for (let n = 0; n < 10_000; n++) shaper.add({ n: (n * 7919) % 10_000 });
    expect(shaper.finish().rows).toEqual([{ n: 9999 }, { n: 9998 }, { n: 9997 }]);
  });
});
