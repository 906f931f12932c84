import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Sent, open, reply } from "../bench.ts";

const url = "https://bucket.s3.amazonaws.com/r.gz?X-Amz-Signature=SECRET";

const report = {
  reportId: "r1",
  status: "COMPLETED",
  url,
  endDate: "2025-12-31",
  configuration: { timeUnit: "SUMMARY" },
};

const order = { reportTypeId: "spCampaigns", startDate: "2025-12-05", endDate: "2025-12-31" } as const;

const run = { ...order, top: 2 } as const;

/** Opens a simulated Amazon with one report. A test can change each response. */
const amazon =
  (change: (one: Sent, count: number) => Response | object | undefined = () => undefined) =>
  (one: Sent, count: number): Response | object | undefined => {
    const changed = change(one, count);
    if (changed) return changed;
    if (one.url.hostname.endsWith("amazonaws.com"))
      return new Response(gzipSync('[{"campaignId":1,"cost":3}]'));
    if (one.url.pathname === "/reporting/reports") return { reportId: "r1", status: "PENDING" };
    return one.url.pathname.startsWith("/reporting/reports/") ? { ...report } : undefined;
  };

describe("running a report", () => {
  test("requests, waits and reads; no result shows the file's signed address", async () => {
    const { ads, sent } = open(amazon());
    const { data, meta } = await ads.reports.run(run);
    expect(data).toMatchObject({
      rows: [{ campaignId: "1", cost: 3 }],
      reportIds: ["r1"],
    });
    expect(meta.warnings?.join()).toContain("not final");
    expect(meta.currency).toBe("USD");
    const file = sent.at(-1)!;
    expect(file.headers.get("authorization")).toBeNull();
    const got = await ads.reports.get({ reportId: "r1" });
    expect(JSON.stringify([data, meta, got])).not.toContain("SECRET");
  });

  test("if a report takes longer than wait_seconds, the same call later reads it and requests nothing", async () => {
    let ready = false;
    const { ads, clock, calls } = open(
      amazon(({ url: { pathname } }) =>
        pathname === "/reporting/reports/r1" && !ready ? { reportId: "r1", status: "PROCESSING" } : undefined,
      ),
    );
    const started = clock.now();
    const call = () => ads.reports.run({ ...run, sortBy: "cost" });
    await expect(call()).rejects.toMatchObject({
      code: "job_pending",
      retry_after: 30,
      pending: { asks: "Amazon Ads reports.run", progress: { done: 0, total: 1 } },
    });
    expect(clock.now() - started).toBeLessThanOrEqual(20_000);
    ready = true;
    expect((await call()).data).toMatchObject({ rows: [{ cost: 3 }] });
    expect(calls().filter(({ url }) => url.pathname === "/reporting/reports")).toHaveLength(1);
  });

  test.each([
    ["three times, with waits that add up to more than one request may wait", 20, 3],
    ["once, with a wait that is longer than one request may wait", 40, 1],
  ])("429 while a report runs: %s", async (_why, retryAfter, times) => {
    let asked = 0;
    const { ads } = open(
      amazon(({ url: { pathname } }) => {
        if (pathname !== "/reporting/reports/r1" || asked++ >= times) return undefined;
        return asked % 2 === 1
          ? reply("{}", 429, { "retry-after": String(retryAfter) })
          : { reportId: "r1", status: "PROCESSING" };
      }),
    );
    const { data } = await ads.reports.run({ ...run, wait_seconds: 50 });
    expect([data.rows!.length, asked]).toEqual([1, times + 1]);
  });

  test("a 429 without time to wait says nothing about the report", async () => {
    const { ads } = open(
      amazon(({ url: { pathname } }) =>
        pathname === "/reporting/reports/r1" ? reply("{}", 429, { "retry-after": "40" }) : undefined,
      ),
    );
    const download = ads.reports.download({ reportIds: ["r1"], wait_seconds: 0 });
    await expect(download).rejects.toMatchObject({ code: "job_pending", retry_after: 40 });
  });

  const id = "06ba6494-8568-4066-949f-abb6a91c0b9c";
  test.each([
    { code: "425", detail: `The Request is a duplicate of : ${id}` },
    { reportId: id },
    { code: "425", detail: "duplicate of a processing request", reportId: id },
  ])("after a 425 with %j, the report that is already running is used", async (body) => {
    const { ads } = open(
      amazon(({ url: { pathname } }) => (pathname === "/reporting/reports" ? reply(body, 425) : undefined)),
    );
    expect((await ads.reports.create(order)).data).toMatchObject({
      reportIds: [id],
      reports: [{ reused: true }],
    });
    expect((await ads.reports.run(run)).data).toMatchObject({
      reused: true,
      reportIds: [id],
    });
  });

  test("if the report queue is full, retry_after says when to call again", async () => {
    const { ads } = open(
      amazon(({ url: { pathname } }) =>
        pathname === "/reporting/reports" ? reply("<html>", 429) : undefined,
      ),
      { totalWaitMs: 5000 },
    );
    await expect(ads.reports.create(order)).rejects.toMatchObject({
      code: "upstream_rate_limited",
      retryable: true,
      retry_after: 60,
    });
  });

  test("an expired file address is renewed once; a failed report gives Amazon's reason", async () => {
    let files = 0;
    const late = open(
      amazon(({ url: { hostname } }) =>
        hostname.endsWith("amazonaws.com") && files++ === 0
          ? reply("<Error><Code>AccessDenied</Code></Error>", 403)
          : undefined,
      ),
    );
    expect((await late.ads.reports.run(run)).data.rows).toHaveLength(1);
    const failed = open(
      amazon(({ url: { pathname } }) =>
        pathname === "/reporting/reports/r1"
          ? { reportId: "r1", status: "FAILURE", failureReason: "too big" }
          : undefined,
      ),
    );
    await expect(failed.ads.reports.run(run)).rejects.toMatchObject({
      code: "upstream_rejected",
      message: expect.stringContaining("too big"),
    });
  });

  test.each([
    "http://bucket.s3.amazonaws.com/r.gz",
    "https://evil.example/r.gz",
    "https://amazonaws.com.evil.example/r.gz",
    "https://user@bucket.s3.amazonaws.com/r.gz",
    "file:///etc/passwd",
  ])("a file at %s is not read", async (address) => {
    const { ads, sent } = open(
      amazon(({ url: { pathname } }) =>
        pathname === "/reporting/reports/r1" ? { ...report, url: address } : undefined,
      ),
    );
    await expect(ads.reports.run(run)).rejects.toMatchObject({ code: "upstream_invalid_response" });
    expect(sent.every(({ url: { hostname } }) => hostname.endsWith(".amazon.com"))).toBe(true);
  });

  test("a redirect of a file is refused", async () => {
    const { ads } = open(
      amazon(({ url: { hostname } }) =>
        hostname.endsWith("amazonaws.com")
          ? new Response(null, { status: 302, headers: { location: "https://evil.example" } })
          : undefined,
      ),
    );
    await expect(ads.reports.run(run)).rejects.toMatchObject({ code: "upstream_redirect_refused" });
  });
});

test("a model gets the rows that fit, as a table; the application gets all rows", async () => {
  const many = Array.from({ length: 900 }, (_, n) => ({
    campaignId: 144373194309380,
    campaignName: `Campaign ${n}`,
    cost: n,
  }));
  const { ads } = open(
    amazon(({ url: { hostname } }) =>
      hostname.endsWith("amazonaws.com") ? new Response(gzipSync(JSON.stringify(many))) : undefined,
    ),
  );
  const tool = await ads.tool();
  const result = await tool.call({
    entity: "reports",
    action: "run",
    params: { ...run, top: 900, sortBy: "cost" },
  });
  interface Told {
    data: { columns: string[]; every_row: object; rows: unknown[][] };
    cut: Record<string, string>;
    rest?: { entity: string; action: string };
  }
  const { data, cut, rest } = JSON.parse(result.text) as Told;
  expect(result.text.length).toBeLessThanOrEqual(12_000);
  expect(data.columns).toEqual(["campaignName", "cost"]);
  expect(data.every_row).toEqual({ campaignId: "144373194309380" });
  expect(data.rows[0]).toEqual(["Campaign 899", 899]);
  expect(cut).toEqual({ "data.rows": `${data.rows.length} of 900` });
  // The other rows are read from the same report, so no second report is requested.
  expect(rest).toMatchObject({ entity: "reports", action: "download" });
  const more = JSON.parse((await tool.call(rest)).text) as Told;
  expect(more).not.toHaveProperty("rest");
  expect(more.data).toMatchObject({ columns: data.columns, every_row: data.every_row });
  expect([...data.rows, ...more.data.rows].map((row) => row[1])).toEqual(
    Array.from({ length: 900 }, (_, n) => 899 - n),
  );
  expect(result.ok && (result.data as { rows: unknown[] }).rows).toHaveLength(900);
});
