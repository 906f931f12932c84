import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Platform, open, reply, us } from "../bench.ts";

type Dict = Record<string, unknown>;

// The clock starts on 1 January 2026, 0:00 UTC. In Los Angeles, it is still 31 December, 16:00.

const events = [{ timestamp: Date.UTC(2026, 0, 1) - 1, entityType: "CAMPAIGN", entityId: "1" }];
const amazon: Platform = ({ method, url }) => {
  if (url.pathname === "/history") return { events, nextToken: "t2" };
  if (url.pathname === "/reporting/reports" && method === "POST")
    return { reportId: "r1", status: "PENDING" };
  if (url.hostname.endsWith("amazonaws.com")) return new Response(gzipSync("[]"));
  return url.pathname.startsWith("/reporting/reports/")
    ? { reportId: "r1", status: "COMPLETED", url: "https://reports.s3.amazonaws.com/r1.gz" }
    : undefined;
};
const report = { reportTypeId: "spCampaigns", startDate: "-7d", wait_seconds: 0 } as const;
const of = (opened: ReturnType<typeof open>, path: string) =>
  opened.sent.filter(({ url }) => url.pathname === path).map((one) => one.json() as Dict);
const eventTypes = { CAMPAIGN: { eventTypeIds: ["1"] } };

describe("a report of the last 7 days", () => {
  test("has the dates of the profile's time zone, and names them", async () => {
    const opened = open(amazon);
    const { meta } = await opened.ads.reports.run(report);
    expect(of(opened, "/reporting/reports")).toMatchObject([
      { startDate: "2025-12-24", endDate: "2025-12-30" },
    ]);
    expect(meta.dates).toBe("2025-12-24 to 2025-12-30 (America/Los_Angeles)");
    expect(
      (await opened.ads.reports.create({ reportTypeId: "spCampaigns", startDate: "-7d" })).meta.dates,
    ).toBe(meta.dates);
  });
  test("needs no more requests than one with dates", async () => {
    const [relative, dated] = [open(amazon), open(amazon)];
    await relative.ads.reports.run(report);
    await dated.ads.reports.run({ ...report, startDate: "2025-12-24", endDate: "2025-12-30" });
    const paths = ({ sent }: typeof relative) => sent.map(({ url }) => url.pathname);
    expect(paths(relative)).toEqual(paths(dated));
    expect((await dated.ads.reports.run({ ...report, startDate: "2025-12-24", endDate: "2025-12-30" })).meta).not.toHaveProperty("dates"); // prettier-ignore
  });
  test("in several profiles has the dates of each profile", async () => {
    const tokyo = { ...us, profileId: 7, countryCode: "JP", timezone: "Asia/Tokyo" };
    const opened = open((one, count) =>
      one.url.pathname === "/v2/profiles" ? reply([us, tokyo]) : amazon(one, count),
    );
    const { data } = await opened.ads.reports.run_profiles({ ...report, profileIds: ["US", "JP"] });
    expect(data.profiles.map(({ dates }) => dates)).toEqual([
      "2025-12-24 to 2025-12-30 (America/Los_Angeles)",
      "2025-12-25 to 2025-12-31 (Asia/Tokyo)",
    ]);
    expect(of(opened, "/reporting/reports").map(({ startDate }) => startDate)).toEqual([
      "2025-12-24",
      "2025-12-25",
    ]);
  });
});

test.each([undefined, "Mars/Olympus"])(
  "with the time zone %s, a relative day is refused",
  async (timezone) => {
    const opened = open((one, count) =>
      one.url.pathname === "/v2/profiles" ? reply([{ ...us, timezone }]) : amazon(one, count),
    );
    await expect(opened.ads.reports.run(report)).rejects.toMatchObject({
      code: "invalid_params",
      message: `The time zone of profile ${us.profileId} is unknown, and so is the date there.`,
    });
    expect(opened.calls()).toHaveLength(0);
  },
);

test("the statistics of a Store have the dates of the profile's time zone, and name them", async () => {
  const opened = open((one, count) =>
    one.url.pathname.startsWith("/stores/") ? { rows: [] } : amazon(one, count),
  );
  const store = { brandEntityId: "ENTITY1", startDate: "yesterday" };
  const { meta } = await opened.ads.stores.asin_metrics({ ...store, metrics: ["CLICKS"] });
  expect(meta.dates).toBe("2025-12-30 to 2025-12-30 (America/Los_Angeles)");
  await opened.ads.stores.insights({ ...store, dimension: "DATE", metrics: ["VISITS"] });
  for (const path of ["asinMetrics", "insights"])
    expect(of(opened, `/stores/ENTITY1/${path}`)).toMatchObject([
      { startDate: "2025-12-30", endDate: "2025-12-30" },
    ]);
});

describe("the change history", () => {
  test("asks for the days of the profile's time zone, up to now, and shows local times", async () => {
    const opened = open(amazon);
    const { data, meta } = await opened.ads.change_history.query({ startDate: "yesterday", eventTypes });
    const query = { startDate: "today", eventTypes, cursor: "t2" };
    expect((await opened.ads.change_history.query(query)).meta.dates).toMatch(/^2025-12-31 to 2025-12-31/);
    const day = (text: string) => Date.parse(`${text}T08:00:00Z`);
    expect(of(opened, "/history")).toMatchObject([
      { fromDate: day("2025-12-30"), toDate: day("2025-12-31") - 1 },
      { fromDate: day("2025-12-31"), toDate: opened.clock.now(), nextToken: "t2" },
    ]);
    expect(data).toMatchObject([{ ...events[0], time: "2025-12-31 15:59" }]);
    expect(meta).toMatchObject({
      next_cursor: "t2",
      dates: "2025-12-30 to 2025-12-30 (America/Los_Angeles)",
    });
  });
  test("on the first day that Amazon keeps, asks from the moment that Amazon accepts", async () => {
    const opened = open(amazon);
    await opened.ads.change_history.query({ startDate: "-90d", eventTypes });
    const [{ fromDate } = {}] = of(opened, "/history");
    expect(fromDate).toBe(opened.clock.now() - 90 * 86_400_000 + 60_000);
  });
  test.each([
    ["-91d", undefined, "startDate is too long ago"],
    ["today", "yesterday", "endDate must not be before startDate"],
    ["2026-01-05", "2026-01-06", "startDate must not be in the future"],
  ])("refuses %s to %s", async (startDate, endDate, says) => {
    const { ads, calls } = open(amazon);
    await expect(ads.change_history.query({ startDate, endDate, eventTypes })).rejects.toMatchObject({
      code: "invalid_params",
      message: `change_history.query: ${says}.`,
    });
    expect(calls()).toHaveLength(0);
  });
});
