import { expect, test } from "vitest";
import { gunzipSync } from "node:zlib";
import { drive, listOf, unpack, US, vendor, type Driver, type Fields } from "./helpers.ts";

const sending = { type: vendor("createasyncreportrequest"), accept: vendor("createasyncreportresponse") };

const request = (changes: Fields = {}, configuration: Fields = {}): Fields => ({
  name: "test",
  startDate: "2026-03-01",
  endDate: "2026-03-07",
  ...changes,
  configuration: {
    adProduct: "SPONSORED_PRODUCTS",
    groupBy: ["campaign"],
    columns: ["campaignId", "impressions", "clicks", "cost", "sales14d"],
    reportTypeId: "spCampaigns",
    timeUnit: "SUMMARY",
    format: "GZIP_JSON",
    ...configuration,
  },
});

async function rowsOf({ sandbox, send }: Driver, body: Fields): Promise<Fields[]> {
  const created = await send("POST /reporting/reports", body, sending);
  if (created.status !== 200) throw new Error(created.text);
  sandbox.clock.advance(20_000);
  const done = await send(`GET /reporting/reports/${created.body["reportId"]}`);
  return JSON.parse(await unpack(await sandbox.fetch(String(done.body["url"])))) as Fields[];
}

test("requesting an identical report gives 425 with the id of the running report", async () => {
  const { sandbox, send } = drive();
  const first = await send("POST /reporting/reports", request(), sending);
  const again = await send("POST /reporting/reports", request({ name: "other name" }), sending);
  expect(again).toMatchObject({
    status: 425,
    body: { code: "425", detail: `The Request is a duplicate of : ${first.body["reportId"]}` },
  });
  expect((await send("POST /reporting/reports", request({ endDate: "2026-03-06" }), sending)).status).toBe(
    200,
  );
  sandbox.clock.advance(20_000);
  expect((await send("POST /reporting/reports", request(), sending)).status).toBe(200);
});

test("the running report of a planned duplicate can be used", async () => {
  const { sandbox, send } = drive();
  sandbox.fail({ kind: "duplicate_report", reportId: "06ba6494-8568-4066-949f-abb6a91c0b9c" });
  await send("GET /v2/profiles");
  expect((await send("POST /reporting/reports", request(), sending)).status).toBe(425);
  expect((await send("GET /reporting/reports/06ba6494-8568-4066-949f-abb6a91c0b9c")).body["status"]).toBe(
    "PENDING",
  );
});

test.each<[string, Fields, string]>([
  [
    "an unknown type",
    request({}, { reportTypeId: "spNothing" }),
    "configuration reportTypeId includes invalid values: (spNothing)",
  ],
  [
    "another product's type",
    request({}, { adProduct: "SPONSORED_BRANDS" }),
    "configuration adProduct SPONSORED_BRANDS",
  ],
  [
    "an unknown column",
    request({}, { columns: ["campaignId", "clickz"] }),
    "configuration columns includes invalid values: (clickz)",
  ],
  [
    "a column of another group",
    request({}, { columns: ["adGroupId"] }),
    "configuration columns includes invalid values: (adGroupId)",
  ],
  [
    "an unknown group",
    request({}, { groupBy: ["advertiser"] }),
    "configuration groupBy includes invalid values: (advertiser)",
  ],
  ["a date in a summary", request({}, { columns: ["date"] }), "Not supported for timeUnit SUMMARY"],
  [
    "a start date in a daily report",
    request({}, { timeUnit: "DAILY", columns: ["startDate"] }),
    "Not supported for timeUnit DAILY",
  ],
  ["32 days", request({ startDate: "2026-02-01", endDate: "2026-03-04" }), "less than or equal to 31 days"],
  ["too long ago", request({ startDate: "2025-11-01", endDate: "2025-11-05" }), "is too far in the past"],
  ["the future", request({ endDate: "2026-03-20" }), "is in the future"],
  ["dates the wrong way round", request({ endDate: "2026-02-01" }), "endDate must be on or after startDate"],
  [
    "an unknown filter",
    request({}, { filters: [{ field: "x", values: ["y"] }] }),
    "configuration filters includes invalid fields: (x)",
  ],
  [
    "an unknown value of a filter",
    request({}, { filters: [{ field: "campaignStatus", values: ["enabled"] }] }),
    "configuration filters includes invalid values: (enabled)",
  ],
])("%s is refused", async (_name, body, detail) => {
  const answer = await drive().send("POST /reporting/reports", body, sending);
  expect(answer).toMatchObject({ status: 400, body: { code: "400" } });
  expect(answer.body["detail"]).toContain(detail);
});

test("the numbers of keywords, ad groups, products and campaigns add up", async () => {
  const driver = drive();
  const total = (rows: Fields[], name: string): number =>
    Math.round(rows.reduce((sum, row) => sum + Number(row[name]), 0) * 100);
  const campaigns = await rowsOf(driver, request());
  const columns = ["campaignId", "impressions", "clicks", "cost"];
  for (const [reportTypeId, group] of [
    ["spTargeting", "targeting"],
    ["spAdvertisedProduct", "advertiser"],
    ["spCampaigns", "campaign,adGroup"],
  ]) {
    const rows = await rowsOf(driver, request({}, { reportTypeId, groupBy: group?.split(","), columns }));
    for (const name of ["impressions", "clicks", "cost"])
      expect(total(rows, name)).toBe(total(campaigns, name));
  }
  const daily = await rowsOf(driver, request({}, { timeUnit: "DAILY", columns: [...columns, "date"] }));
  expect(total(daily, "cost")).toBe(total(campaigns, "cost"));
});

test("search terms have rows only if they have clicks; filters leave out rows", async () => {
  const driver = drive();
  const columns = ["searchTerm", "keyword", "keywordId", "matchType", "clicks", "impressions", "adGroupId"];
  const search = { reportTypeId: "spSearchTerm", groupBy: ["searchTerm"], columns };
  const rows = await rowsOf(driver, request({}, search));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.every(({ clicks }) => Number(clicks) > 0)).toBe(true);
  const exact = await rowsOf(
    driver,
    request({}, { ...search, filters: [{ field: "keywordType", values: ["EXACT"] }] }),
  );
  expect(new Set(exact.map(({ matchType }) => matchType))).toEqual(new Set(["EXACT"]));
});

test("search terms from the seed are in the rows of their keyword, and the totals stay the same", async () => {
  const search = {
    reportTypeId: "spSearchTerm",
    groupBy: ["searchTerm"],
    columns: ["searchTerm", "keywordId", "cost"],
  };
  const keywordId = 172_472_135_954_996;
  const costs = async (driver: Driver) => {
    const rows = (await rowsOf(driver, request({}, search))).filter((row) => row["keywordId"] === keywordId);
    const cents = rows.reduce((sum, { cost }) => sum + Math.round(Number(cost) * 100), 0);
    return { cents, terms: rows.map(({ searchTerm }) => searchTerm) };
  };
  const before = await costs(drive());
  const profile = { profileId: US };
  const searchTerms = { [keywordId]: ["tent for two dogs"] };
  const after = await costs(drive({ seed: { accounts: [{ profile, searchTerms }] } }));
  expect(before.terms).toEqual(["2 person tent"]);
  expect(after).toEqual({ cents: before.cents, terms: ["2 person tent", "tent for two dogs"] });
});

test("the other products have reports, and the same report has the same numbers", async () => {
  const driver = drive();
  const columns = ["campaignId", "campaignName", "impressions", "clicks", "cost", "sales"];
  for (const [adProduct, reportTypeId] of [
    ["SPONSORED_BRANDS", "sbCampaigns"],
    ["SPONSORED_DISPLAY", "sdCampaigns"],
  ]) {
    const rows = await rowsOf(driver, request({}, { adProduct, reportTypeId, columns }));
    expect(rows.length).toBeGreaterThan(0);
    expect(await rowsOf(drive(), request({}, { adProduct, reportTypeId, columns }))).toEqual(rows);
  }
});

test("a report can fail, and be deleted", async () => {
  const { sandbox, send } = drive();
  sandbox.fail({ kind: "job_failed", reason: "no data", operation: "POST /reporting/reports" });
  const created = await send("POST /reporting/reports", request(), sending);
  sandbox.clock.advance(20_000);
  const path = `/reporting/reports/${created.body["reportId"]}`;
  expect((await send(`GET ${path}`)).body).toMatchObject({
    status: "FAILED",
    failureReason: "no data",
    url: null,
  });
  expect((await send(`DELETE ${path}`)).body).toMatchObject({ code: "200", detail: "Report deleted" });
  expect(await send(`GET ${path}`)).toMatchObject({ status: 404, body: { code: "404" } });
});

test("the address of a file is valid for an hour, refuses a token and cannot be changed", async () => {
  const { sandbox, send, token } = drive();
  const created = await send("POST /reporting/reports", request(), sending);
  sandbox.clock.advance(20_000);
  const path = `GET /reporting/reports/${created.body["reportId"]}`;
  const { url, fileSize } = (await send(path)).body as { url: string; fileSize: number };
  expect(new URL(url).hostname).toMatch(/\.s3\.amazonaws\.com$/);
  const file = await sandbox.fetch(url);
  expect((await file.arrayBuffer()).byteLength).toBe(fileSize);
  const withToken = await sandbox.fetch(url, { headers: { authorization: `Bearer ${await token()}` } });
  expect(withToken.status).toBe(400);
  expect((await sandbox.fetch(url.replace("Expires=3600", "Expires=9999"))).status).toBe(403);
  sandbox.fail({ kind: "expired_file", operation: "GET file" });
  expect(await (await sandbox.fetch(url)).text()).toContain("<Message>Request has expired</Message>");
  sandbox.clock.advance(3_600_000);
  expect((await sandbox.fetch(url)).status).toBe(403);
  const headers = { authorization: `Bearer ${await token()}` };
  const again = await send(path, undefined, { headers });
  expect((await sandbox.fetch(String(again.body["url"]))).status).toBe(200);
});

test("a huge file is created while it is read", async () => {
  const { sandbox, send } = drive();
  const created = await send("POST /reporting/reports", request(), sending);
  sandbox.clock.advance(20_000);
  const { url } = (await send(`GET /reporting/reports/${created.body["reportId"]}`)).body as { url: string };
  sandbox.fail({ kind: "huge_file", bytes: 3_000_000, operation: "GET file" });
  const bytes = new Uint8Array(await (await sandbox.fetch(url)).arrayBuffer());
  expect(bytes.length).toBeLessThan(10_000);
  expect(gunzipSync(bytes).length).toBe(3_000_000);
});

test("an export takes time, requires its media type, and has ids as text", async () => {
  const { sandbox, send } = drive();
  const type = vendor("targetsexport", "v1");
  const created = await send(
    "POST /targets/export",
    { adProductFilter: ["SPONSORED_PRODUCTS"], negativeFilter: [false] },
    { type },
  );
  expect(created).toMatchObject({ status: 202, body: { status: "PROCESSING" } });
  const path = `GET /exports/${created.body["exportId"]}`;
  expect((await send(path, undefined, { accept: type })).body["status"]).toBe("PROCESSING");
  sandbox.clock.advance(20_000);
  expect((await send(path, undefined, { accept: vendor("adsexport", "v1") })).status).toBe(406);
  const done = await send(path, undefined, { accept: type });
  const rows = JSON.parse(await unpack(await sandbox.fetch(String(done.body["url"])))) as Fields[];
  const campaigns = new Set(
    listOf(sandbox.state().accounts[0]?.entities, "sp/campaigns").map(({ campaignId }) => campaignId),
  );
  expect(rows.every(({ campaignId, negative }) => campaigns.has(campaignId) && negative === false)).toBe(
    true,
  );
});

test("sales and purchases agree in every attribution window, and the windows differ", async () => {
  const windows = [1, 7, 14, 30];
  const columns = windows.flatMap((days) => [
    `purchases${days}d`,
    `sales${days}d`,
    `unitsSoldClicks${days}d`,
    `purchasesSameSku${days}d`,
    `attributedSalesSameSku${days}d`,
  ]);
  const driver = drive();
  for (const [reportTypeId, group, id] of [
    ["spTargeting", "targeting", "keywordId"],
    ["spAdvertisedProduct", "advertiser", "adId"],
    ["spCampaigns", "campaignPlacement", "placementClassification"],
  ] as const) {
    const rows = await rowsOf(
      driver,
      request({}, { reportTypeId, groupBy: [group], columns: [id, ...columns] }),
    );
    const totals = windows.map((days) => {
      for (const row of rows) {
        const [purchases, sales, units, same, sameSales] = columns
          .filter((name) => name.endsWith(`${days}d`) && !name.endsWith(`1${days}d`))
          .map((name) => Number(row[name])) as [number, number, number, number, number];
        expect([sales > 0, units > 0, units >= purchases]).toEqual([purchases > 0, purchases > 0, true]);
        expect([same <= purchases, sameSales > 0]).toEqual([true, same > 0]);
      }
      return rows.reduce((sum, row) => sum + Number(row[`sales${days}d`]), 0);
    });
    expect(totals).toEqual(totals.toSorted((one, other) => one - other));
    expect(new Set(totals).size).toBe(windows.length);
  }
});

test("metrics of several ranges add up to one range, but numbers of people do not", async () => {
  const driver = drive();
  const columns = ["campaignId", "impressions", "impressionsViews", "clicks", "addToCart", "purchases", "sales", "cumulativeReach"]; // prettier-ignore
  const display = { adProduct: "SPONSORED_DISPLAY", reportTypeId: "sdCampaigns", columns };
  const totalOf = (rows: Fields[], name: string) =>
    Math.round(rows.reduce((sum, row) => sum + Number(row[name]), 0) * 100);
  const whole = await rowsOf(driver, request({ startDate: "2026-03-01", endDate: "2026-03-06" }, display));
  const parts = [
    ...(await rowsOf(driver, request({ startDate: "2026-03-01", endDate: "2026-03-02" }, display))),
    ...(await rowsOf(driver, request({ startDate: "2026-03-03", endDate: "2026-03-06" }, display))),
  ];
  for (const name of columns.slice(1, -1)) expect(totalOf(parts, name), name).toBe(totalOf(whole, name));
  expect(totalOf(parts, "cumulativeReach")).toBeGreaterThan(totalOf(whole, "cumulativeReach"));
});

test("a report of an advertising product that the account does not use is empty", async () => {
  const dsp = { adProduct: "DEMAND_SIDE_PLATFORM", reportTypeId: "dspGeo", groupBy: ["country"] };
  expect(await rowsOf(drive(), request({}, { ...dsp, columns: ["country", "totalCost"] }))).toEqual([]);
});
