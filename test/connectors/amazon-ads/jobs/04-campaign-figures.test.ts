import { expect, test } from "vitest";
import { describeJob } from "./open-tool.ts";

type Dict = Record<string, unknown>;

// Job 4: the figures of campaigns, the best and the worst, and those above a limit.

const report = {
  reportTypeId: "spCampaigns",
  startDate: "2026-02-20",
  endDate: "2026-03-05",
  columns: ["campaignId", "campaignName", "cost", "sales14d", "acos14d"],
  sumBy: ["campaignId", "campaignName"],
  having: [{ column: "sales14d", is: ">", value: 0 }],
  wait_seconds: 50,
};

describeJob("figures of campaigns", {}, (job) => {
  test("a report finds the best and the worst campaigns, and the campaigns above an ACOS", async () => {
    const { ask } = job();
    const run = (more: Dict) => ask<{ rows: Dict[] }>("reports", "run", { ...report, ...more });
    const all = (await run({ sortBy: "acos14d", top: 1000 })).rows;
    expect(all.length).toBeGreaterThan(6);
    for (const { cost, sales14d, acos14d } of all)
      expect(acos14d).toBeCloseTo(((cost as number) / (sales14d as number)) * 100, 1);
    const names = (rows: readonly Dict[]) => rows.map(({ campaignName }) => campaignName);
    expect(names((await run({ sortBy: "acos14d", top: 3 })).rows)).toEqual(names(all.slice(0, 3)));
    const best = (await run({ sortBy: "acos14d", order: "asc", top: 3 })).rows;
    expect(names(best)).toEqual(names(all.slice(-3).toReversed()));
    const limit = all[2]!.acos14d as number;
    const above = (await run({ having: [{ column: "acos14d", is: ">", value: limit }], top: 1000 })).rows;
    expect(names(above).toSorted()).toEqual(names(all.slice(0, 2)).toSorted());
  });

  test("Sponsored Brands and Sponsored Display have campaign reports too", async () => {
    const { ask } = job();
    for (const reportTypeId of ["sbCampaigns", "sdCampaigns"]) {
      const { rows } = await ask<{ rows: Dict[] }>("reports", "run", {
        ...report,
        reportTypeId,
        columns: ["campaignId", "campaignName", "cost", "sales"],
        having: undefined,
        sortBy: "cost",
      });
      expect(rows.length, reportTypeId).toBeGreaterThan(1);
      expect(rows.every(({ cost }) => typeof cost === "number")).toBe(true);
    }
  });
});
