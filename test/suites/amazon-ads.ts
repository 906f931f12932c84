import { ConnectorError, type Result } from "agent-connectors";
import { reportRows, type AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { describe, expect, test } from "vitest";

type Dict = Record<string, unknown>;

/** A connector to an account with profiles in several countries. Every test opens a new account. */
export interface AmazonAdsBench {
  /** The connector, whose policy contains `caps`. */
  ads: AmazonAdsConnector;
  /** The requests that have reached Amazon. Absent if the transport cannot show them. */
  sent?: () => readonly { method: string; path: string }[];
  close?: () => Promise<void>;
}

/** The spending caps that the connector's policy must have. */
export const caps = {
  max_daily_budget: { USD: 120 },
  max_bid: { USD: 3 },
  max_change_percent: 50,
  max_portfolio_budget: { USD: 50_000 },
};

/** The profile that the tests use: a US seller of the sandbox. */
const profileId = "2381940675312846";
/** A campaign of this profile. Its id is too large for an exact JavaScript number. */
const campaignId = "144373194309380061";

type Call = (entity: string, action: string, params?: Dict) => Promise<Result<Dict & Dict[]>>;

async function failure(call: Promise<unknown>): Promise<ConnectorError> {
  const error = await call.then(
    (result) => expect.fail(`expected an error, got ${JSON.stringify(result).slice(0, 300)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  expect((error as ConnectorError).hint?.length ?? 0).toBeGreaterThan(10);
  return error as ConnectorError;
}

const byMethod =
  (ads: AmazonAdsConnector): Call =>
  (entity, action, params) =>
    (ads as unknown as Record<string, Record<string, (params?: Dict) => Promise<Result<Dict & Dict[]>>>>)[
      entity
    ]![action]!(params);

/** Tests what every connector to Amazon Ads must do, in process and in hosted mode. */
export function testAmazonAds(
  name: string,
  open: () => Promise<AmazonAdsBench>,
  ways: readonly ("execute" | "method")[] = ["execute", "method"],
): void {
  describe.each(ways)(`Amazon Ads ${name}, by %s`, (way) => {
    const run = (title: string, body: (call: Call, bench: AmazonAdsBench) => Promise<void>) =>
      test(title, async () => {
        const bench = await open();
        try {
          await body(way === "execute" ? (bench.ads.execute as unknown as Call) : byMethod(bench.ads), bench);
        } finally {
          await bench.close?.();
        }
      });
    const writes = ({ sent }: AmazonAdsBench) =>
      sent?.().filter(
        ({ method, path }) =>
          method !== "GET" && (method === "PUT" || path.endsWith("/delete") || /^\/sp\/\w+$/.test(path)),
      ).length;

    run("profiles are listed, and found by id, country or name", async (call) => {
      const { data: profiles } = await call("profiles", "list");
      expect(profiles.map((one) => one.countryCode)).toContain("CA");
      const { data: one } = await call("profiles", "get", { profileId });
      const { data: settings } = await call("profiles", "budget_settings", { profileId });
      expect(settings.featureFlags).toEqual({ isOptedOutForAverageDailyBudgetIncrease: false });
      expect(one).toMatchObject({ profileId, countryCode: "US" });
      const none = await failure(call("sponsored_product_campaigns", "list"));
      expect(none).toMatchObject({ code: "invalid_params", path: "params.profileId" });
      expect(none.hint).toContain(`"${profileId}" (US, `);
      const byCountry = await call("sponsored_product_campaigns", "list", { profileId: "CA", limit: 1 });
      expect(byCountry.data.length).toBeLessThanOrEqual(1);
      expect(
        await failure(call("sponsored_product_campaigns", "list", { profileId: "Atlantis" })),
      ).toMatchObject({ code: "invalid_params" });
      const agency = profiles.find(({ accountInfo }) => (accountInfo as Dict).type === "agency");
      expect(
        await failure(call("sponsored_product_campaigns", "list", { profileId: agency!.profileId })),
      ).toMatchObject({
        code: "invalid_params",
        message: expect.stringContaining("agency"),
      });
    });

    run(
      "lists have pages, keep ids beyond 2^53, and accept filters in Amazon's spelling",
      async (call, { ads }) => {
        const { data: first, meta } = await call("sponsored_product_campaigns", "list", {
          profileId,
          limit: 2,
        });
        expect(first[0]!.campaignId).toBe(campaignId);
        expect(meta).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
        const { data: next } = await call("sponsored_product_campaigns", "list", {
          profileId,
          limit: 2,
          cursor: meta.next_cursor,
        });
        expect(next[0]!.campaignId).not.toBe(campaignId);
        const all: string[] = [];
        for await (const one of ads.sponsored_product_campaigns.list.all({ profileId, limit: 3 }))
          all.push(one.campaignId);
        expect(new Set(all).size).toBe(all.length);
        expect(
          (await call("sponsored_product_campaigns", "get", { profileId, campaignId })).data,
        ).toMatchObject({ campaignId });
        const filtered = await call("sponsored_product_campaigns", "list", {
          profileId,
          stateFilter: { include: "paused" },
        });
        for (const one of filtered.data) expect(one.state).toBe("PAUSED");
        expect(filtered.meta.normalized?.join()).toContain("PAUSED");
        expect(
          await failure(call("sponsored_product_campaigns", "get", { profileId, campaignId: "1" })),
        ).toMatchObject({ code: "not_found" });
      },
    );

    const lists: [entity: string, id: string][] = [
      ["portfolios", "portfolioId"],
      ["sponsored_product_ad_groups", "adGroupId"],
      ["sponsored_product_keywords", "keywordId"],
      ["sponsored_product_product_ads", "adId"],
      ["sponsored_product_targets", "targetId"],
      ["sponsored_product_negative_keywords", "keywordId"],
      ["sponsored_product_negative_targets", "targetId"],
      ["sponsored_product_campaign_negative_keywords", "keywordId"],
      ["sponsored_product_campaign_negative_targets", "targetId"],
    ];
    run("every resource of Sponsored Products has a list, and returns one record by id", async (call) => {
      for (const [entity, id] of lists) {
        const { data } = await call(entity, "list", { profileId });
        expect(data.length, entity).toBeGreaterThan(0);
        expect((await call(entity, "get", { profileId, [id]: data[0]![id] })).data).toMatchObject({
          [id]: data[0]![id],
        });
      }
    });

    run("campaigns and ad groups of Sponsored Brands are listed", async (call) => {
      for (const entity of ["sponsored_brands_campaigns", "sponsored_brands_ad_groups"])
        expect((await call(entity, "list", { profileId })).data.length, entity).toBeGreaterThan(0);
    });

    run(
      "a budget is shown by dry_run, refused above the caps, changed within them, and restored",
      async (call, bench) => {
        const update = (budget: number, more: Dict = {}) =>
          call("sponsored_product_campaigns", "update", {
            profileId,
            campaigns: [{ campaignId, budget: { budget } }],
            ...more,
          });
        const current = async () =>
          ((await call("sponsored_product_campaigns", "get", { profileId, campaignId })).data.budget as Dict)
            .budget as number;
        const before = await current();
        const shown = await update(before + 5, { dry_run: true });
        expect(shown.data).toMatchObject({
          effect: "spend",
          before: [{ campaignId, budget: { budget: before } }],
          after: [{ campaignId, budget: { budget: before + 5 } }],
        });
        expect(await failure(update(before * 2))).toMatchObject({
          code: "cap_exceeded",
          path: "params.campaigns[0].budget.budget",
        });
        expect(writes(bench) ?? 0).toBe(0);
        const done = await update(before + 5);
        expect(done.data).toMatchObject({
          succeeded: [{ index: 0, id: campaignId }],
          failed: [],
          unchanged: [],
        });
        expect(await current()).toBe(before + 5);
        const { entity, action, params } = done.meta.undo!;
        await call(entity, action, params);
        expect(await current()).toBe(before);
      },
    );

    run("a campaign is created paused, only once, and an undo archives it", async (call) => {
      const campaigns = [{ name: "Suite", targetingType: "MANUAL", budget: { budget: 20 } }];
      const made = await call("sponsored_product_campaigns", "create", { profileId, campaigns });
      const { id } = (made.data.succeeded as Dict[])[0]!;
      expect(
        (await call("sponsored_product_campaigns", "get", { profileId, campaignId: id })).data,
      ).toMatchObject({ state: "PAUSED" });
      expect(
        await failure(call("sponsored_product_campaigns", "create", { profileId, campaigns })),
      ).toMatchObject({
        code: "upstream_rejected",
        hint: expect.stringContaining("Choose another name"),
        outcome: "not_started",
      });
      const { entity, action, params } = made.meta.undo!;
      expect([entity, action]).toEqual(["sponsored_product_campaigns", "archive"]);
      await call(entity, action, params);
      expect(
        (await call("sponsored_product_campaigns", "get", { profileId, campaignId: id })).data,
      ).toMatchObject({ state: "ARCHIVED" });
    });

    run("a batch has a result for each item, and failures name the argument", async (call) => {
      const campaigns = [
        { name: "Suite one", targetingType: "MANUAL", budget: { budget: 20 } },
        { name: "Suite two", targetingType: "MANUAL", budget: { budget: 0.01 } },
      ];
      const { data } = await call("sponsored_product_campaigns", "create", { profileId, campaigns });
      expect(data.succeeded).toMatchObject([{ index: 0 }]);
      expect(data.failed).toMatchObject([
        { index: 1, argument: expect.stringMatching(/^campaigns\[1\]/), reason: expect.any(String) },
      ]);
    });

    run("a report is requested, awaited, added up, sorted and cut off", async (call) => {
      const { data, meta } = await call("reports", "run", {
        profileId,
        reportTypeId: "spCampaigns",
        ...lastDays,
        sumBy: ["campaignId", "campaignName"],
        sortBy: "cost",
        top: 3,
        wait_seconds: 50,
      });
      const rows = data.rows as Dict[];
      expect(rows.length).toBeLessThanOrEqual(3);
      expect(rows.every(({ campaignId: id }) => typeof id === "string")).toBe(true);
      expect(rows.map(({ cost }) => cost)).toEqual(
        rows.map(({ cost }) => cost as number).sort((a, b) => b - a),
      );
      expect(meta.warnings?.join(" ") ?? "").not.toContain("http");
    });

    run(
      "if a report takes longer, the call is pending, and the same call later gets the rows",
      async (call) => {
        const asked = { profileId, reportTypeId: "spTargeting", ...lastDays, top: 5 };
        await expect(call("reports", "run", { ...asked, wait_seconds: 0 })).rejects.toMatchObject({
          code: "job_pending",
          pending: { id: expect.stringMatching(/^job_/) },
        });
        const { data } = await call("reports", "run", { ...asked, wait_seconds: 50 });
        await call("reports", "delete", { profileId, reportId: (data.reportIds as string[])[0] });
      },
    );

    run("a report in parts has every row once, in the order of the file", async (call) => {
      const ordered = await call("reports", "create", {
        profileId,
        reportTypeId: "spCampaigns",
        ...lastDays,
      });
      const asked = { profileId, reportIds: ordered.data.reportIds, wait_seconds: 50 };
      const whole = (await call("reports", "download", { ...asked, top: 100_000 })).data.rows as Dict[];
      expect(whole.length).toBeGreaterThan(2);
      const parts: Dict[] = [];
      for (let skip: unknown = 0; skip !== undefined;) {
        const { data } = await call("reports", "download", { ...asked, skip, top: 2 });
        parts.push(...(data.rows as Dict[]));
        skip = data.next_skip;
      }
      expect(parts).toEqual(whole);
    });

    run("every row of a report comes from its file, which is read once", async (call, { ads, sent }) => {
      const ordered = await call("reports", "create", {
        profileId,
        reportTypeId: "spCampaigns",
        ...lastDays,
      });
      const reportIds = ordered.data.reportIds as string[];
      const asked = { profileId, reportIds, wait_seconds: 50 };
      const whole = (await call("reports", "download", { ...asked, top: 100_000 })).data.rows as Dict[];
      const files = () => sent?.().filter(({ path }) => path.includes("report.json.gz")).length;
      const before = files();
      const found: Dict[] = [];
      for await (const row of reportRows(ads, { profileId, reportIds })) found.push(row);
      expect(found).toEqual(whole);
      if (before !== undefined) expect(files()).toBe(before + 1);
    });

    run(
      "with unchecked, Amazon decides about a column that the connector does not know",
      async (_, { ads }) => {
        const asked = { profileId, reportTypeId: "spCampaigns", columns: ["newColumn"], ...lastDays };
        expect(await failure(ads.execute("reports", "create", asked))).toMatchObject({
          code: "invalid_params",
        });
        const refused = await failure(ads.execute("reports", "create", asked, { unchecked: true }));
        expect(refused).toMatchObject({ code: "upstream_rejected" });
        expect(refused.hint).toContain("Amazon allows: impressions");
      },
    );

    run("bad input is an error, and nothing is sent", async (call, bench) => {
      await bench.ads.check();
      await call("sponsored_product_campaigns", "list", { profileId, limit: 1 });
      const before = bench.sent?.().length;
      const bad: [string, string, Dict, string][] = [
        ["sponsored_product_campaigns", "list", { states: ["running"] }, "params.states[0]"],
        ["sponsored_product_campaigns", "get", { campaignId: 2 ** 57 }, "params.campaignId"],
        [
          "sponsored_product_campaigns",
          "update",
          { campaigns: [{ campaignId, status: "PAUSED" }] },
          "params.campaigns[0].status",
        ],
        [
          "reports",
          "run",
          { reportTypeId: "spCampaigns", ...lastDays, columns: ["campaignld"] },
          "params.columns[0]",
        ],
        ["reports", "create", { reportTypeId: "spCampains", ...lastDays }, "params.reportTypeId"],
        [
          "reports",
          "create",
          { reportTypeId: "spCampaigns", startDate: "2020-01-01", endDate: "2020-01-02" },
          "params.startDate",
        ],
      ];
      for (const [entity, action, params, path] of bad)
        expect(
          await failure(call(entity, action, { profileId, ...params })),
          `${entity}.${action}`,
        ).toMatchObject({
          code: "invalid_params",
          path,
        });
      expect(bench.sent?.().length).toBe(before);
    });
  });
}

/** Days for which the sandbox has data. */
const lastDays = { startDate: "2026-02-20", endDate: "2026-03-05" };
