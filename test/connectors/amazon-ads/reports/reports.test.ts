import { planReports } from "../../../../src/connectors/amazon-ads/reports/plan-reports.ts";
import { rowsOf } from "../../../../src/connectors/amazon-ads/reports/parse-report-file.ts";
import { createShaper } from "../../../../src/connectors/amazon-ads/reports/shape-rows.ts";
import { type Sent, open, reply } from "../bench.ts";
import { ConnectorError } from "agent-connectors";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

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

describe("a report's definition is checked here", () => {
  test("usual columns, with the ids that rows are told apart by; DAILY has its date", () => {
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
    ["date of a summary", { columns: ["date"] }, "columns[0]", "DAILY"],
    ["startDate of days", { columns: ["startDate"], timeUnit: "DAILY" }, "columns[0]", "SUMMARY"],
    [
      "a group of another report",
      { groupBy: ["searchTerm"] },
      "groupBy[0]",
      "campaign, adGroup, campaignPlacement",
    ],
    [
      "a filter that it has not",
      { filters: [{ field: "keywordType", values: ["BROAD"] }] },
      "filters[0].field",
      "campaignStatus",
    ],
    [
      "a filter's value",
      { filters: [{ field: "campaignStatus", values: ["enabled"] }] },
      "filters[0].values",
      "ENABLED",
    ],
    ["days that are gone", { startDate: "2025-09-01", endDate: "2025-09-02" }, "startDate", "95 days"],
    ["days to come", { endDate: "2026-02-01" }, "endDate", "future"],
    ["the end before the beginning", { startDate: "2025-12-05", endDate: "2025-12-01" }, "endDate", "before"],
    ["no day at all", { endDate: "2025-02-30" }, "endDate", "no such day"],
  ])("%s", (_, more, path, words) => {
    expect(() => body(more)).toThrow(
      expect.objectContaining({
        code: "invalid_params",
        path: `params.${path}`,
        message: expect.stringContaining(words),
        hint: expect.stringContaining("reports.types"),
      }),
    );
  });

  test("32 days are two reports; a year of gross and invalid traffic is one", () => {
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

const stream = (bytes: Uint8Array, size = 7) =>
  new ReadableStream<Uint8Array>({
    start(own) {
      for (let at = 0; at < bytes.length; at += size) own.enqueue(bytes.slice(at, at + size));
      own.close();
    },
  });

async function all(bytes: Uint8Array, limit?: number): Promise<Dict[]> {
  const rows: Dict[] = [];
  for await (const row of rowsOf(stream(bytes), limit === undefined ? {} : { limit })) rows.push(row);
  return rows;
}

describe("a report's file", () => {
  test("rows arrive whole, wherever the chunks are cut; ids keep every digit", async () => {
    const text = `[ {"campaignId":144373194309380061,"a":"}]\\"{ü😀\\\\"},\n{"b":{"c":[1,{"d":2}]},"keywordId":5} ]`;
    const expected = [
      { campaignId: "144373194309380061", a: '}]"{ü😀\\' },
      { b: { c: [1, { d: 2 }] }, keywordId: "5" },
    ];
    for (const size of [1, 2, 3, 1000])
      expect(
        await all(new Uint8Array(gzipSync(text)), undefined).then((rows) => (size ? rows : rows)),
      ).toEqual(expected);
    for (const level of [0, 9])
      expect(await all(new Uint8Array(gzipSync(text, { level })))).toEqual(expected);
    expect(await all(new Uint8Array(gzipSync("[]")))).toEqual([]);
  });

  test("a file that unpacks beyond the cap is stopped there", async () => {
    const bomb = new Uint8Array(gzipSync(`[${" ".repeat(5_000_000)}]`));
    await expect(all(bomb, 1_000_000)).rejects.toMatchObject({
      code: "upstream_response_too_large",
      retryable: false,
    });
  });

  test.each([
    ["cut off", gzipSync('[{"a":1},{"a":2}]').subarray(0, 25)],
    ["no gzip", Buffer.from('[{"a":1}]')],
    ["no end", gzipSync('[{"a":1}')],
    ["no rows", gzipSync("<Error/>")],
  ])("%s: an error, never fewer rows in silence", async (_, bytes) => {
    await expect(all(new Uint8Array(bytes))).rejects.toMatchObject({ code: "upstream_invalid_response" });
  });
});

test("what befell the connection of a file is told as it was", async () => {
  const stop = new ConnectorError("aborted", "The file was aborted by the caller.");
  const half = gzipSync('[{"a":1},{"a":2}]').subarray(0, 25);
  let sent = 0;
  const broken = new ReadableStream<Uint8Array>({
    pull: (own) => (sent++ === 0 ? own.enqueue(half) : own.error(stop)),
  });
  const read = async () => {
    for await (const row of rowsOf(broken)) expect(row).toHaveProperty("a");
  };
  await expect(read()).rejects.toBe(stop);
});

describe("rows before anybody sees them", () => {
  const rows = [
    { id: "1", term: "a", cost: 0.1, clicks: 1, impressions: 10, sales14d: 2, clickThroughRate: 10 },
    { id: "2", term: "a", cost: 0.2, clicks: 2, impressions: 10, sales14d: 4, clickThroughRate: 20 },
    { id: "3", term: "b", cost: 5, clicks: 0, impressions: 7, sales14d: 0, clickThroughRate: 0 },
  ];
  const shape = (how: Partial<Parameters<typeof createShaper>[0]>) => {
    const shaper = createShaper({ top: 10, ...how });
    for (const row of rows) shaper.add(row);
    return shaper.done();
  };

  test("added up; averages of sums, never sums of averages", () => {
    const { rows: found, dropped, counts } = shape({ sumBy: ["term"], sortBy: "cost" });
    expect(counts).toEqual({ total: 3, matched: 3, groups: 2 });
    expect(dropped).toEqual(["clickThroughRate"]);
    expect(found[1]).toEqual({
      term: "a",
      cost: 0.3,
      clicks: 3,
      impressions: 20,
      sales14d: 6,
      costPerClick: 0.1,
      clickThroughRate: 15,
      acos: 5,
      roas: 20,
    });
    expect(found[0]).toEqual({
      term: "b",
      cost: 5,
      clicks: 0,
      impressions: 7,
      sales14d: 0,
      clickThroughRate: 0,
      roas: 0,
    });
    expect(shape({ sumBy: [] }).rows).toHaveLength(1);
  });

  test("filtered, sorted and cut", () => {
    expect(shape({ where: [{ column: "clicks", is: ">", value: 0 }] }).rows.map(({ id }) => id)).toEqual([
      "1",
      "2",
    ]);
    expect(shape({ where: [{ column: "term", is: "contains", value: "B" }] }).counts?.matched).toBe(1);
    expect(shape({ sortBy: "cost", order: "asc", top: 1 })).toMatchObject({
      rows: [{ id: "1" }],
      counts: { total: 3, matched: 3 },
    });
  });

  test("of a part of a file: as many as are wanted, and where to go on", () => {
    const part = (how: object, count: number) => {
      const shaper = createShaper({ skip: 100, top: 2, ...how });
      const given = rows.slice(0, count).filter((row) => !shaper.full() && shaper.add(row) === undefined);
      return { given: given.length, ...shaper.done() };
    };
    expect(part({}, 3)).toEqual({ given: 2, rows: rows.slice(0, 2), dropped: [], next: 102 });
    expect(part({ where: [{ column: "clicks", is: "!=", value: 2 }] }, 3)).toMatchObject({
      given: 3,
      next: 103,
    });
    expect(part({}, 1)).toEqual({ given: 1, rows: rows.slice(0, 1), dropped: [] });
  });

  test("of many rows, the first are kept and no more", () => {
    const shaper = createShaper({ sortBy: "n", top: 3 });
    for (let n = 0; n < 10_000; n++) shaper.add({ n: (n * 7919) % 10_000 });
    expect(shaper.done().rows).toEqual([{ n: 9999 }, { n: 9998 }, { n: 9997 }]);
  });
});

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

/** Amazon with one report, whose steps a test may change. */
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
  test("ordered, awaited, read; the file's address and its signature are shown to nobody", async () => {
    const { ads, sent } = open(amazon());
    const { data, meta } = await ads.reports.run(run);
    expect(data).toMatchObject({
      status: "completed",
      rows: [{ campaignId: "1", cost: 3 }],
      reportIds: ["r1"],
    });
    expect(meta.warnings?.join()).toContain("not final");
    const file = sent.at(-1)!;
    expect(file.headers.get("authorization")).toBeNull();
    const got = await ads.reports.get({ reportId: "r1" });
    expect(JSON.stringify([data, meta, got])).not.toContain("SECRET");
  });

  test("still running: within wait_seconds an answer with the call that resumes it, and it is never lost", async () => {
    let ready = false;
    const { ads, clock } = open(
      amazon(({ url: { pathname } }) =>
        pathname === "/reporting/reports/r1" && !ready ? { reportId: "r1", status: "PROCESSING" } : undefined,
      ),
    );
    const started = clock.now();
    const { data } = await ads.reports.run({ ...run, sortBy: "cost" });
    expect(clock.now() - started).toBeLessThanOrEqual(20_000);
    expect(data).toMatchObject({
      status: "running",
      next_poll_seconds: 30,
      resume: { entity: "reports", action: "download" },
    });
    ready = true;
    expect((await ads.reports.download(data.resume!.params as never)).data).toMatchObject({
      status: "completed",
      rows: [{ cost: 3 }],
    });
  });

  test.each([
    ["its wait is not that of the call's other requests", 20, 3],
    ["to come again later than a call waits", 40, 1],
  ])("asked too often while a report runs: %s", async (_why, retryAfter, times) => {
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
    expect([data.status, asked]).toEqual(["completed", times + 1]);
  });

  test("asked too often, without time to wait: the platform's refusal", async () => {
    const { ads } = open(
      amazon(({ url: { pathname } }) =>
        pathname === "/reporting/reports/r1" ? reply("{}", 429, { "retry-after": "40" }) : undefined,
      ),
    );
    const download = ads.reports.download({ reportIds: ["r1"], wait_seconds: 0 });
    await expect(download).rejects.toMatchObject({ code: "upstream_rate_limited", retry_after: 40 });
  });

  test("425: the report that is running already is taken over", async () => {
    const id = "06ba6494-8568-4066-949f-abb6a91c0b9c";
    const { ads } = open(
      amazon(({ url: { pathname } }) =>
        pathname === "/reporting/reports"
          ? reply({ code: "425", detail: `The Request is a duplicate of : ${id}` }, 425)
          : undefined,
      ),
    );
    expect((await ads.reports.create(order)).data).toMatchObject({
      reportIds: [id],
      reports: [{ reused: true }],
    });
    expect((await ads.reports.run(run)).data).toMatchObject({
      status: "completed",
      reused: true,
      reportIds: [id],
    });
  });

  test("a full queue: when to come again, as data", async () => {
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

  test("an expired address is asked for once more; a failed report says why", async () => {
    let files = 0;
    const late = open(
      amazon(({ url: { hostname } }) =>
        hostname.endsWith("amazonaws.com") && files++ === 0
          ? reply("<Error><Code>AccessDenied</Code></Error>", 403)
          : undefined,
      ),
    );
    expect((await late.ads.reports.run(run)).data.status).toBe("completed");
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

  test("a redirect of a file is not followed", async () => {
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

test("a model reads rows as a table that fits; the application has them all", async () => {
  const many = Array.from({ length: 400 }, (_, n) => ({
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
    params: { ...run, top: 400, sortBy: "cost" },
  });
  const { data } = JSON.parse(result.text) as {
    data: { columns: string[]; rows: unknown[][]; rows_shown: number };
  };
  expect(result.text.length).toBeLessThan(12_000);
  expect(data.columns).toEqual(["campaignId", "campaignName", "cost"]);
  expect(data.rows[0]).toEqual(["144373194309380", "Campaign 399", 399]);
  expect(data.rows).toHaveLength(data.rows_shown);
  expect(result.ok && (result.data as { rows: unknown[] }).rows).toHaveLength(400);
});
