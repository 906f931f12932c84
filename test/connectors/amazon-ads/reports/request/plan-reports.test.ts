import { describe, expect, test } from "vitest";
import { planReports } from "../../../../../src/connectors/amazon-ads/reports/request/plan-reports.ts";

type Dict = Record<string, unknown>;

const now = Date.UTC(2026, 0, 15, 12);

const options = { now, unchecked: false, merges: true };

const ask = {
  reportTypeId: "spCampaigns",
  startDate: "2025-12-01",
  endDate: "2025-12-31",
  timeUnit: "SUMMARY" as const,
};

const body = (more: Dict = {}) =>
  planReports({ ...ask, ...more }, options).bodies[0] as {
    configuration: { columns: string[]; groupBy: string[] };
  };

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
      "campaignBudgetCurrencyCode",
      "cost",
    ]);
    expect(body({ columns: ["clicks"], groupBy: ["adGroup"] }).configuration.columns).toEqual([
      "adGroupId",
      "clicks",
    ]);
  });

  test("requests the columns that sums, conditions and computed columns need", () => {
    const planned = planReports(
      {
        ...ask,
        columns: ["acos7d", "costPerClick"],
        sumBy: ["campaignName"],
        where: [{ column: "campaignStatus", is: "=", value: "ENABLED" }],
        having: [{ column: "roas30d", is: ">", value: 2 }],
        sortBy: "acos7d",
      },
      options,
    );
    expect(planned.computed).toEqual(["acos7d", "roas30d"]);
    expect(planned.bodies[0]!.configuration).toMatchObject({
      columns: [
        "campaignId",
        "campaignBudgetCurrencyCode",
        "cost",
        "sales7d",
        "costPerClick",
        "campaignName",
        "campaignStatus",
        "sales30d",
        "clicks",
      ],
    });
  });

  test("unchecked sends unknown types, groups, columns and filters", () => {
    const { bodies } = planReports(
      {
        ...ask,
        reportTypeId: "spNew",
        groupBy: ["newGroup"],
        columns: ["newColumn"],
        filters: [{ field: "newFilter", values: ["x"] }],
      },
      { ...options, unchecked: true },
    );
    expect(bodies[0]).toMatchObject({
      configuration: {
        adProduct: "SPONSORED_PRODUCTS",
        reportTypeId: "spNew",
        groupBy: ["newGroup"],
        columns: ["newColumn"],
        filters: [{ field: "newFilter", values: ["x"] }],
      },
    });
    expect(() => planReports({ ...ask, reportTypeId: "spNew" }, { ...options, unchecked: true })).toThrow(
      expect.objectContaining({ path: "params.groupBy" }),
    );
    const summed = () =>
      planReports({ ...ask, columns: ["newColumn"], sumBy: [] }, { ...options, unchecked: true });
    expect(summed).toThrow(/newColumn cannot be added up, because it is of an unknown kind/);
  });

  test.each([
    ["an unknown column", { columns: ["impresions"] }, "columns[0]", "did you mean impressions"],
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
    ["a time unit that the report lacks", { timeUnit: "WEEKLY" }, "timeUnit", "SUMMARY, DAILY"],
    ["ACOS without its window", { columns: ["acos"] }, "columns[0]", "acos1d, acos7d, acos14d, acos30d"],
    [
      "a sum of people",
      {
        columns: ["clicks", "cumulativeReach"],
        sumBy: [],
        reportTypeId: "sdCampaigns",
        startDate: "2025-12-20",
      },
      "columns[1]",
      "cumulativeReach cannot be added up",
    ],
    ["a share of impressions in a sum", { columns: ["topOfSearchImpressionShare"], sumBy: [] }, "columns[0]", "average"], // prettier-ignore
    ["sums by a number", { sumBy: ["clicks"] }, "sumBy[0]", "added up"],
    ["sums by an unknown column", { sumBy: ["campaignNam"] }, "sumBy[0]", "campaignName"],
    ["having without sums", { having: [{ column: "clicks", is: ">", value: 1 }] }, "having", "sumBy"],
    [
      "having of a column that is no sum",
      { sumBy: ["campaignId"], columns: ["clicks"], having: [{ column: "startDate", is: "=", value: "x" }] },
      "having[0].column",
      "not a column of the sums",
    ],
    ["a text number", { where: [{ column: "cost", is: ">", value: "10" }] }, "where[0].value", '"10"'],
    [
      "text in a number",
      { where: [{ column: "clicks", is: "contains", value: "1" }] },
      "where[0].is",
      "number",
    ],
    [
      "an id that has lost digits",
      { where: [{ column: "campaignId", is: "=", value: 144_373_194_309_380_060 }] },
      "where[0].value",
      "pass it as text",
    ],
    ["an end before the start", { startDate: "2025-12-05", endDate: "2025-12-01" }, "endDate", "before"],
    ["a day that the calendar lacks", { endDate: "2025-02-30" }, "endDate", "no such day"],
  ])("refuses %s", (_, more, path, words) => {
    expect(() => body(more)).toThrow(
      expect.objectContaining({
        code: "invalid_params",
        path: `params.${path}`,
        message: expect.stringContaining(words),
        hint: expect.stringContaining(path.endsWith("Date") ? "startDate and endDate" : "reports.types"),
      }),
    );
  });

  test("splits 32 days into two reports, but does not split a year of gross and invalid traffic", () => {
    const parts = planReports({ ...ask, startDate: "2025-12-01", endDate: "2026-01-01" }, options).bodies;
    expect(parts.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
      ["2025-12-01", "2025-12-31"],
      ["2026-01-01", "2026-01-01"],
    ]);
    const year = { reportTypeId: "spGrossAndInvalids", startDate: "2025-02-01" };
    expect(planReports({ ...ask, ...year }, options).bodies).toHaveLength(1);
  });
});
