import type { ConnectorOptions } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { type AmazonAdsSeedChanges, amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";

type Fields = Record<string, unknown>;
type Entities = NonNullable<NonNullable<AmazonAdsSeedChanges["accounts"]>[number]["entities"]>;
type Execute = (entity: string, action: string, params: Fields) => Promise<{ data: Fields }>;

const profileId = "2381940675312846";

function open(policy: ConnectorOptions["policy"], entities: Entities) {
  const sandbox = amazonAdsSandbox({ seed: { accounts: [{ profile: { profileId }, entities }] } });
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, store: memoryStore(), policy },
  );
  const update = (family: "product" | "brands", change: Fields, more: Fields = {}) =>
    (ads.execute as unknown as Execute)(`sponsored_${family}_campaigns`, "update", {
      profileId,
      campaigns: [{ campaignId: "700", ...change }],
      ...more,
    });
  return { update, execute: ads.execute as unknown as Execute };
}

const writer: ConnectorOptions["policy"] = { effects: ["read", "write"] };
const refused = { code: "policy_denied", outcome: "not_started" };
const parents = { campaignId: "700", adGroupId: "701" };

const audience = (percentage: number, audienceId = "111") => [
  { percentage, audienceSegments: [{ audienceId, audienceSegmentType: "SPONSORED_ADS_AMC" }] },
];
const everywhere = (percentage: number) =>
  ["TOP_OF_SEARCH", "DETAIL_PAGE", "HOME"].map((placement) => ({ placement, percentage }));

/** A campaign of Sponsored Brands that bids 1, and 6 for the shoppers of audience 111. */
const brands = (bidding: Fields = {}): Entities => ({
  "sb/campaigns": [
    { campaignId: "700", name: "Brand", budget: 10, budgetType: "DAILY", startDate: "2026-01-01", bidding: { bidOptimization: false, bidAdjustmentsByPlacement: [], shopperCohortBidAdjustments: audience(500), ...bidding } }, // prettier-ignore
  ],
  "sb/adGroups": [{ ...parents, name: "Group" }],
  "sb/keywords": [{ ...parents, keywordId: "702", keywordText: "tent", matchType: "exact", bid: 1 }],
});

/** A campaign of Sponsored Products with a keyword that bids 1. */
const products = (dynamicBidding: Fields): Entities => ({
  "sp/campaigns": [
    { campaignId: "700", name: "Product", targetingType: "MANUAL", budget: { budget: 10, budgetType: "DAILY" }, startDate: "2026-01-01", dynamicBidding }, // prettier-ignore
  ],
  "sp/adGroups": [{ ...parents, name: "Group", defaultBid: 1 }],
  "sp/keywords": [{ ...parents, keywordId: "702", keywordText: "tent", matchType: "EXACT", bid: 1 }],
});

const productPage = { placement: "PLACEMENT_PRODUCT_PAGE", percentage: 100 };

test("a write never raises the bids of other shoppers by trading the adjustment of an audience", async () => {
  for (const bidding of [
    { shopperCohortBidAdjustments: audience(0), bidAdjustmentsByPlacement: everywhere(500) },
    { shopperCohortBidAdjustments: [], bidAdjustmentsByPlacement: everywhere(10) },
    { shopperCohortBidAdjustments: audience(500, "999") },
    { shopperCohortBidAdjustments: audience(10, "999") },
  ])
    await expect(open(writer, brands()).update("brands", { bidding })).rejects.toMatchObject(refused);
  for (const bidding of [
    { shopperCohortBidAdjustments: audience(200) },
    { shopperCohortBidAdjustments: [] },
    { shopperCohortBidAdjustments: audience(0, "999") },
  ])
    await open(writer, brands()).update("brands", { bidding });
});

test("a write never raises the bids of a placement by trading the bidding strategy", async () => {
  const trade = { dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [productPage] } };
  const automatic = products({ strategy: "AUTO_FOR_SALES", placementBidding: [] });
  await expect(open(writer, automatic).update("product", trade)).rejects.toMatchObject(refused);
  const site = { placement: "SITE_AMAZON_BUSINESS", percentage: 100 };
  const onSite = products({ strategy: "LEGACY_FOR_SALES", placementBidding: [site] });
  const moved = { placementBidding: [productPage, { ...site, percentage: 0 }] };
  await expect(open(writer, onSite).update("product", { dynamicBidding: moved })).rejects.toMatchObject(refused); // prettier-ignore
});

test("max_change_percent limits the bids of each group of shoppers, also over several calls", async () => {
  const policy = { caps: { max_effective_bid: { USD: 100 }, max_change_percent: 50 } };
  const trade = (percentage: number) => ({
    bidding: { shopperCohortBidAdjustments: audience(0), bidAdjustmentsByPlacement: everywhere(percentage) },
  });
  const above = {
    code: "cap_exceeded",
    message: expect.stringMatching(
      /effective bid of keyword 702 at TOP_OF_SEARCH\) would be 6.04 USD, from 4 USD/,
    ) as string,
  };
  await expect(open(policy, brands()).update("brands", trade(51))).rejects.toMatchObject(above);
  const one = open(policy, brands());
  await one.update("brands", trade(50));
  await expect(one.update("brands", trade(60))).rejects.toMatchObject({ code: "cap_exceeded" });

  const automatic = products({ strategy: "AUTO_FOR_SALES", placementBidding: [] });
  const both = { dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [productPage] } };
  await expect(open(policy, automatic).update("product", both)).rejects.toMatchObject({
    code: "cap_exceeded",
    message: expect.stringContaining("at PLACEMENT_PRODUCT_PAGE) would be 2 USD, from 1 USD") as string,
  });
  const two = open(policy, automatic);
  await two.update("product", { dynamicBidding: { strategy: "LEGACY_FOR_SALES" } });
  const raise = { dynamicBidding: { placementBidding: [productPage] } };
  await expect(two.update("product", raise)).rejects.toMatchObject({ code: "cap_exceeded" });
});

test("a new campaign with adjustments needs the cap that a changed campaign needs", async () => {
  const policy = { caps: { max_daily_budget: { USD: 100 }, max_bid: { USD: 2 }, max_new_campaigns: 1 } };
  const create = (more: Fields, caps = {}) =>
    open({ caps: { ...policy.caps, ...caps } }, {}).execute("sponsored_product_campaigns", "create", {
      profileId,
      campaigns: [{ name: "New", targetingType: "MANUAL", budget: { budget: 10 }, state: "ENABLED", ...more }], // prettier-ignore
    });
  const adjusted = [
    { dynamicBidding: { strategy: "AUTO_FOR_SALES" } },
    { dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 900 }] } }, // prettier-ignore
  ];
  for (const one of adjusted) {
    await expect(create(one)).rejects.toMatchObject({ ...refused, message: expect.stringContaining("no cap max_effective_bid") as string }); // prettier-ignore
    await create(one, { max_effective_bid: { USD: 20 } });
  }
  await create({ dynamicBidding: { strategy: "LEGACY_FOR_SALES" } });
});

test("confirming the default of bidOptimization raises nothing", async () => {
  const silent = brands({ bidOptimization: undefined, shopperCohortBidAdjustments: [] });
  await open(writer, silent).update("brands", { bidding: { bidOptimization: true } });
  await expect(open(writer, silent).update("brands", { bidding: { bidOptimization: false } })).rejects.toMatchObject(refused); // prettier-ignore
});

test("max_change_percent allows no raise of a bid of 0", async () => {
  const entities = products({ strategy: "LEGACY_FOR_SALES", placementBidding: [] });
  entities["sp/keywords"] = [{ ...entities["sp/keywords"]![0]!, bid: 0 }];
  const { execute } = open({ caps: { max_bid: { USD: 2 }, max_change_percent: 50 } }, entities);
  const raise = execute("sponsored_product_keywords", "update", { profileId, keywords: [{ keywordId: "702", bid: 2 }] }); // prettier-ignore
  await expect(raise).rejects.toMatchObject({ code: "cap_exceeded", message: expect.stringContaining("from 0") as string }); // prettier-ignore
});

test("the bids of targets that Amazon adds to a new ad group count as unlimited", async () => {
  const create = (campaign: Fields, caps: Fields) => {
    const entities = brands({ shopperCohortBidAdjustments: [] });
    entities["sb/campaigns"] = [{ ...entities["sb/campaigns"]![0]!, ...campaign }];
    const policy = { caps: { max_daily_budget: { USD: 100 }, ...caps } } as ConnectorOptions["policy"];
    return open(policy, entities).execute("sponsored_brands_ad_groups", "create", {
      profileId,
      adGroups: [{ campaignId: "700", name: "New", state: "ENABLED" }],
    });
  };
  const low = { max_bid: { USD: 0.5 }, max_effective_bid: { USD: 1 } };
  for (const campaign of [{ smartDefault: ["TARGETING"] }, { goal: "PAGE_VISIT", costType: "CPC" }]) {
    for (const caps of [low, { max_bid: low.max_bid }, { max_effective_bid: low.max_effective_bid }])
      await expect(create(campaign, caps)).rejects.toMatchObject({ code: "cap_exceeded", message: expect.stringContaining("the targets that Amazon adds") as string }); // prettier-ignore
    await create(campaign, { max_bid: "unlimited" });
  }
  await create({}, low);
  await create({ goal: "PAGE_VISIT", costType: "CPC", smartDefault: ["MANUAL"] }, low);
});

test("a campaign of Sponsored Brands that starts counts the bids of its themes", async () => {
  const theme = { ...parents, themeId: "703", themeType: "KEYWORDS_RELATED_TO_YOUR_BRAND", bid: 2 };
  const [campaign] = brands({ shopperCohortBidAdjustments: [] })["sb/campaigns"]!;
  const entities = {
    "sb/campaigns": [{ ...campaign!, state: "PAUSED" as const }],
    "sb/adGroups": [{ ...parents, name: "Group" }],
    "sb/themes": [theme],
  };
  const caps = (bid: number) => ({ max_daily_budget: { USD: 10 }, max_day_raise: { USD: 20 }, max_effective_bid: { USD: bid } }); // prettier-ignore
  const start = { state: "ENABLED" };
  // Amazon can raise bids of Sponsored Brands to 4 times the bid.
  await expect(open({ caps: caps(7.99) }, entities).update("brands", start)).rejects.toMatchObject({
    code: "cap_exceeded",
    message: expect.stringContaining("8 USD"),
  });
  await open({ caps: caps(8) }, entities).update("brands", start);
});
