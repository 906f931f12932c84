import type { ConnectorError } from "agent-connectors";
import { describe, expect, test } from "vitest";
import catalogue from "../../../../src/connectors/amazon-ads/reports/types/catalogue.json" with { type: "json" };
import { planReports } from "../../../../src/connectors/amazon-ads/reports/request/plan-reports.ts";
import { planRows } from "../../../../src/connectors/amazon-ads/reports/request/plan-rows.ts";
import {
  createRowShaper,
  type RowOptions,
} from "../../../../src/connectors/amazon-ads/reports/rows/shape-rows.ts";

type Dict = Record<string, unknown>;

const names = (text: string) => text.split(/\s+/).filter(Boolean);
const kind = Object.fromEntries(
  Object.entries(catalogue.columnKinds).map(([one, text]) => [one, new Set(names(text))]),
);
const { metric, dimension, currency, unique, modelled } = kind as Record<
  keyof typeof catalogue.columnKinds,
  Set<string>
>;

/** Every group of every report type, with all its columns. */
const groups = Object.entries(catalogue.reportTypes).flatMap(([reportTypeId, type]) =>
  Object.entries(type.groups as Record<string, { rowKey: string; columns: string }>).map(
    ([group, facts]) => ({
      reportTypeId,
      group,
      timeUnits: names(type.timeUnits),
      daysKept: "daysKept" in type ? type.daysKept : 456,
      daysPerReport: "daysPerReport" in type ? type.daysPerReport : Infinity,
      rowKey: names(facts.rowKey),
      columns: [...new Set(names(`${type.columns} ${facts.columns}`))],
    }),
  ),
);

function random(seed: number) {
  let state = seed;
  return (below: number) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % below;
}

const windows = [
  ["2026-01-01", "2026-01-31"],
  ["2026-02-01", "2026-03-03"],
  ["2026-03-04", "2026-03-20"],
] as const;

/** Returns random rows of three reports. In each report, a row has another key, and names that differ from report to report. */
function reportsOf(columns: readonly string[], keys: readonly string[], seed: number): Dict[][] {
  const next = random(seed);
  return windows.map((_, part) =>
    [1, 2, 3, 4, 5].flatMap((record) =>
      next(4) === 0
        ? []
        : [
            Object.fromEntries(
              columns.map((name) => {
                if (currency.has(name)) return [name, "EUR"];
                if (keys.includes(name)) return [name, `${name} ${record}`];
                if (metric.has(name)) return [name, next(3) === 0 ? next(10_000) / 100 : next(1000)];
                return [name, name.endsWith("Name") ? `${name} in part ${part}` : next(100)];
              }),
            ),
          ],
    ),
  );
}

/** Merges three reports as `reports.download` does, in the given order. */
function merged(
  configuration: { reportTypeId: string; timeUnit: string; groupBy: string[]; columns: string[] },
  rows: Dict[][],
  options: Partial<RowOptions> = {},
) {
  const jobs = windows.map(([startDate, endDate], part) => ({
    id: `r${part}`,
    status: "COMPLETED" as const,
    record: { startDate, endDate, configuration },
  }));
  const all = { top: 1000, ...options };
  // Amazon finishes reports in any order.
  const { parts, plans } = planRows(jobs.toReversed(), all);
  const shaper = createRowShaper(all, plans);
  for (const { id } of parts) for (const row of rows[Number(id.slice(1))]!) shaper.add({ ...row });
  return shaper.finish();
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;

describe.each(groups)("$reportTypeId by $group", ({ reportTypeId, group, columns, rowKey, ...type }) => {
  const keys = columns.filter((name) => rowKey.includes(name) || dimension.has(name) || currency.has(name));
  const metrics = columns.filter((name) => metric.has(name));

  test.runIf(rowKey.length > 0)("merges every metric to the totals of the rows in one window", () => {
    const rows = reportsOf(columns, keys, reportTypeId.length * 977 + group.length);
    const configuration = { reportTypeId, timeUnit: "SUMMARY", groupBy: [group], columns };
    const found = merged(configuration, rows);
    const expected = new Map<string, Dict>();
    for (const row of rows.flat()) {
      const key = JSON.stringify(keys.map((name) => row[name]));
      const sum = expected.get(key) ?? Object.fromEntries(metrics.map((name) => [name, 0]));
      for (const name of metrics) sum[name] = Number(sum[name]) + Number(row[name]);
      expected.set(key, sum);
    }
    const pick = (row: Dict, some: readonly string[]) =>
      Object.fromEntries(some.map((name) => [name, row[name]]));
    const rounded = (sum: Dict) =>
      Object.fromEntries(metrics.map((name) => [name, round(Number(sum[name]))]));
    expect(found.rows).toHaveLength(expected.size);
    for (const row of found.rows)
      expect(pick(row, metrics)).toEqual(
        rounded(expected.get(JSON.stringify(keys.map((name) => row[name])))!),
      );
    const refused = found.refused.map(({ column }) => column);
    expect(found.rows.flatMap((row) => refused.filter((name) => name in row))).toEqual([]);
    expect(refused.filter((name) => metric.has(name) || dimension.has(name))).toEqual([]);
    expect(refused).toEqual(
      expect.arrayContaining(columns.filter((name) => unique.has(name) || modelled.has(name))),
    );
    const total = Object.fromEntries(
      metrics.map((name) => [name, rows.flat().reduce((sum, row) => sum + Number(row[name]), 0)]),
    );
    expect(pick(merged(configuration, rows, { sumBy: [] }).rows[0]!, metrics)).toEqual(rounded(total));
  });

  test.runIf(type.daysKept > type.daysPerReport && type.timeUnits.includes("SUMMARY"))(
    "refuses exactly the columns that cannot be merged, each by name, before a report is requested",
    () => {
      const now = Date.UTC(2026, 5, 1);
      const startDate = new Date(now - (type.daysKept - 1) * 86_400_000).toISOString().slice(0, 10);
      const plan = (asked: string[], more: Dict = {}) =>
        planReports(
          {
            reportTypeId,
            groupBy: [group],
            startDate,
            endDate: "2026-06-01",
            timeUnit: "SUMMARY",
            columns: asked,
            ...more,
          },
          { now, unchecked: false, merges: true },
        );
      const asked = columns.filter((name) => name !== "date");
      const issues = (() => {
        try {
          plan(asked);
          return [];
        } catch (error) {
          return (error as ConnectorError).issues!;
        }
      })();
      if (rowKey.length === 0) return expect(issues[0]!.message).toContain("cannot be matched");
      const bad = issues.map(({ path }) => asked[Number(/\[(\d+)\]/.exec(path)![1])]!);
      for (const [index, name] of bad.entries())
        expect(issues[index]!.message).toMatch(
          new RegExp(`^${name} of \\d+ reports cannot be merged.*at most`),
        );
      expect(bad.filter((name) => metric.has(name) || dimension.has(name) || currency.has(name))).toEqual([]);
      expect(bad).toEqual(
        expect.arrayContaining(asked.filter((name) => unique.has(name) || modelled.has(name))),
      );
      const fine = asked.filter((name) => !bad.includes(name));
      expect(plan(fine).bodies.length).toBeGreaterThan(1);
      const daily = { timeUnit: "DAILY" };
      const ofSummary = new Set(["startDate", "endDate"]);
      if (type.timeUnits.includes("DAILY"))
        expect(
          plan(
            asked.filter((name) => !ofSummary.has(name)),
            daily,
          ).bodies.length,
        ).toBeGreaterThan(1);
      return undefined;
    },
  );
});

describe("summaries of several parts", () => {
  const configuration = {
    reportTypeId: "spCampaigns",
    timeUnit: "SUMMARY",
    groupBy: ["campaign"],
    columns: ["campaignId", "campaignName", "campaignStatus", "startDate", "endDate", "campaignBudgetCurrencyCode", "clicks", "impressions", "cost", "sales7d", "costPerClick", "acosClicks7d"], // prettier-ignore
  };
  const row = (more: Dict) => ({ campaignBudgetCurrencyCode: "EUR", clicks: 0, impressions: 0, cost: 0, sales7d: 0, costPerClick: null, acosClicks7d: null, ...more }); // prettier-ignore
  const rows = [
    [row({ campaignId: "1", campaignName: "Old", campaignStatus: "ENABLED", clicks: 2, cost: 6, sales7d: 10, costPerClick: 3 })],
    [row({ campaignId: "1", campaignName: "New", campaignStatus: "PAUSED", clicks: 4, cost: 6, sales7d: 14, costPerClick: 1.5 })],
    [row({ campaignId: "2", campaignName: "Old", campaignStatus: "ENABLED", clicks: 1, cost: 1 })],
  ]; // prettier-ignore

  test("have one row per campaign, with the latest name and state, and ratios of the sums", () => {
    expect(merged(configuration, rows).rows).toEqual([
      {
        campaignId: "1",
        campaignName: "New",
        campaignStatus: "PAUSED",
        campaignBudgetCurrencyCode: "EUR",
        startDate: "2026-01-01",
        endDate: "2026-03-20",
        clicks: 6,
        impressions: 0,
        cost: 12,
        sales7d: 24,
        costPerClick: 2,
        acosClicks7d: 50,
      },
      expect.objectContaining({ campaignId: "2", campaignName: "Old", clicks: 1, acosClicks7d: null }),
    ]);
  });

  test("are filtered after the parts are merged: 6 + 6 is more than 10", () => {
    const where = [{ column: "cost", is: ">" as const, value: 10 }];
    expect(merged(configuration, rows, { where }).rows.map(({ campaignId }) => campaignId)).toEqual(["1"]);
    expect(merged(configuration, rows, { where, sumBy: [] }).rows).toMatchObject([{ cost: 12 }]);
    const byName = [{ column: "campaignName", is: "=" as const, value: "Old" }];
    expect(merged(configuration, rows, { where: byName }).rows).toMatchObject([{ campaignId: "2" }]);
  });

  test("`where` filters before sumBy, and `having` filters after it", () => {
    const sums = (options: Partial<RowOptions>) =>
      merged(configuration, rows, { sumBy: [], ...options }).rows;
    expect(sums({ where: [{ column: "clicks", is: "<", value: 6 }] })).toMatchObject([{ clicks: 1 }]);
    expect(sums({ having: [{ column: "clicks", is: "<", value: 6 }] })).toEqual([]);
    expect(sums({ having: [{ column: "acos7d", is: ">", value: 54 }] })).toMatchObject([{ acos7d: 54.1667 }]);
  });

  test("amounts in two currencies are refused by name, and can be added up by currency", () => {
    const mixed = [[...rows[0]!, { ...rows[2]![0]!, campaignBudgetCurrencyCode: "USD" }], [], []];
    expect(() => merged(configuration, mixed, { sumBy: [] })).toThrow(
      expect.objectContaining({
        code: "invalid_params",
        message: expect.stringMatching(/EUR and USD.*cost, sales7d/),
        hint: expect.stringContaining("campaignBudgetCurrencyCode"),
      }),
    );
    const late = [rows[0]!, [{ ...rows[1]![0]!, campaignBudgetCurrencyCode: null }], [mixed[0]![1]!]];
    expect(() => merged(configuration, late, { sumBy: [] })).toThrow(/EUR and USD/);
    const by = merged(configuration, mixed, { sumBy: ["campaignBudgetCurrencyCode"] }).rows;
    expect(by.map(({ cost }) => cost)).toEqual([6, 1]);
  });

  test.each([
    ["another report", { columns: ["campaignId", "clicks"] }, {}, "reportIds[1]"],
    ["the same days twice", {}, { startDate: "2026-01-31" }, "reportIds[1]"],
    ["rows without an id", { columns: ["campaignName", "clicks"] }, {}, "reportIds"],
  ])("%s: refused", (name, changed, dates, path) => {
    const job = (id: string, more: Dict) => ({
      id,
      status: "COMPLETED" as const,
      record: { configuration, ...more },
    });
    const first = { startDate: "2026-01-01", endDate: "2026-01-31" };
    const second = { startDate: "2026-02-01", endDate: "2026-02-05", ...dates };
    const other = { ...configuration, ...changed };
    const jobs = [
      job("a", { ...first, ...(name === "rows without an id" ? { configuration: other } : {}) }),
      job("b", { ...second, configuration: other }),
    ];
    expect(() => planRows(jobs, { top: 10 })).toThrow(
      expect.objectContaining({ code: "invalid_params", path: `params.${path}` }),
    );
  });
});
