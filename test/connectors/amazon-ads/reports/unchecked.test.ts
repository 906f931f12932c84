import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { open } from "../bench.ts";

/** Days before the time of the simulated clock. */
const december = { startDate: "2025-12-05", endDate: "2025-12-31" };
/** Days before the time of the sandbox. */
const days = { startDate: "2026-02-01", endDate: "2026-02-07" };
const asked = { ...days, profileId: "CA", reportTypeId: "spCampaigns", columns: ["campaignId", "newColumn"] };

describe("the call option unchecked", () => {
  test("sends an unknown column, and Amazon's refusal lists all allowed values", async () => {
    const sandbox = amazonAdsSandbox();
    const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
    await expect(ads.reports.create(asked)).rejects.toMatchObject({
      code: "invalid_params",
      path: "params.columns[1]",
    });
    await expect(ads.reports.create(asked, { unchecked: true })).rejects.toMatchObject({
      code: "upstream_rejected",
      message: expect.stringContaining("newColumn"),
      hint: expect.stringMatching(
        /^Amazon allows: impressions, .*roas|^Amazon allows: impressions, .*topOfSearchImpressionShare/,
      ),
    });
  });

  test("sends an unknown report type as it is", async () => {
    const { ads, calls } = open(({ url }) =>
      url.pathname === "/reporting/reports" ? { reportId: "r1", status: "PENDING" } : undefined,
    );
    const order = { ...december, reportTypeId: "spNew", groupBy: ["x"], columns: ["y"] };
    expect((await ads.reports.create(order, { unchecked: true })).data.reportIds).toEqual(["r1"]);
    expect(calls().map((one) => (one.json() as { configuration: object }).configuration)).toEqual([
      expect.objectContaining({ reportTypeId: "spNew", groupBy: ["x"], columns: ["y"] }),
    ]);
  });

  test("is no param, so a model cannot set it", async () => {
    const { ads, calls } = open();
    const answer = await (
      await ads.tool()
    ).call({ entity: "reports", action: "create", params: { ...asked, unchecked: true } });
    expect(answer.ok).toBe(false);
    await expect(ads.reports.create(asked, { unchecked: "yes" as never })).rejects.toMatchObject({
      code: "config_error",
      path: "options.unchecked",
    });
    expect(calls()).toEqual([]);
  });
});

describe("wrong params of a report are refused before anything is sent", () => {
  const run = { ...december, reportTypeId: "spCampaigns" };
  const condition = { column: "clicks", is: ">", value: 1 };
  const wrong: [string, object][] = [
    ["columns[0]", { columns: ["__proto__"] }],
    ["columns[0]", { columns: [{}] }],
    ["columns[0]", { columns: ["constructor"] }],
    ["sumBy[0]", { sumBy: ["__proto__"] }],
    ["sumBy[0]", { sumBy: ["toString"] }],
    ["groupBy[0]", { groupBy: ["constructor"] }],
    ["filters[0].field", { filters: [{ field: "toString", values: ["x"] }] }],
    ["where[0].column", { where: [{ ...condition, column: "hasOwnProperty" }] }],
    ["where[0].is", { where: [{ ...condition, is: "=>" }] }],
    ["where[0].value", { where: [{ ...condition, value: NaN }] }],
    ["where[0].value", { where: [{ ...condition, value: "1" }] }],
    ["where[0].value", { where: [{ ...condition, value: null }] }],
    ["having[0].value", { sumBy: [], having: [{ ...condition, value: Infinity }] }],
    ["having[0].value", { sumBy: [], having: [{ ...condition, column: "acos14d", value: "5" }] }],
    ["having", { having: [condition] }],
    ["sortBy", { sortBy: "__proto__" }],
    ["top", { top: 0.5 }],
    ["top", { top: NaN }],
    ["reportTypeId", { reportTypeId: "__proto__" }],
    ["startDate", { startDate: "2026-02-30" }],
    ["endDate", { endDate: "2025-12-01" }],
    ["timeUnit", { timeUnit: "HOURLY" }],
  ];
  test.each(wrong)("%s of %o", async (path, more) => {
    const { ads, sent } = open();
    await expect(ads.reports.run({ ...run, ...more } as never)).rejects.toMatchObject({
      code: "invalid_params",
      path: `params.${path}`,
      hint: expect.stringMatching(/\w/),
    });
    expect(sent).toEqual([]);
  });
});
