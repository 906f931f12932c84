import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 1: find the search terms, keywords and products that cost money and sell nothing.

const range = { startDate: "2026-02-10", endDate: "2026-03-05", wait_seconds: 50 };

describeJob("wasted spend", {}, (job) => {
  test.each([
    ["search terms", "spSearchTerm", "searchTerm"],
    ["keywords and targets", "spTargeting", "keywordId"],
    ["products", "spAdvertisedProduct", "advertisedAsin"],
  ])("%s without a sale are the same as in the whole report", async (_, reportTypeId, column) => {
    const { ask } = job();
    const columns = [column, "cost", "purchases14d"];
    const all = await ask<{ rows: Dict[] }>("reports", "run", {
      ...range,
      reportTypeId,
      columns,
      top: 10_000,
    });
    const sums = new Map<unknown, { cost: number; purchases: number }>();
    for (const row of all.rows) {
      const sum = sums.get(row[column]) ?? { cost: 0, purchases: 0 };
      const [cost, purchases] = [Number(row.cost), Number(row.purchases14d)];
      sums.set(row[column], { cost: sum.cost + cost, purchases: sum.purchases + purchases });
    }
    const expected = [...sums].filter(([, sum]) => sum.purchases === 0 && sum.cost > 0);
    const wasted = await ask<{ rows: Dict[] }>("reports", "run", {
      ...range,
      reportTypeId,
      columns,
      sumBy: [column],
      having: [
        { column: "purchases14d", is: "=", value: 0 },
        { column: "cost", is: ">", value: 0 },
      ],
      sortBy: "cost",
      top: 1000,
    });
    expect(wasted.rows.map((row) => row[column]).toSorted()).toEqual(expected.map(([key]) => key).toSorted());
    expect(wasted.rows.map(({ cost }) => cost)).toEqual(wasted.rows.map(({ cost }) => cost as number).toSorted((a, b) => b - a)); // prettier-ignore
    for (const row of wasted.rows) expect(row.cost).toBeCloseTo(sums.get(row[column])!.cost, 2);
    if (column === "searchTerm") expect(expected.length).toBeGreaterThan(2);
  });
});
