import type { ConnectorOptions } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { type AmazonAdsSeedChanges, amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

// What a refusal and a dry run tell a person, and ordinary calls that need no right to spend.

type Fields = Record<string, unknown>;
type Entities = NonNullable<NonNullable<AmazonAdsSeedChanges["accounts"]>[number]["entities"]>;
type Result = { data: Fields; meta: { undo?: unknown } };
type Execute = (entity: string, action: string, params: Fields) => Promise<Result>;

const profileId = "2381940675312846";
const parents = { campaignId: "700", adGroupId: "701" };
const writer: ConnectorOptions["policy"] = { effects: ["read", "write"] };

const product = (
  dynamicBidding: Fields = { strategy: "LEGACY_FOR_SALES", placementBidding: [] },
): Entities => ({
  portfolios: [
    { portfolioId: "900", name: "Capped", budget: { policy: "MONTHLY_RECURRING", amount: 300 } },
    { portfolioId: "901", name: "Free" },
    { portfolioId: "902", name: "Sharing", budgetControls: { campaignUnspentBudgetSharing: { featureState: "ENABLED" } } }, // prettier-ignore
  ],
  "sp/campaigns": [
    { campaignId: "700", name: "Lamps", targetingType: "MANUAL", budget: { budget: 10, budgetType: "DAILY" }, startDate: "2026-01-01", dynamicBidding }, // prettier-ignore
  ],
  "sp/adGroups": [{ ...parents, name: "Group", defaultBid: 1 }],
  "sp/keywords": [
    { ...parents, keywordId: "702", keywordText: "lamp", matchType: "EXACT", bid: 1 },
    { ...parents, keywordId: "703", keywordText: "old lamp", matchType: "EXACT", bid: 50, state: "PAUSED" },
  ],
});

function open(policy: ConnectorOptions["policy"], entities: Entities = product()) {
  const sandbox = amazonAdsSandbox({ seed: { accounts: [{ profile: { profileId }, entities }] } });
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, policy });
  const call: Execute = (entity, action, params) =>
    (ads.execute as unknown as Execute)(entity, action, { profileId, ...params });
  const update = (change: Fields, more: Fields = {}) =>
    call("sponsored_product_campaigns", "update", { campaigns: [{ campaignId: "700", ...change }], ...more });
  return { call, update, undo: (result: Result) => ads.undo(result as never) };
}

const productPage = { placement: "PLACEMENT_PRODUCT_PAGE", percentage: 100 };

describe("a refusal names the record, the field, the values and the reason", () => {
  test.each<[string, Fields, string]>([
    ["a budget", { budget: { budget: 20 } }, "campaigns[0] (campaign 700, “Lamps”): budget.budget from 10 to 20 (a higher budget)."], // prettier-ignore
    ["an adjustment", { dynamicBidding: { placementBidding: [productPage] } }, "campaigns[0] (campaign 700, “Lamps”): dynamicBidding raises bids at PLACEMENT_PRODUCT_PAGE from 1 to 2 times the bid."], // prettier-ignore
    ["a strategy", { dynamicBidding: { strategy: "MANUAL" } }, "dynamicBidding.strategy from LEGACY_FOR_SALES to MANUAL (some shoppers get higher bids)."], // prettier-ignore
    ["a portfolio", { portfolioId: "902" }, "portfolioId from none to 902 (the campaign leaves the limit of a portfolio, or can use the unspent budget of another one)."], // prettier-ignore
  ])("of %s", async (_, change, text) => {
    await expect(open(writer).update(change)).rejects.toMatchObject({
      code: "policy_denied",
      message: expect.stringContaining(text) as string,
    });
    // A call that lacks a cap says the same.
    await expect(open({ caps: {} }).update(change)).rejects.toMatchObject({ message: expect.stringContaining(text) as string }); // prettier-ignore
  });

  test("of the refused items only, at most three", async () => {
    const keywords = [{ keywordId: "702", bid: 0.5 }, { keywordId: "703", bid: 60 }]; // prettier-ignore
    await expect(
      open(writer).call("sponsored_product_keywords", "update", { keywords }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/write\. keywords\[1\] \(keyword 703, “old lamp \(EXACT\)”\): bid from 50 to 60 \(a higher bid\)\. This concerns item 1\.$/) as string, // prettier-ignore
      hint: expect.stringMatching(/^Only item 0 is allowed: send it alone/) as string,
    });
  });

  test("of a call that selects its records, and says how to select fewer", async () => {
    const caps = { max_bid: { USD: 2 }, max_effective_bid: { USD: 60 } };
    const change = (policy: ConnectorOptions["policy"], more: Fields = {}) =>
      open(policy).call("sponsored_product_keywords", "change_by_percent", { campaignIds: ["700"], percent: 10, ...more }); // prettier-ignore
    const refused = await change({ caps }).catch(
      (error: unknown) => error as { message: string; hint: string },
    );
    expect(refused).toMatchObject({
      code: "cap_exceeded",
      message: expect.stringContaining("keyword 703) would be 55 USD, from 50 USD") as string,
      hint: expect.stringMatching(/To leave out paused records, pass states: \["ENABLED"\]\.$/) as string,
    });
    expect(JSON.stringify(refused)).not.toMatch(/items/i);
    await change({ caps }, { states: ["ENABLED"] });
    await expect(change(writer)).rejects.toMatchObject({ message: expect.stringContaining("keyword 702, “lamp (EXACT)”: bid from 1 to 1.1 (a higher bid).") as string }); // prettier-ignore
  });
});

describe("a dry run shows the highest bid of the records as they stand alone", () => {
  test("before and after a trade of the strategy for an adjustment", async () => {
    const entities = product({ strategy: "AUTO_FOR_SALES", placementBidding: [] });
    const trade = { dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [productPage] } };
    const { data } = await open({ caps: { max_effective_bid: { USD: 9 } } }, entities).update(trade, { dry_run: true }); // prettier-ignore
    expect(data.exposure).toEqual({
      before: { daily_spend: 20, highest_adjusted_bid: 2 },
      after: { daily_spend: 20, highest_adjusted_bid: 2 },
      why: "Amazon can spend up to twice a daily budget on one day",
    });
  });

  test("also if the policy refuses the call, and says so", async () => {
    const entities = product({ strategy: "AUTO_FOR_SALES", placementBidding: [] });
    const trade = { dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [productPage] } };
    const { data } = await open(writer, entities).update(trade, { dry_run: true });
    expect(data).toMatchObject({
      effect: "spend",
      refused: { code: "policy_denied", message: expect.stringContaining("campaign 700, “Lamps”") as string },
      exposure: { before: { highest_adjusted_bid: 2 }, after: { highest_adjusted_bid: 2 } },
    });
    await expect(open({ effects: ["write"] }, entities).update(trade, { dry_run: true })).rejects.toMatchObject({ code: "policy_denied" }); // prettier-ignore
  });

  test("before and after a trade of the adjustment of an audience", async () => {
    const audience = (percentage: number) => [{ percentage, audienceSegments: [{ audienceId: "111", audienceSegmentType: "SPONSORED_ADS_AMC" }] }]; // prettier-ignore
    const placements = ["TOP_OF_SEARCH", "DETAIL_PAGE", "HOME"].map((placement) => ({ placement, percentage: 500 })); // prettier-ignore
    const { call } = open(
      { caps: { max_effective_bid: { USD: 99 } } },
      {
        "sb/campaigns": [{ campaignId: "700", name: "Brand", budget: 10, budgetType: "DAILY", startDate: "2026-01-01", bidding: { bidOptimization: false, bidAdjustmentsByPlacement: [], shopperCohortBidAdjustments: audience(500) } }], // prettier-ignore
        "sb/adGroups": [{ ...parents, name: "Group" }],
        "sb/keywords": [{ ...parents, keywordId: "702", keywordText: "tent", matchType: "exact", bid: 1 }],
      },
    );
    const bidding = { shopperCohortBidAdjustments: audience(0), bidAdjustmentsByPlacement: placements };
    const { data } = await call("sponsored_brands_campaigns", "update", { campaigns: [{ campaignId: "700", bidding }], dry_run: true }); // prettier-ignore
    expect(data.exposure).toMatchObject({
      before: { highest_adjusted_bid: 24 },
      after: { highest_adjusted_bid: 24 },
    });
  });
});

describe("no right to spend is needed", () => {
  test.each([
    ["a capped portfolio", "900"],
    ["a portfolio without a cap", "901"],
  ])("to move a campaign into %s", async (_, portfolioId) => {
    await open(writer).update({ portfolioId });
  });

  test.each([{}, { currencyCode: "USD" }])(
    "to remove the cap of a portfolio that had none before %j",
    async (more) => {
      const { call, undo } = open(writer);
      const cap = (budget: Fields) => call("portfolios", "update", { portfolios: [{ portfolioId: "901", budget }] }); // prettier-ignore
      await undo(await cap({ policy: "MONTHLY_RECURRING", amount: 100, ...more }));
      await cap({ policy: "MONTHLY_RECURRING", amount: 100, ...more });
      await cap({ policy: "NO_CAP" });
      await expect(call("portfolios", "update", { portfolios: [{ portfolioId: "900", budget: { policy: "NO_CAP" } }] })).rejects.toMatchObject({ code: "policy_denied" }); // prettier-ignore
    },
  );
});
