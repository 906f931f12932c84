import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Sent, open } from "../../bench.ts";

// Which numbers of a report are not final, which columns its sums leave out, and which amounts are unknown.

const url = "https://bucket.s3.amazonaws.com/r.gz?X-Amz-Signature=SECRET";

/** Runs a report over a simulated Amazon. `rows`: the rows of its file. The clock starts on 1 January 2026. */
async function run(columns: string[], endDate: string, more: object = {}, rows: object[] = []) {
  const { ads } = open((one: Sent) => {
    if (one.url.hostname.endsWith("amazonaws.com")) return new Response(gzipSync(JSON.stringify(rows)));
    if (one.url.pathname === "/reporting/reports") return { reportId: "r1", status: "PENDING" };
    return one.url.pathname.startsWith("/reporting/reports/")
      ? { reportId: "r1", status: "COMPLETED", url, endDate, configuration: { timeUnit: "SUMMARY" } }
      : undefined;
  });
  const period = { startDate: "2025-12-01", endDate };
  const { data, meta } = await ads.reports.run({ reportTypeId: "spCampaigns", ...period, columns, ...more });
  return { rows: (data as { rows?: object[] }).rows, warnings: meta.warnings ?? [] };
}

test("sales are not final until their attribution window has closed", async () => {
  const { warnings } = await run(["sales14d", "sales30d", "cost"], "2025-12-21");
  expect(warnings).toEqual([
    expect.stringMatching(/^sales14d from 2025-12-18 on are not final: .* 14 days after a click/),
    expect.stringMatching(/^sales30d from 2025-12-02 on are not final/),
  ]);
  expect((await run(["sales14d"], "2025-12-17")).warnings).toEqual([]);
});

test("clicks and costs are not final for three days, and impressions are final", async () => {
  const { warnings } = await run(["cost", "clicks", "impressions"], "2025-12-30");
  expect(warnings).toEqual([expect.stringMatching(/^cost, clicks from 2025-12-30 on are not final/)]);
  expect((await run(["impressions"], "2025-12-31")).warnings).toEqual([]);
});

test("a warning names the requested columns that sums leave out", async () => {
  const asked = ["campaignName", "campaignStatus", "impressions"];
  const { warnings } = await run(asked, "2025-12-20", { sumBy: ["campaignName"] });
  expect(warnings.join()).toContain("sumBy leaves out campaignStatus. To keep a column, add it to sumBy.");
  expect((await run(asked, "2025-12-20", { sumBy: ["campaignId"] })).warnings).toEqual([]);
});

test("a sum with a missing cost is null, and so are its ratios", async () => {
  const rows = [
    { campaignId: "1", cost: 3, clicks: 2, sales7d: 30 },
    { campaignId: "1", clicks: 1, sales7d: 30 },
    { campaignId: "2", cost: 4, clicks: 2, sales7d: 40 },
  ];
  const columns = ["campaignId", "cost", "clicks", "sales7d"];
  for (const more of [{}, { where: [{ column: "clicks", is: ">", value: 0 }] }] as const) {
    const found = await run(columns, "2025-12-20", { sumBy: ["campaignId"], sortBy: "cost", ...more }, rows);
    expect(found.rows).toMatchObject([
      { campaignId: "2", cost: 4, clicks: 2, acos7d: 10 },
      { campaignId: "1", cost: null, clicks: 3, sales7d: 60, acos7d: null, costPerClick: null },
    ]);
  }
  const single = await run([...columns, "acos7d"], "2025-12-20", {}, rows);
  expect(single.rows).toMatchObject([{ acos7d: 10 }, { acos7d: null }, { acos7d: 10 }]);
});

test("a column without an attribution window is refused with the windows and what they mean", async () => {
  await expect(run(["sales"], "2025-12-20")).rejects.toMatchObject({
    code: "invalid_params",
    message: expect.stringMatching(/use sales1d, sales7d, sales14d, sales30d. .*within 1 day of a click/),
  });
  await expect(run(["impresions"], "2025-12-20")).rejects.toMatchObject({
    message: expect.stringMatching(/did you mean impressions\.$/),
  });
});
