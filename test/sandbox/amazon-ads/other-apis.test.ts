import { describe, expect, test } from "vitest";
import { drive, listOf, vendor, type Fields } from "./helpers.ts";

const BRAND_CAMPAIGN = "144327786111035248";
const KEYWORD = "144346139432000907";
const DISPLAY = "127519806194475039";

describe("Sponsored Brands", () => {
  const type = vendor("sbcampaignresource", "v4");

  test("version 4 has smaller batches and returns complete entities", async () => {
    const { send } = drive();
    const list = await send("POST /sb/v4/campaigns/list", { maxResults: 2 }, { type });
    expect(list.body).toMatchObject({ totalCount: 3, nextToken: expect.any(String) as string });
    const { body } = await send(
      "PUT /sb/v4/campaigns",
      { campaigns: [{ campaignId: BRAND_CAMPAIGN, budget: 70 }] },
      { type },
    );
    expect(listOf(body, "campaigns", "success")).toMatchObject([
      { index: 0, campaign: { campaignId: BRAND_CAMPAIGN, budget: 70 } },
    ]);
    const eleven = Array.from({ length: 11 }, () => ({ campaignId: BRAND_CAMPAIGN }));
    expect((await send("PUT /sb/v4/campaigns", { campaigns: eleven }, { type })).status).toBe(400);
    expect((await send("POST /sb/v4/campaigns/list", { maxResults: 101 }, { type })).status).toBe(400);
  });

  // https://advertising.amazon.com/API/docs/en-us/guides/sponsored-brands/campaigns/get-started-with-campaigns
  test("a campaign needs a brand, dates and a goal that fit, and one way to set the bids of placements", async () => {
    const { send } = drive();
    const create = async (more: Fields) => {
      const campaigns = [{ name: "New", state: "PAUSED", budget: 10, budgetType: "DAILY", brandEntityId: "ENTITY2FERNHILLBRAND", ...more }]; // prettier-ignore
      const { body } = await send("POST /sb/v4/campaigns", { campaigns }, { type });
      const errors = listOf(body, "campaigns", "error")[0]?.["errors"] as Fields[] | undefined;
      const value = errors?.[0]?.["errorValue"] as Record<string, Fields> | undefined;
      return value && Object.values(value)[0]!["reason"];
    };
    const adjustments = (percentage: number) => ({ bidAdjustmentsByPlacement: [{ placement: "HOME", percentage }] }); // prettier-ignore
    for (const [more, reason] of [
      [{ brandEntityId: undefined }, "BRAND_ENTITY_ID_INVALID"],
      [{ endDate: "2026-06-30" }, "MISSING_VALUE"],
      [{ budgetType: "LIFETIME" }, "MISSING_VALUE"],
      [{ startDate: "2026-04-01", endDate: "2026-03-30" }, "END_DATE_EARLIER_THAN_START_DATE"],
      [{ startDate: "2026-01-01" }, "START_DATE_EARLIER_THAN_TODAY"],
      [{ goal: "PAGE_VISIT" }, "INVALID_ARGUMENT"],
      [{ goal: "BRAND_IMPRESSION_SHARE", costType: "CPC" }, "CAMPAIGN_GOAL_TYPE_INVALID"],
      [{ bidding: adjustments(20) }, "INVALID_ARGUMENT"],
      [{ bidding: { bidOptimization: false, ...adjustments(901) } }, "TOO_HIGH"],
      [{ bidding: { bidOptimization: false, ...adjustments(-99) } }, undefined],
    ] as const)
      expect(await create(more), JSON.stringify(more)).toBe(reason);
  });

  test("an ad of each format, and one format per ad group", async () => {
    const { send, sandbox } = drive();
    const media = vendor("sbadresource", "v4");
    const asset = (id: string) => `amzn1.assetlibrary.asset1.fernhill-${id}`;
    const brand = { brandName: "Fernhill", brandLogoAssetID: asset("logo"), headline: "Trails" };
    const landingPage = { pageType: "STORE", url: "https://www.amazon.com/stores/page/x" };
    const video = { videoAssetIds: [asset("boots")] };
    const three = ["B0CK7R2M4Q", "B0BX3D8K2N", "B0CP1W7J5S"];
    const subpages = three.map((asin) => ({ asin, pageTitle: "A", url: landingPage.url }));
    const formats: [format: string, creative: Fields, type: string | undefined][] = [
      ["video", { ...video, asins: three.slice(0, 1) }, undefined],
      ["productCollection", { ...brand, asins: three }, "PRODUCT_COLLECTION"],
      ["brandVideo", { ...brand, ...video }, "BRAND_VIDEO"],
      ["storeSpotlight", { ...brand, subpages }, "STORE_SPOTLIGHT"],
      ["manualCollection", { brandName: "Fernhill", asins: three }, "MANUAL_COLLECTION"],
      ["autoCollection", { brandName: "Fernhill" }, "AUTO_COLLECTION"],
    ];
    const campaignType = vendor("sbadgroupresource", "v4");
    for (const [format, creative, expected] of formats) {
      const adGroups = [{ campaignId: BRAND_CAMPAIGN, name: format, state: "ENABLED" }];
      const group = await send("POST /sb/v4/adGroups", { adGroups }, { type: campaignType });
      const adGroupId = listOf(group.body, "adGroups", "success")[0]?.["adGroupId"];
      const create = async (changed: Fields) => {
        const ads = [
          { adGroupId, name: `An ad: ${format}`, state: "PAUSED", creative: changed, landingPage },
        ];
        return (await send(`POST /sb/v4/ads/${format}`, { ads }, { type: media })).body;
      };
      for (const field of Object.keys(creative)) {
        const { [field]: _, ...rest } = creative;
        if (format === "productCollection" && field === "asins") continue;
        expect(listOf(await create(rest), "ads", "error"), `${format} without ${field}`).toHaveLength(1);
      }
      const ad = listOf(await create(creative), "ads", "success")[0]?.["ad"] as Fields;
      expect((ad["creative"] as Fields)["type"]).toBe(expected);
      expect(ad).toMatchObject({ campaignId: BRAND_CAMPAIGN });
    }
    const [first] = sandbox.state().accounts[0]!.entities["sb/adGroups"];
    const other = [{ adGroupId: first!["adGroupId"], name: "Other", state: "PAUSED", creative: formats[0]![1] }]; // prettier-ignore
    const { body } = await send("POST /sb/v4/ads/video", { ads: other }, { type: media });
    expect(JSON.stringify(listOf(body, "ads", "error"))).toContain("TYPE_CONFLICT_IN_AD_GROUP");
  });

  test("keywords have integer ids of eighteen digits and states in lower case", async () => {
    const { send } = drive();
    const list = await send(
      `GET /sb/keywords?campaignIdFilter=${BRAND_CAMPAIGN}&stateFilter=enabled`,
      undefined,
      { accept: vendor("sbkeyword", "v3.2") },
    );
    expect(list.text).toContain(`"keywordId":${KEYWORD},`);
    expect(listOf(list.body)).toHaveLength(3);
    const item = `"adGroupId":144346139432000903,"campaignId":${BRAND_CAMPAIGN}`;
    const made = await send(
      "POST /sb/keywords",
      `[{${item},"keywordText":"dome tent","matchType":"broad","bid":1.1},{${item},"keywordText":"camping tent","matchType":"exact"}]`,
    );
    expect(made.status).toBe(207);
    expect(listOf(made.body)).toMatchObject([{ code: "SUCCESS" }, { code: "DUPLICATE_VALUE" }]);
    const changed = await send(
      "PUT /sb/keywords",
      `[{${item},"keywordId":${KEYWORD},"bid":1.5,"state":"paused"}]`,
    );
    expect(changed.text).toContain(`"keywordId":${KEYWORD}`);
    expect((await send(`GET /sb/keywords/${KEYWORD}`)).body).toMatchObject({ bid: 1.5, state: "paused" });
    expect((await send(`DELETE /sb/keywords/${KEYWORD}`)).body).toMatchObject({ code: "SUCCESS" });
    expect((await send(`GET /sb/keywords/${KEYWORD}`)).body).toMatchObject({ state: "archived" });
    expect((await send("GET /sb/keywords/1")).status).toBe(404);
    const without = await send("PUT /sb/keywords", `[{"keywordId":144346139432000909,"bid":1.5}]`);
    expect(listOf(without.body)).toMatchObject([
      { code: "INVALID_ARGUMENT", errors: [{ KeywordError: { reason: "KEYWORD_MISSING_AD_GROUP_ID" } }] },
    ]);
  });

  // https://github.com/amzn/ads-advanced-tools-docs/issues/499
  test("no ad group of the seed has both keywords and product targets", async () => {
    const { send } = drive();
    const groupsOf = async (operation: string, body?: Fields) => {
      const { text } = await send(operation, body);
      return [...new Set([...text.matchAll(/"adGroupId":(\d+)/g)].map(([, id]) => id))];
    };
    const keywords = await groupsOf("GET /sb/keywords");
    const targets = await groupsOf("POST /sb/targets/list", {});
    expect([keywords.length, targets.length]).toEqual([3, 3]);
    expect(targets.filter((group) => keywords.includes(group))).toEqual([]);
  });

  test("targets are listed and created, and themes are listed", async () => {
    const { send } = drive();
    const filters = [{ filterType: "CAMPAIGN_ID", values: [BRAND_CAMPAIGN] }];
    const list = await send("POST /sb/targets/list", { filters });
    expect(listOf(list.body, "targets")).toMatchObject([
      { state: "enabled", expressions: [{ type: "asinCategorySameAs" }] },
    ]);
    const byId = [{ filterType: "TARGET_ID", values: ["144346139432000941"] }];
    expect((await send("POST /sb/targets/list", { filters: byId })).status).toBe(400);
    const parents = `"adGroupId":144346139432000904,"campaignId":${BRAND_CAMPAIGN}`;
    const targets = `{"targets":[{${parents},"bid":1,"expressions":[{"type":"asinSameAs","value":"B07R7V6KS8"}]},{"adGroupId":1,"expressions":[{}]}]}`;
    const { body } = await send("POST /sb/targets", targets, { prefer: true });
    expect(body).toMatchObject({
      createTargetSuccessResults: [{ targetRequestIndex: 0, target: { bid: 1 } }],
      createTargetErrorResults: [{ targetRequestIndex: 1 }],
    });
    const themes = await send("POST /sb/themes/list", { stateFilter: { include: ["enabled"] } });
    expect(listOf(themes.body, "themes")[0]?.["themeId"]).toMatch(/^\d{18}$/);
  });
});

describe("Sponsored Display", () => {
  test("responses are arrays; filters are in the query; lists have an extended form", async () => {
    const { send } = drive();
    const list = await send("GET /sd/campaigns?stateFilter=enabled,%20paused&count=1&startIndex=1");
    expect(list.text).toContain(`"campaignId":${DISPLAY}`);
    expect(listOf(list.body)).toMatchObject([{ state: "enabled", startDate: "20251215", tactic: "T00030" }]);
    const extended = await send(`GET /sd/campaigns/extended?campaignIdFilter=${DISPLAY}`);
    expect(listOf(extended.body)).toMatchObject([
      { servingStatus: "CAMPAIGN_STATUS_ENABLED", creationDate: expect.any(Number) as number },
    ]);
    expect((await send("GET /sd/campaigns?stateFilter=ENABLED")).status).toBe(400);
  });

  test("a campaign gets an ad group, an ad and a target, and numbers can be text", async () => {
    const { send } = drive();
    const campaigns = [
      {
        name: "Test",
        tactic: "T00020",
        budget: "10.00",
        budgetType: "daily",
        costType: "cpc",
        startDate: "20260401",
        state: "paused",
      },
    ];
    const made = await send("POST /sd/campaigns", campaigns);
    expect(made).toMatchObject({ status: 207, body: [{ code: "SUCCESS" }] });
    const campaignId = listOf(made.body)[0]?.["campaignId"];
    const [group] = listOf(
      (await send("POST /sd/adGroups", [{ campaignId, name: "Group", defaultBid: 1, state: "enabled" }]))
        .body,
    );
    const adGroupId = group?.["adGroupId"];
    const [ad] = listOf(
      (await send("POST /sd/productAds", [{ campaignId, adGroupId, sku: "FH-TENT-2P", state: "enabled" }]))
        .body,
    );
    expect(ad?.["code"]).toBe("SUCCESS");
    const expression = [{ type: "asinSameAs", value: "B07R7V6KS8" }];
    const [target] = listOf(
      (
        await send("POST /sd/targets", [
          { adGroupId, expression, expressionType: "manual", bid: 1, state: "enabled" },
        ])
      ).body,
    );
    expect((await send(`GET /sd/targets/${target?.["targetId"]}`)).body).toMatchObject({
      campaignId,
      adGroupId,
      expression,
      bid: 1,
    });
    expect(listOf((await send("POST /sd/campaigns", campaigns)).body)).toMatchObject([
      { code: "NAME_NOT_UNIQUE" },
    ]);
    expect(
      listOf(
        (
          await send("PUT /sd/campaigns", [
            { campaignId, budget: 0.1 },
            { campaignId: 1, budget: 5 },
          ])
        ).body,
      ),
    ).toMatchObject([
      { code: "INVALID_ARGUMENT", campaignId },
      { code: "NOT_FOUND", campaignId: 1 },
    ]);
    expect((await send(`DELETE /sd/campaigns/${campaignId}`)).body).toEqual({ code: "SUCCESS", campaignId });
    expect((await send(`GET /sd/campaigns/${campaignId}`)).body).toMatchObject({
      state: "archived",
      budget: 10,
    });
  });
});

describe("budgets and recommendations", () => {
  test.each([
    ["sp", "144373194309380061", "spcampaignbudgetusage"],
    ["sb", BRAND_CAMPAIGN, "sbcampaignbudgetusage"],
    ["sd", DISPLAY, "sdcampaignbudgetusage"],
  ])("budget usage of %s", async (family, id, name) => {
    const { send } = drive();
    const { status, body } = await send(
      `POST /${family}/campaigns/budget/usage`,
      { campaignIds: ["1", id] },
      { type: vendor(name, "v1") },
    );
    expect(status).toBe(207);
    expect(listOf(body, "error")).toMatchObject([{ index: 0, campaignId: "1", code: "NOT_FOUND" }]);
    expect(listOf(body, "success")).toMatchObject([
      { index: 1, campaignId: id, usageUpdatedTimestamp: "2026-03-12T16:15:00Z" },
    ]);
    expect(listOf(body, "success")[0]?.["budgetUsagePercent"]).toBeLessThanOrEqual(100);
  });

  test("recommendations have bids for an ad group, keywords with bids in cents, and budgets", async () => {
    const { send } = drive();
    const parents = { campaignId: "144373194309380061", adGroupId: "144373194309380062" };
    const ask = (changes: Fields) =>
      send(
        "POST /sp/targets/bid/recommendations",
        {
          recommendationType: "BIDS_FOR_EXISTING_AD_GROUP",
          ...parents,
          targetingExpressions: [{ type: "CLOSE_MATCH" }],
          ...changes,
        },
        { type: vendor("spthemebasedbidrecommendation", "v5") },
      );
    const [bids] = listOf((await ask({})).body, "bidRecommendations");
    expect(listOf(bids, "bidRecommendationsForTargetingExpressions")[0]?.["bidValues"]).toHaveLength(3);
    expect((await ask({ adGroupId: "1" })).status).toBe(422);
    expect((await ask({ targetingExpressions: [{ type: "CLOSE" }] })).status).toBe(400);
    const keywords = await send(
      "POST /sp/targets/keywords/recommendations",
      { recommendationType: "KEYWORDS_FOR_ADGROUP", ...parents, maxRecommendations: 3 },
      { type: vendor("spkeywordsrecommendation", "v5") },
    );
    const [first] = listOf(keywords.body, "keywordTargetList");
    expect(Number(listOf(first, "bidInfo")[0]?.["bid"])).toBeGreaterThan(50);
    const budget = await send(
      "POST /sp/campaigns/budgetRecommendations",
      { campaignIds: [parents.campaignId] },
      { type: vendor("budgetrecommendation") },
    );
    expect(listOf(budget.body, "budgetRecommendationsSuccessResults")).toMatchObject([
      { index: 0, sevenDaysMissedOpportunities: { startDate: "20260305" } },
    ]);
  });
});

describe("invoices, stores and products", () => {
  test("invoices come in a payload, in pages", async () => {
    const { send } = drive();
    const { body } = await send("GET /invoices?count=2", undefined, { accept: vendor("invoices", "v1.1") });
    const payload = body["payload"] as Fields;
    expect(listOf(payload, "invoiceSummaries")).toHaveLength(2);
    const rest = await send(
      `GET /invoices?count=2&cursor=${encodeURIComponent(String(payload["nextCursor"]))}`,
    );
    expect(rest.body["payload"]).toMatchObject({ nextCursor: null });
    const id = listOf(payload, "invoiceSummaries")[0]?.["id"];
    expect((await send(`GET /invoices/${id}`)).body).toMatchObject({
      payload: { invoiceSummary: { id, status: "ISSUED" } },
    });
  });

  test("brands, stores, insights and eligibility can be read", async () => {
    const { send } = drive();
    const [brand] = listOf((await send("GET /brands", undefined, { accept: vendor("brand") })).body);
    expect(listOf((await send("GET /v2/stores")).body)[0]?.["brandEntityId"]).toBe(brand?.["brandEntityId"]);
    const insights = await send(
      `POST /stores/${brand?.["brandEntityId"]}/insights`,
      { dimension: "DATE", metrics: ["VIEWS"], startDate: "2026-03-01", endDate: "2026-03-03" },
      {
        type: vendor("GetInsightsForStoreRequest", "v1"),
        accept: vendor("GetInsightsForStoreResponse", "v1"),
      },
    );
    expect(listOf(insights.body, "metricsDetails")).toHaveLength(3);
    const productDetailsList = [{ asin: "B0CK7R2M4Q" }, { asin: "B0D2F5V8ZA" }, { asin: "B000000000" }];
    const { body } = await send("POST /eligibility/product/list", { adType: "sp", productDetailsList });
    expect(listOf(body, "productResponseList").map(({ overallStatus }) => overallStatus)).toEqual([
      "ELIGIBLE",
      "INELIGIBLE",
      "INELIGIBLE",
    ]);
  });
});
