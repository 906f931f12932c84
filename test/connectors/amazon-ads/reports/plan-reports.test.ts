import { describe, expect, test } from "vitest";
import { planReports } from "../../../../src/connectors/amazon-ads/reports/plan-reports.ts";

type Dict = Record<string, unknown>;

const now = Date.UTC(2026, 0, 15, 12);

const ask = {
  reportTypeId: "spCampaigns",
  startDate: "2025-12-01",
  endDate: "2025-12-31",
  timeUnit: "SUMMARY" as const,
};

const body = (more: Dict = {}) =>
  planReports({ ...ask, ...more }, now)[0] as { configuration: { columns: string[]; groupBy: string[] } };

describe("planReports", () => {
  test("requests the default columns and the ids of the rows; DAILY adds date", () => {
    expect(body().configuration).toMatchObject({
      adProduct: "SPONSORED_PRODUCTS",
      groupBy: ["campaign"],
      format: "GZIP_JSON",
      columns: expect.arrayContaining(["campaignId", "impressions", "cost", "sales14d"]),
    });
    expect(body({ timeUnit: "DAILY", columns: ["cost"] }).configuration.columns).toEqual([
      "date",
      "campaignId",
      "cost",
    ]);
    expect(body({ columns: ["clicks"], groupBy: ["adGroup"] }).configuration.columns).toEqual([
      "adGroupId",
      "clicks",
    ]);
  });

  test.each([
    ["an unknown column", { columns: ["impresions"] }, "columns[0]", "did you mean impressions?"],
    ["date in a summary", { columns: ["date"] }, "columns[0]", "DAILY"],
    ["startDate in a daily report", { columns: ["startDate"], timeUnit: "DAILY" }, "columns[0]", "SUMMARY"],
    [
      "a group of another report type",
      { groupBy: ["searchTerm"] },
      "groupBy[0]",
      "campaign, adGroup, campaignPlacement",
    ],
    [
      "a filter of another report type",
      { filters: [{ field: "keywordType", values: ["BROAD"] }] },
      "filters[0].field",
      "campaignStatus",
    ],
    [
      "an unknown filter value",
      { filters: [{ field: "campaignStatus", values: ["enabled"] }] },
      "filters[0].values",
      "ENABLED",
    ],
    [
      "days that Amazon has deleted",
      { startDate: "2025-09-01", endDate: "2025-09-02" },
      "startDate",
      "95 days",
    ],
    ["days in the future", { endDate: "2026-02-01" }, "endDate", "future"],
    ["an end before the start", { startDate: "2025-12-05", endDate: "2025-12-01" }, "endDate", "before"],
    ["a day that the calendar lacks", { endDate: "2025-02-30" }, "endDate", "no such day"],
  ])("refuses %s", (_, more, path, words) => {
    expect(() => body(more)).toThrow(
      expect.objectContaining({
        code: "invalid_params",
        path: `params.${path}`,
        message: expect.stringContaining(words),
        hint: expect.stringContaining("reports.types"),
      }),
    );
  });

  test("splits 32 days into two reports, and a year of gross and invalid traffic not at all", () => {
    const parts = planReports({ ...ask, startDate: "2025-12-01", endDate: "2026-01-01" }, now);
    expect(parts.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
      ["2025-12-01", "2025-12-31"],
      ["2026-01-01", "2026-01-01"],
    ]);
    expect(
      planReports({ ...ask, reportTypeId: "spGrossAndInvalids", startDate: "2025-02-01" }, now),
    ).toHaveLength(1);
  });
});
