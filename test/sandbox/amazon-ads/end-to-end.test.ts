import { expect, test } from "vitest";
import { drive, listOf, unpack, vendor } from "./helpers.ts";

test("a typical day: profiles, campaigns, a changed budget and a report", async () => {
  const { sandbox, send, sp } = drive();
  const profiles = await send("GET /v2/profiles", undefined, { profile: null });
  expect(listOf(profiles.body).map(({ countryCode }) => countryCode)).toContain("US");

  const campaigns = await sp("POST /sp/campaigns/list", "spCampaign", {
    stateFilter: { include: ["ENABLED"] },
  });
  const [first] = listOf(campaigns.body, "campaigns");
  expect(first?.["campaignId"]).toBe("144373194309380061");

  const changed = await sp(
    "PUT /sp/campaigns",
    "spCampaign",
    { campaigns: [{ campaignId: "144373194309380061", budget: { budget: 90, budgetType: "DAILY" } }] },
    { prefer: true },
  );
  expect(changed.status).toBe(207);
  expect(changed.body["campaigns"]).toMatchObject({
    success: [{ index: 0, campaignId: "144373194309380061", campaign: { budget: { budget: 90 } } }],
    error: [],
  });

  const created = await send(
    "POST /reporting/reports",
    {
      name: "last week",
      startDate: "2026-03-01",
      endDate: "2026-03-07",
      configuration: {
        adProduct: "SPONSORED_PRODUCTS",
        groupBy: ["campaign"],
        columns: ["campaignId", "campaignName", "impressions", "clicks", "cost", "sales14d", "date"],
        reportTypeId: "spCampaigns",
        timeUnit: "DAILY",
        format: "GZIP_JSON",
      },
    },
    { type: vendor("createasyncreportrequest"), accept: vendor("createasyncreportresponse") },
  );
  expect(created).toMatchObject({ status: 200, body: { status: "PENDING", url: null } });
  const path = `GET /reporting/reports/${created.body["reportId"]}`;
  sandbox.clock.advance(6000);
  expect((await send(path)).body["status"]).toBe("PROCESSING");
  sandbox.clock.advance(10_000);
  const done = await send(path);
  expect(done.body).toMatchObject({ status: "COMPLETED", urlExpiresAt: "2026-03-12T17:30:16.000Z" });
  const file = await sandbox.fetch(String(done.body["url"]));
  const text = await unpack(file);
  expect(text).toContain('"campaignId":144373194309380061,');
  const rows = JSON.parse(text) as { clicks: number; date: string }[];
  expect(new Set(rows.map(({ date }) => date)).size).toBe(7);
  expect(rows.some(({ clicks }) => clicks > 0)).toBe(true);
});

test("over HTTP, files have their own port, which refuses an Authorization header", async () => {
  const { sandbox } = drive();
  await using stack = new AsyncDisposableStack();
  const { url, filesUrl, close } = await sandbox.listen();
  stack.defer(close);
  const answer = await fetch(`${url}auth/o2/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "refresh_token", ...sandbox.credentials }),
  });
  expect(answer.status).toBe(200);
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = {
    authorization: `Bearer ${access_token}`,
    "amazon-advertising-api-clientid": sandbox.credentials.client_id,
  };
  const europe = (await (await fetch(`${url}eu/v2/profiles`, { headers })).json()) as unknown[];
  expect(europe).toHaveLength(2);
  const refused = await fetch(`${filesUrl}x/report.json.gz`, { headers });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Only one auth mechanism allowed");
});
