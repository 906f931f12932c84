import { describe, expect, test } from "vitest";
import {
  createRowShaper,
  type RowOptions,
} from "../../../../../src/connectors/amazon-ads/reports/rows/shape-rows.ts";
import { createSumTable } from "../../../../../src/connectors/amazon-ads/reports/rows/sum-table.ts";
import { countBy, planSums } from "../../../../../src/connectors/amazon-ads/reports/rows/sum-plan.ts";

describe("rows are", () => {
  const rows = [
    { adId: "1", searchTerm: "a", cost: 0.1, clicks: 1, impressions: 10, sales14d: 2, clickThroughRate: 10 },
    { adId: "2", searchTerm: "a", cost: 0.2, clicks: 2, impressions: 10, sales14d: 4, clickThroughRate: 20 },
    { adId: "3", searchTerm: "b", cost: 5, clicks: 0, impressions: 7, sales14d: 0, clickThroughRate: 0 },
  ];
  const columns = Object.keys(rows[0]!);
  const shape = ({ sumBy, ...how }: Partial<RowOptions>, some: readonly object[] = rows) => {
    const sums = sumBy && planSums(columns, sumBy);
    const shaper = createRowShaper({ top: 10, ...how }, { sums });
    for (const row of some) shaper.add({ ...row });
    return shaper.finish();
  };

  test("summed: ratios are computed from the sums, and ACOS says its window", () => {
    const { rows: found, refused, counts } = shape({ sumBy: ["searchTerm"], sortBy: "cost" });
    expect(counts).toEqual({ total: 3, matched: 3, summed: 2 });
    expect(refused).toEqual([]);
    expect(found[1]).toEqual({
      searchTerm: "a",
      cost: 0.3,
      clicks: 3,
      impressions: 20,
      sales14d: 6,
      costPerClick: 0.1,
      clickThroughRate: 15,
      acos14d: 5,
      roas14d: 20,
    });
    expect(found[0]).toMatchObject({ cost: 5, clicks: 0, costPerClick: null, acos14d: null, roas14d: 0 });
    expect(shape({ sumBy: [] }).rows).toHaveLength(1);
    expect(
      shape({ sumBy: ["searchTerm"], sortBy: "acos14d", order: "asc" }).rows.map(({ cost }) => cost),
    ).toEqual([5, 0.3]);
    expect(shape({ sumBy: ["searchTerm"], sortBy: "searchTerm", order: "asc", top: 1 }).rows).toMatchObject([
      { searchTerm: "a" },
    ]);
  });

  test("summed by any kind of value, each once", () => {
    const values = [
      "",
      "a",
      "ä",
      "\u{1f600}",
      "\ud800",
      "\u0001x",
      "__proto__",
      1,
      "1",
      null,
      true,
      "a b",
      0.5,
    ];
    const some = [...values, ...values].map((searchTerm) => ({ searchTerm, clicks: 1 }));
    const found = shape({ sumBy: ["searchTerm"], top: 100 }, some).rows;
    expect(found.map(({ searchTerm }) => searchTerm)).toEqual(values);
    expect(found.every(({ clicks }) => clicks === 2)).toBe(true);
    const pairs = values.flatMap((searchTerm) => values.map((adId) => ({ searchTerm, adId, clicks: 1 })));
    const by = shape({ sumBy: ["adId", "searchTerm"], top: 1000 }, [...pairs, ...pairs]).rows;
    expect(by.map(({ adId, searchTerm }) => ({ searchTerm, adId, clicks: 1 }))).toEqual(pairs);
    expect(by.every(({ clicks }) => clicks === 2)).toBe(true);
  });

  test("summed many at a time, with the same sums as a Map", () => {
    const expected = new Map<string, number>();
    const some = Array.from({ length: 20_000 }, (_, n) => {
      const row = { adId: String((n * 7919) % 3000), searchTerm: `term ${n % 7}`, clicks: n % 13 };
      const key = `${row.adId} ${row.searchTerm}`;
      expected.set(key, (expected.get(key) ?? 0) + row.clicks);
      return row;
    });
    const found = shape({ sumBy: ["adId", "searchTerm"], top: 100_000 }, some).rows;
    expect(new Map(found.map((row) => [`${row["adId"]} ${row["searchTerm"]}`, row["clicks"]]))).toEqual(
      expected,
    );
  });

  test("refused if they would not fit in memory, with what to do", () => {
    const table = createSumTable(countBy(["adId"]), 100_000);
    expect(() => {
      for (let n = 0; n < 10_000; n++) table.add({ adId: `ad ${n}` });
    }).toThrow(
      expect.objectContaining({
        code: "upstream_response_too_large",
        message: expect.stringContaining("adId"),
        hint: expect.stringContaining("reportRows"),
      }),
    );
  });

  test("not summed if a metric is a text", () => {
    expect(() => shape({ sumBy: [] }, [{ adId: "1", cost: "12" }])).toThrow(
      expect.objectContaining({
        code: "upstream_invalid_response",
        message: "The column cost of the report is not a number.",
      }),
    );
  });

  test("counted, for an export", () => {
    const shaper = createRowShaper({ top: 9, sortBy: "records" }, { sums: countBy(["state"]) });
    for (const state of ["PAUSED", "ENABLED", "ENABLED"]) shaper.add({ state, bid: 2 });
    expect(shaper.finish().rows).toEqual([
      { state: "ENABLED", records: 2 },
      { state: "PAUSED", records: 1 },
    ]);
  });

  test("of a daily report: the name of the latest day is kept", () => {
    const sums = planSums(["date", "campaignId", "campaignName", "clicks"], ["campaignId"]);
    const shaper = createRowShaper({ top: 9 }, { sums });
    for (const [date, campaignName] of [
      ["2026-01-02", "b"],
      ["2026-01-03", "c"],
      ["2026-01-01", "a"],
    ])
      // prettier-ignore
      shaper.add({ date, campaignId: "1", campaignName, clicks: 1 });
    expect(shaper.finish().rows).toMatchObject([{ campaignName: "c", clicks: 3 }]);
  });

  test("filtered, sorted and limited", () => {
    expect(shape({ where: [{ column: "clicks", is: ">", value: 0 }] }).rows.map(({ adId }) => adId)).toEqual([
      "1",
      "2",
    ]);
    expect(shape({ where: [{ column: "searchTerm", is: "contains", value: "B" }] }).counts?.matched).toBe(1);
    expect(shape({ sortBy: "cost", order: "asc", top: 1 })).toMatchObject({
      rows: [{ adId: "1" }],
      counts: { total: 3, matched: 3 },
    });
    expect(() => shape({ where: [{ column: "cost", is: ">", value: "1" }] })).toThrow(/cost has numbers/);
  });

  test("read only up to `top` if skip is given, and the result says how to continue", () => {
    const part = (how: object, count: number) => {
      const shaper = createRowShaper({ skip: 100, top: 2, ...how });
      const read = rows.slice(0, count).filter((row) => !shaper.isFull() && shaper.add(row) === undefined);
      return { read: read.length, ...shaper.finish() };
    };
    expect(part({}, 3)).toEqual({ read: 2, rows: rows.slice(0, 2), refused: [], nextSkip: 102 });
    expect(part({ where: [{ column: "clicks", is: "!=", value: 2 }] }, 3)).toMatchObject({
      read: 3,
      nextSkip: 103,
    });
    expect(part({}, 1)).toEqual({ read: 1, rows: rows.slice(0, 1), refused: [] });
  });

  test("sorted with limited memory, so only the first of many rows are kept", () => {
    const shaper = createRowShaper({ sortBy: "n", top: 3 });
    for (let n = 0; n < 10_000; n++) shaper.add({ n: (n * 7919) % 10_000 });
    expect(shaper.finish().rows).toEqual([{ n: 9999 }, { n: 9998 }, { n: 9997 }]);
  });
});
