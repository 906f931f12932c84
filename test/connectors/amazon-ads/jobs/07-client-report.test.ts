import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 7: the report for a client: weeks, months, and two periods compared.

const report = {
  reportTypeId: "spCampaigns",
  columns: ["cost", "sales14d", "purchases14d", "acos14d"],
  wait_seconds: 50,
};
const total = (rows: readonly Dict[], name: string) =>
  rows.reduce((sum, row) => sum + (row[name] as number), 0);

describeJob("report for a client", {}, (job) => {
  test("46 days become two reports, whose sum is the sum of both periods", async () => {
    const { ask } = job();
    const run = (startDate: string, endDate: string, more: Dict = {}) =>
      ask<{ rows: Dict[]; reportIds: string[] }>("reports", "run", {
        ...report,
        startDate,
        endDate,
        ...more,
      });
    const sumBy = ["campaignId", "campaignName"];
    const whole = await run("2026-01-15", "2026-03-01", { sumBy, top: 1000 });
    expect(whole.reportIds).toHaveLength(2);
    const [january, february] = [
      await run("2026-01-15", "2026-01-31", { sumBy, top: 1000 }),
      await run("2026-02-01", "2026-03-01", { sumBy, top: 1000 }),
    ];
    for (const name of ["cost", "sales14d", "purchases14d"])
      expect(total(whole.rows, name)).toBeCloseTo(total(january.rows, name) + total(february.rows, name), 1);
    const [one] = whole.rows;
    expect(one!.acos14d).toBeCloseTo(((one!.cost as number) / (one!.sales14d as number)) * 100, 1);
    // Each of the two periods has one total, with a ratio that is computed from this total.
    const periods = await Promise.all([
      run("2026-02-08", "2026-02-14", { sumBy: [] }),
      run("2026-02-15", "2026-02-21", { sumBy: [] }),
    ]);
    for (const { rows } of periods) {
      expect(rows).toHaveLength(1);
      expect(rows[0]!.acos14d).toBeCloseTo(((rows[0]!.cost as number) / (rows[0]!.sales14d as number)) * 100, 1); // prettier-ignore
    }
  });

  test("a column that cannot be added over two reports is refused, and the error says what to do", async () => {
    const { refused } = job();
    const error = await refused("reports", "run", {
      ...report,
      reportTypeId: "sdCampaigns",
      columns: ["campaignId", "cost", "cumulativeReach"],
      sumBy: ["campaignId"],
      startDate: "2026-01-15",
      endDate: "2026-03-01",
    });
    expect(error).toMatchObject({ code: "invalid_params" });
    expect(error.message).toContain("cumulativeReach");
  });
});
