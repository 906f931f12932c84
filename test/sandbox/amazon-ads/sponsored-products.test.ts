import { describe, expect, test } from "vitest";
import { drive, listOf, UK, US, VENDOR, vendor, type Driver, type Fields } from "./helpers.ts";

const TENTS = "144373194309380061";
const GROUP = "144373194309380062";

/** Returns the type, the reason and the value of the only error of a batch. */
function errorOf(body: Fields, key: string): { type: unknown; reason: unknown; value: Fields } {
  const [item = { errors: [] }] = listOf(body, key, "error");
  const [error] = listOf(item, "errors");
  const type = String(error?.["errorType"]);
  const value = ((error?.["errorValue"] as Fields | undefined)?.[type] ?? {}) as Fields;
  return { type, reason: value["reason"], value };
}

const campaign = (changes: Fields = {}): Fields => ({
  name: "New campaign",
  state: "PAUSED",
  targetingType: "MANUAL",
  budget: { budget: 10, budgetType: "DAILY" },
  ...changes,
});

describe("lists", () => {
  test("lists have filters by state, id, name, portfolio and parent", async () => {
    const { sp } = drive();
    const names = async (body: Fields): Promise<unknown[]> =>
      listOf((await sp("POST /sp/campaigns/list", "spCampaign", body)).body, "campaigns").map(
        ({ name }) => name,
      );
    expect(await names({})).toHaveLength(12);
    expect(await names({ stateFilter: { include: ["ARCHIVED", "PAUSED"] } })).toEqual([
      "Black Friday 2025",
      "Poles - Winter test",
    ]);
    expect(await names({ campaignIdFilter: { include: [TENTS] } })).toEqual(["Tents - Exact"]);
    expect(await names({ campaignIdFilter: { include: ["1"] } })).toEqual([]);
    expect(
      await names({ nameFilter: { include: ["boots"], queryTermMatchType: "BROAD_MATCH" } }),
    ).toHaveLength(2);
    expect(await names({ nameFilter: { include: ["boots"], queryTermMatchType: "EXACT_MATCH" } })).toEqual(
      [],
    );
    expect(await names({ portfolioIdFilter: { include: ["83124790561877"] } })).toHaveLength(3);
    const groups = await sp("POST /sp/adGroups/list", "spAdGroup", { campaignTargetingTypeFilter: "AUTO" });
    expect(listOf(groups.body, "adGroups").map(({ name }) => name)).toEqual(["Boots auto", "Poles auto"]);
    const keywords = await sp("POST /sp/keywords/list", "spKeyword", {
      adGroupIdFilter: { include: [GROUP] },
      matchTypeFilter: ["EXACT"],
    });
    expect(keywords.body["totalResults"]).toBe(4);
  });

  test("lists have pages by maxResults and nextToken, and a token works only with its filters", async () => {
    const { sp } = drive();
    const ask = (body: Fields) => sp("POST /sp/keywords/list", "spKeyword", body);
    const all = listOf((await ask({})).body, "keywords");
    const seen: Fields[] = [];
    let nextToken: unknown;
    do {
      const { body } = await ask({ maxResults: 7, ...(nextToken === undefined ? {} : { nextToken }) });
      seen.push(...listOf(body, "keywords"));
      expect(body["totalResults"]).toBe(all.length);
      nextToken = body["nextToken"];
    } while (nextToken !== undefined);
    expect(seen).toEqual(all);
    const first = await ask({ maxResults: 7 });
    const wrong = await ask({
      maxResults: 7,
      nextToken: first.body["nextToken"],
      stateFilter: { include: ["PAUSED"] },
    });
    expect(wrong).toMatchObject({ status: 400, body: { message: "Invalid nextToken" } });
  });

  test.each<[string, Fields]>([
    ["states in lower case", { stateFilter: { include: ["enabled"] } }],
    ["states as text", { stateFilter: { include: "ENABLED,PAUSED" } }],
    ["an id as a number", { campaignIdFilter: { include: [1] } }],
    ["a flag as text", { includeExtendedDataFields: "true" }],
    ["no page", { maxResults: 0 }],
  ])("%s is 400", async (_name, body) => {
    const answer = await drive().sp("POST /sp/campaigns/list", "spCampaign", body);
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_ARGUMENT" } });
  });

  test("extended data says why an entity is not served", async () => {
    const { sp } = drive();
    const { body } = await sp("POST /sp/keywords/list", "spKeyword", {
      includeExtendedDataFields: true,
      stateFilter: { include: ["PAUSED"] },
    });
    expect(listOf(body, "keywords")[0]?.["extendedData"]).toMatchObject({
      creationDateTime: "2025-11-03T14:20:00.000Z",
      servingStatus: "TARGETING_CLAUSE_PAUSED",
    });
  });
});

describe("writes", () => {
  test("a campaign with all its parts is created, changed and archived", async () => {
    const { sp } = drive();
    const made = await sp(
      "POST /sp/campaigns",
      "spCampaign",
      { campaigns: [campaign({ targetingType: "AUTO", state: "ENABLED" })] },
      { prefer: true },
    );
    expect(made.headers.get("preference-applied")).toBe("return=representation");
    const [success] = listOf(made.body, "campaigns", "success");
    const campaignId = success?.["campaignId"];
    expect(success?.["campaign"]).toMatchObject({
      campaignId,
      startDate: "2026-03-12",
      dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [] },
    });

    const group = await sp("POST /sp/adGroups", "spAdGroup", {
      adGroups: [{ campaignId, name: "Group", defaultBid: 1, state: "ENABLED" }],
    });
    const adGroupId = listOf(group.body, "adGroups", "success")[0]?.["adGroupId"];
    const targets = await sp("POST /sp/targets/list", "spTargetingClause", {
      campaignIdFilter: { include: [campaignId] },
    });
    expect(listOf(targets.body, "targetingClauses").map(({ expressionType }) => expressionType)).toEqual([
      "AUTO",
      "AUTO",
      "AUTO",
      "AUTO",
    ]);

    const negative = await sp("POST /sp/negativeKeywords", "spNegativeKeyword", {
      negativeKeywords: [
        { campaignId, adGroupId, keywordText: "used", matchType: "NEGATIVE_EXACT", state: "ENABLED" },
      ],
    });
    expect(listOf(negative.body, "negativeKeywords", "success")[0]).toHaveProperty("negativeKeywordId");

    const gone = await sp("POST /sp/campaigns/delete", "spCampaign", {
      campaignIdFilter: { include: [campaignId, "1"] },
    });
    expect(listOf(gone.body, "campaigns", "success")).toEqual([{ index: 0, campaignId }]);
    expect(errorOf(gone.body, "campaigns").value).toMatchObject({
      reason: "ENTITY_NOT_FOUND",
      cause: { location: "$.campaignIdFilter.include[1]", trigger: "1" },
    });
    const late = await sp("PUT /sp/adGroups", "spAdGroup", { adGroups: [{ adGroupId, defaultBid: 2 }] });
    expect(errorOf(late.body, "adGroups").reason).toBe("PARENT_ENTITY_ARCHIVED");
    const again = await sp("PUT /sp/campaigns", "spCampaign", { campaigns: [{ campaignId, name: "x" }] });
    expect(errorOf(again.body, "campaigns").reason).toBe("ARCHIVED_ENTITY_CANNOT_BE_MODIFIED");
  });

  test("unknown fields are ignored", async () => {
    const { sp } = drive();
    const { body } = await sp(
      "PUT /sp/campaigns",
      "spCampaign",
      { campaigns: [{ campaignId: TENTS, status: "PAUSED" }] },
      { prefer: true },
    );
    expect(listOf(body, "campaigns", "success")[0]?.["campaign"]).toMatchObject({ state: "ENABLED" });
  });

  test("without the header Prefer, the response has no records", async () => {
    const { sp } = drive();
    const { body } = await sp("PUT /sp/campaigns", "spCampaign", {
      campaigns: [{ campaignId: TENTS, state: "PAUSED" }],
    });
    expect(listOf(body, "campaigns", "success")).toEqual([{ index: 0, campaignId: TENTS }]);
  });

  test("a batch is not atomic; errors have an index and a location", async () => {
    const { sp } = drive();
    const campaigns = [
      campaign(),
      campaign({ name: "Tents - Exact" }),
      campaign({ name: "Other", budget: { budget: 0.5, budgetType: "DAILY" } }),
    ];
    const { status, body } = await sp("POST /sp/campaigns", "spCampaign", { campaigns });
    expect(status).toBe(207);
    expect(listOf(body, "campaigns", "success").map(({ index }) => index)).toEqual([0]);
    expect(listOf(body, "campaigns", "error")).toMatchObject([
      {
        index: 1,
        errors: [
          {
            errorType: "duplicateValueError",
            errorValue: {
              duplicateValueError: {
                reason: "NAME_NOT_UNIQUE",
                cause: { location: "$.campaigns[1].name", trigger: "Tents - Exact" },
              },
            },
          },
        ],
      },
      {
        index: 2,
        errors: [
          {
            errorType: "budgetError",
            errorValue: {
              budgetError: {
                reason: "BUDGET_TOO_LOW",
                lowerLimit: "1",
                upperLimit: "1000000",
                cause: { location: "$.campaigns[2].budget.budget" },
              },
            },
          },
        ],
      },
    ]);
  });

  test.each<[string, Fields]>([
    ["a state in lower case", campaign({ state: "paused" })],
    ["ARCHIVED as a state", campaign({ state: "ARCHIVED" })],
    ["a budget as text", campaign({ budget: { budget: "10", budgetType: "DAILY" } })],
    ["an id as a number", campaign({ campaignId: 1 })],
    ["a date in another form", campaign({ startDate: "20260401" })],
  ])("%s fails the whole request, and nothing is written", async (_name, wrong) => {
    const { sp, sandbox } = drive();
    const answer = await sp("POST /sp/campaigns", "spCampaign", { campaigns: [campaign(), wrong] });
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_ARGUMENT" } });
    expect(sandbox.state().accounts[0]?.entities["sp/campaigns"]).toHaveLength(12);
  });

  const write = async (
    { sp }: Driver,
    operation: string,
    media: string,
    key: string,
    item: Fields,
    profile = US,
  ) => errorOf((await sp(operation, media, { [key]: [item] }, { profile })).body, key).reason;

  test("the rules of campaigns are checked", async () => {
    const driver = drive();
    const create = (changes: Fields) =>
      write(driver, "POST /sp/campaigns", "spCampaign", "campaigns", campaign(changes));
    const update = (changes: Fields) =>
      write(driver, "PUT /sp/campaigns", "spCampaign", "campaigns", { campaignId: TENTS, ...changes });
    expect(await create({ startDate: "2026-03-01" })).toBe("START_DATE_EARLIER_THAN_TODAY");
    expect(await create({ endDate: "2026-03-01" })).toBe("END_DATE_EARLIER_THAN_START_DATE");
    expect(await create({ portfolioId: "1" })).toBe("ENTITY_NOT_FOUND");
    expect(await create({ name: "x".repeat(129) })).toBe("TOO_LONG");
    expect(await create({ name: undefined })).toBe("MISSING_VALUE");
    expect(
      await create({
        dynamicBidding: {
          strategy: "MANUAL",
          placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 901 }],
        },
      }),
    ).toBe("TOO_HIGH");
    expect(await update({ startDate: "2026-05-01" })).toBe("UPDATING_READ_ONLY_START_DATE");
    expect(await update({ targetingType: "AUTO" })).toBe("UNSUPPORTED_OPERATION");
    expect(await update({ budget: { budget: 2_000_000, budgetType: "DAILY" } })).toBe("BUDGET_TOO_HIGH");
  });

  test("the rules of the entities in an ad group are checked", async () => {
    const driver = drive();
    const { sp } = driver;
    const keyword = (changes: Fields) =>
      write(driver, "POST /sp/keywords", "spKeyword", "keywords", {
        campaignId: TENTS,
        adGroupId: GROUP,
        keywordText: "dome tent",
        matchType: "EXACT",
        bid: 1,
        state: "ENABLED",
        ...changes,
      });
    expect(await keyword({ keywordText: "2 Person Tent" })).toBe("DUPLICATE_VALUE");
    expect(await keyword({ bid: 0.01 })).toBe("BID_OUT_OF_MARKET_PLACE_RANGE");
    expect(await keyword({ bid: 90 })).toBe("BID_GT_BUDGET");
    expect(await keyword({ keywordText: "a b c d e f g h i j k" })).toBe("TOO_LONG");
    expect(await keyword({ keywordText: "tent!" })).toBe("FORBIDDEN_CHARS");
    expect(await keyword({ adGroupId: "1" })).toBe("PARENT_ENTITY_NOT_FOUND");
    const auto =
      listOf(
        (await sp("POST /sp/adGroups/list", "spAdGroup", { campaignTargetingTypeFilter: "AUTO" })).body,
        "adGroups",
      )[0] ?? {};
    const { campaignId, adGroupId } = auto;
    expect(await keyword({ campaignId, adGroupId })).toBe(
      "TARGETING_TYPE_NOT_ALLOWED_FOR_AUTO_TARGETING_CAMPAIGN",
    );
    const target = {
      campaignId: TENTS,
      adGroupId: GROUP,
      expressionType: "MANUAL",
      expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }],
      state: "ENABLED",
    };
    expect(await write(driver, "POST /sp/targets", "spTargetingClause", "targetingClauses", target)).toBe(
      "TYPE_CONFLICT_IN_AD_GROUP",
    );
    const clause = listOf(
      (await sp("POST /sp/targets/list", "spTargetingClause", { adGroupIdFilter: { include: [adGroupId] } }))
        .body,
      "targetingClauses",
    )[0];
    const archived = await sp("POST /sp/targets/delete", "spTargetingClause", {
      targetIdFilter: { include: [clause?.["targetId"]] },
    });
    expect(errorOf(archived.body, "targetingClauses").reason).toBe(
      "AUTO_TARGETING_CLAUSE_CANNOT_BE_ARCHIVED_MANUALLY",
    );
    const outside = {
      campaignId: TENTS,
      expression: [{ type: "ASIN_SAME_AS", value: "B07R7V6KS8" }],
      state: "ENABLED",
    };
    expect(
      await write(
        driver,
        "POST /sp/campaignNegativeTargets",
        "spCampaignNegativeTargetingClause",
        "campaignNegativeTargetingClauses",
        outside,
      ),
    ).toBe("TARGETING_TYPE_NOT_ALLOWED_FOR_MANUAL_TARGETING_CAMPAIGN");
  });

  test("sellers advertise SKUs, and vendors advertise ASINs", async () => {
    const driver = drive();
    const ad = (changes: Fields) =>
      write(driver, "POST /sp/productAds", "spProductAd", "productAds", {
        campaignId: TENTS,
        adGroupId: GROUP,
        state: "ENABLED",
        ...changes,
      });
    expect(await ad({ asin: "B0CK7R9T1W" })).toBe("MISSING_VALUE");
    expect(await ad({ sku: "NOPE" })).toBe("INVALID_SKU");
    expect(await ad({ sku: "FH-KNIFE-1" })).toBe("AD_INELIGIBLE");
    expect(await ad({ sku: "FH-TENT-2P" })).toBe("DUPLICATE_VALUE");
    expect(await ad({ sku: "FH-TENT-4P" })).toBeUndefined();
    const { body } = await driver.sp("POST /sp/adGroups/list", "spAdGroup", {}, { profile: VENDOR });
    const { campaignId, adGroupId } = listOf(body, "adGroups")[0] ?? {};
    const item = { campaignId, adGroupId, state: "ENABLED", asin: "B09ZT4H6VX" };
    expect(
      await write(driver, "POST /sp/productAds", "spProductAd", "productAds", item, VENDOR),
    ).toBeUndefined();
  });

  test("accounts do not see each other, and each marketplace has its own ranges", async () => {
    const { sp } = drive();
    const host = "https://advertising-api-eu.amazon.com";
    const { body } = await sp(
      "PUT /sp/campaigns",
      "spCampaign",
      { campaigns: [{ campaignId: TENTS, state: "PAUSED" }] },
      { profile: UK, host },
    );
    expect(errorOf(body, "campaigns").reason).toBe("ENTITY_NOT_FOUND");
  });

  test("changes are in the history", async () => {
    const { sp, send, sandbox } = drive();
    const fromDate = sandbox.clock.now() - 1000;
    await sp("PUT /sp/campaigns", "spCampaign", {
      campaigns: [{ campaignId: TENTS, state: "PAUSED", budget: { budget: 95, budgetType: "DAILY" } }],
    });
    const body = {
      fromDate,
      toDate: sandbox.clock.now(),
      eventTypes: { CAMPAIGN: { eventTypeIds: [TENTS] } },
      count: 50,
    };
    const { body: told } = await send("POST /history", body);
    expect(listOf(told, "events")).toMatchObject([
      {
        entityType: "CAMPAIGN",
        changeType: "STATUS",
        entityId: TENTS,
        previousValue: "ENABLED",
        newValue: "PAUSED",
      },
      { changeType: "BUDGET_AMOUNT", previousValue: "80", newValue: "95" },
    ]);
    expect((await send("POST /history", { ...body, count: 10 })).status).toBe(400);
    const past = await send("POST /history", {
      ...body,
      fromDate: fromDate - 80 * 86_400_000,
      eventTypes: { CAMPAIGN: {}, KEYWORD: {} },
    });
    expect(listOf(past.body, "events").length).toBeGreaterThan(5);
  });
});

test("portfolios have a fixed page size, unique names and budgets", async () => {
  const { sp } = drive();
  const list = await sp("POST /portfolios/list", "spPortfolio", { maxResults: 1 });
  expect(listOf(list.body, "portfolios")).toHaveLength(3);
  const made = await sp(
    "POST /portfolios",
    "spPortfolio",
    {
      portfolios: [
        { name: "Autumn", state: "ENABLED" },
        { name: "Evergreen", state: "ENABLED" },
      ],
    },
    { prefer: true },
  );
  expect(listOf(made.body, "portfolios", "success")[0]?.["portfolio"]).toMatchObject({ name: "Autumn" });
  expect(errorOf(made.body, "portfolios").reason).toBe("NAME_NOT_UNIQUE");
  const type = vendor("portfoliobudgetusage", "v1");
  const usage = await drive().send(
    "POST /portfolios/budget/usage",
    { portfolioIds: ["83124790561203", "1"] },
    { type },
  );
  expect(usage).toMatchObject({
    status: 207,
    body: { success: [{ index: 0, budget: 12_000 }], error: [{ index: 1, code: "NOT_FOUND" }] },
  });
});

test("a custom seed sets ids, bids and names", async () => {
  const { sp } = drive({
    seed: {
      accounts: [
        {
          profile: { profileId: US },
          entities: {
            "sp/campaigns": [
              { campaignId: TENTS, name: "Renamed" },
              { ...campaign(), campaignId: "5" },
            ],
          },
        },
      ],
    },
  });
  const { body } = await sp("POST /sp/campaigns/list", "spCampaign", {
    campaignIdFilter: { include: [TENTS, "5"] },
  });
  expect(listOf(body, "campaigns")).toMatchObject([
    { name: "Renamed", budget: { budget: 80 } },
    { name: "New campaign" },
  ]);
});

describe("values that null removes, and portfolios", () => {
  const put = (changes: Fields) => ({ campaigns: [{ campaignId: TENTS, ...changes }] });
  const read = async ({ sp }: Driver) => {
    const body = { campaignIdFilter: { include: [TENTS] }, includeExtendedDataFields: true };
    return listOf((await sp("POST /sp/campaigns/list", "spCampaign", body)).body, "campaigns")[0]!;
  };

  // https://github.com/amzn/ads-advanced-tools-docs/issues/212
  test("null takes a campaign out of its portfolio and removes its end; an empty id changes nothing", async () => {
    const driver = drive();
    const { portfolioId } = await read(driver);
    expect(portfolioId).toBeTypeOf("string");
    await driver.sp("PUT /sp/campaigns", "spCampaign", put({ portfolioId: "", endDate: "2026-12-31" }));
    expect(await read(driver)).toMatchObject({ portfolioId, endDate: "2026-12-31" });
    const { body } = await driver.sp(
      "PUT /sp/campaigns",
      "spCampaign",
      put({ portfolioId: null, endDate: null }),
    );
    expect(listOf(body, "campaigns", "success")).toHaveLength(1);
    expect(await read(driver)).not.toHaveProperty("portfolioId");
    expect(await read(driver)).not.toHaveProperty("endDate");
  });

  test("a Sponsored Display campaign leaves its portfolio with null, too", async () => {
    const { send } = drive();
    const { body } = await send("GET /sd/campaigns?count=1");
    const { campaignId } = (body as unknown as Fields[])[0]!;
    const portfolioOf = async () =>
      (await send(`GET /sd/campaigns/${String(campaignId)}`)).body["portfolioId"];
    for (const [portfolioId, expected] of [
      [83124790561877, 83124790561877],
      [null, undefined],
    ]) {
      await send("PUT /sd/campaigns", [{ campaignId, portfolioId }]);
      expect(await portfolioOf()).toBe(expected);
    }
  });

  // https://advertising.amazon.com/API/docs/en-us/reference/concepts/computed-status
  test("a portfolio that has ended, or is out of budget, stops its campaigns and their costs", async () => {
    const driver = drive();
    const { portfolioId } = await read(driver);
    const range = { policy: "DATE_RANGE", amount: 500, startDate: "2026-02-01" };
    const set = (budget: Fields) =>
      driver.sp("PUT /portfolios", "spPortfolio", { portfolios: [{ portfolioId, budget }] });
    const statusOf = async () => (await read(driver))["extendedData"] as Fields;
    expect((await statusOf())["servingStatus"]).toBe("CAMPAIGN_STATUS_ENABLED");
    await set({ ...range, endDate: "2026-03-01" });
    expect((await statusOf())["servingStatus"]).toBe("PORTFOLIO_ENDED");
    await set({ ...range, startDate: "2026-05-01", endDate: "2026-05-31" });
    expect((await statusOf())["servingStatus"]).toBe("PORTFOLIO_PENDING_START_DATE");
    await set({ policy: "NO_CAP" });
    expect((await statusOf())["servingStatus"]).toBe("CAMPAIGN_STATUS_ENABLED");
  });

  test("a portfolio's budget in another currency, and one that ends before it starts, are refused", async () => {
    const { sp } = drive();
    const create = async (budget: Fields) =>
      errorOf((await sp("POST /portfolios", "spPortfolio", { portfolios: [{ name: "x", state: "ENABLED", budget }] })).body, "portfolios").reason; // prettier-ignore
    expect(await create({ policy: "MONTHLY_RECURRING", amount: 5, currencyCode: "EUR" })).toBe(
      "BUDGET_CURRENCY_DOES_NOT_MATCH_MARKETPLACE_SETTINGS",
    );
    expect(
      await create({ policy: "DATE_RANGE", amount: 5, startDate: "2026-04-02", endDate: "2026-04-01" }),
    ).toBe("END_DATE_EARLIER_THAN_START_DATE");
  });

  test("days that do not exist are refused, and a bid with 16 decimals is a number", async () => {
    const { sp, send } = drive();
    expect((await sp("PUT /sp/campaigns", "spCampaign", put({ endDate: "2026-02-30" }))).status).toBe(400);
    const { body } = await send("GET /sd/campaigns?count=1");
    const { campaignId } = (body as unknown as Fields[])[0]!;
    const refused = await send("PUT /sd/campaigns", [{ campaignId, endDate: "20260230" }]);
    expect(refused.body).toMatchObject([{ code: "INVALID_ARGUMENT" }]);
    const group = { adGroupId: GROUP, defaultBid: 1.3499999999999999 };
    const { status } = await sp("PUT /sp/adGroups", "spAdGroup", JSON.stringify({ adGroups: [group] }));
    expect(status).toBe(207);
  });
});
