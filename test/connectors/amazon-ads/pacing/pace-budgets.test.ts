import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Platform, type Sent, open, reply } from "../bench.ts";

type Dict = Record<string, unknown>;

// The clock starts on 31 December 2025, 16:00 in Los Angeles.

const campaign = {
  campaignId: "11",
  name: "Shoes",
  state: "ENABLED",
  budget: { budget: 30, budgetType: "DAILY" },
};
const usage = {
  campaignId: "11",
  budget: 30,
  budgetUsagePercent: 50,
  usageUpdatedTimestamp: "2025-12-31T20:00:00Z",
};
const rows = [
  { date: "2025-12-29", campaignId: 11, campaignName: "Shoes", cost: 8 },
  { date: "2025-12-30", campaignId: 11, campaignName: "Shoes", cost: 10 },
  { date: "2025-12-30", campaignId: 12, campaignName: "Old", cost: 5 },
];
const url = "https://bucket.s3.amazonaws.com/r.gz";

interface Options {
  campaigns?: Dict[];
  isReady?: () => boolean;
  change?: (one: Sent) => Response | object | undefined;
}
const amazon =
  ({ campaigns = [campaign], isReady = () => true, change = () => undefined }: Options = {}): Platform =>
  (one) => {
    const { pathname, hostname } = one.url;
    const own = change(one);
    if (own) return own;
    if (hostname.endsWith("amazonaws.com")) return new Response(gzipSync(JSON.stringify(rows)));
    if (pathname === "/sp/campaigns/list") return { campaigns };
    if (pathname === "/sb/v4/campaigns/list") return { campaigns: [] };
    if (pathname === "/sd/campaigns") return reply([]);
    if (pathname === "/sp/campaigns/budget/usage") return { success: [usage], error: [] };
    if (pathname === "/history") return { events: [] };
    if (pathname === "/reporting/reports") return { reportId: "r1", status: "PENDING" };
    if (pathname === "/reporting/reports/r1")
      return isReady()
        ? {
            reportId: "r1",
            status: "COMPLETED",
            url,
            endDate: "2025-12-30",
            configuration: { timeUnit: "DAILY" },
          }
        : { reportId: "r1", status: "PENDING" };
    return undefined;
  };

test("a campaign's spending is compared with its budget; archived campaigns count with what they spent", async () => {
  const { ads, sent } = open(amazon());
  const { data, meta } = await ads.budgets.pacing({ monthBudget: 100 });
  expect(data).toMatchObject({
    day: "2025-12-31",
    timezone: "America/Los_Angeles",
    dayGonePercent: 66.67,
    daysLeftInMonth: 0,
    // Half of 30 was spent until noon.
    total: { budgetPerDay: 30, spentToday: 15, forecastToday: 30, spentMonth: 38, forecastMonth: 53, forecastPercentOfMonthBudget: 53 }, // prettier-ignore
    campaigns: [
      { campaignId: "11", state: "ENABLED", spentToday: 15, usageTime: "2025-12-31 12:00", spentMonth: 33 },
      { campaignId: "12", name: "Old", state: "ARCHIVED", spentMonth: 5, forecastMonth: 5 },
    ],
  });
  expect(meta.currency).toBe("USD");
  expect(meta.warnings!.join(" ")).toMatch(/are estimates\..* Costs from 2025-12-29 on are not final/);
  const report = sent.find(({ url: { pathname } }) => pathname === "/reporting/reports")!.json();
  expect(report).toMatchObject({ startDate: "2025-12-01", endDate: "2025-12-30" });
  // Profiles without campaigns of a product need neither its usage nor its report.
  const paths = sent.map(({ method, url: { pathname } }) => `${method} ${pathname}`);
  expect(paths.filter((path) => path === "POST /reporting/reports")).toHaveLength(1);
  expect(sent.find(({ url: { pathname } }) => pathname === "/history")!.json()).toMatchObject({
    fromDate: Date.UTC(2025, 11, 1, 8),
    eventTypes: { CAMPAIGN: { filters: ["IN_BUDGET"], parents: [{ useProfileIdAdvertiser: true }] } },
  });
});

test("while the report is running, the result has the figures of today, and the same call later has the rest", async () => {
  let ready = false;
  const { ads, calls } = open(amazon({ isReady: () => ready }));
  const call = { products: ["SP" as const], wait_seconds: 0 };
  const { data, meta } = await ads.budgets.pacing(call);
  expect(meta.pending).toMatchObject({ id: meta.job, asks: "Amazon Ads budgets.pacing" });
  expect(data).toMatchObject({
    total: { spentToday: 15 },
    campaigns: [{ spentToday: 15 }],
  });
  expect(JSON.stringify(data)).not.toMatch(/(spent|forecast)Month/);
  ready = true;
  const before = calls().length;
  const rest = await ads.budgets.pacing(call);
  expect(rest.data).toMatchObject({ total: { spentMonth: 38 } });
  expect(rest.meta.pending).toBeUndefined();
  expect(
    calls()
      .slice(before)
      .map(({ url: { pathname } }) => pathname),
  ).not.toContain("/reporting/reports");
});

test("campaignIds select campaigns, and their changes", async () => {
  const { ads, sent } = open(amazon({ campaigns: [campaign, { ...campaign, campaignId: "13" }] }));
  const { data } = await ads.budgets.pacing({ campaignIds: ["11"] });
  expect(data.campaigns.map(({ campaignId }) => campaignId)).toEqual(["11"]);
  const of = (path: string) => sent.find(({ url: { pathname } }) => pathname === path)!.json();
  expect(of("/sp/campaigns/budget/usage")).toEqual({ campaignIds: ["11"] });
  expect(of("/history")).toMatchObject({ eventTypes: { CAMPAIGN: { eventTypeIds: ["11"] } } });
  await expect(ads.budgets.pacing({ campaignIds: ["14"] })).rejects.toMatchObject({
    code: "not_found",
    path: "params.campaignIds",
  });
});

test("without the change history, only the times without budget are missing", async () => {
  const { ads } = open(
    amazon({
      change: ({ url: { pathname } }) => (pathname === "/history" ? reply({ code: "403" }, 403) : undefined),
    }),
  );
  const { data, meta } = await ads.budgets.pacing({ products: ["SP"] });
  expect(data.total.spentMonth).toBe(38);
  expect(meta.warnings!.join(" ")).toContain("The times without budget are unknown:");
});

test("a budget for the lifetime has no spending of today", async () => {
  const lifetime = { ...campaign, budget: 500, budgetType: "LIFETIME" };
  const { ads } = open(
    amazon({
      campaigns: [],
      change: ({ url: { pathname } }) =>
        pathname === "/sb/v4/campaigns/list"
          ? { campaigns: [lifetime] }
          : pathname === "/sb/campaigns/budget/usage"
            ? { success: [{ ...usage, budget: 500 }] }
            : undefined,
    }),
  );
  const { data } = await ads.budgets.pacing({ products: ["SB"] });
  expect(data.campaigns[0]).toMatchObject({ budget: 500, budgetType: "LIFETIME", budgetUsedPercent: 50 });
  expect(data.campaigns[0]!.spentToday).toBeUndefined();
  expect(data.total.budgetPerDay).toBe(0);
});

test("Sponsored Display has the days whose cost reached the budget", async () => {
  const display = {
    campaignId: 21,
    name: "Boots",
    state: "enabled",
    budget: 9,
    budgetType: "daily",
    startDate: "20250101",
  };
  const shown = rows.map((row) => ({ ...row, campaignId: 21, campaignBudgetAmount: 9 }));
  const { ads, calls } = open(
    amazon({
      change: ({ url: { pathname, hostname } }) =>
        pathname === "/sd/campaigns"
          ? reply([display])
          : pathname === "/sd/campaigns/budget/usage"
            ? { success: [{ ...usage, campaignId: 21, budget: 9 }] }
            : hostname.endsWith("amazonaws.com")
              ? new Response(gzipSync(JSON.stringify(shown.slice(0, 2))))
              : undefined,
    }),
  );
  const { data } = await ads.budgets.pacing({ products: ["SD"] });
  expect(data.campaigns).toMatchObject([{ product: "SD", state: "ENABLED", daysAtBudget: ["2025-12-30"] }]);
  expect(calls().map(({ url: { pathname } }) => pathname)).not.toContain("/history");
});
