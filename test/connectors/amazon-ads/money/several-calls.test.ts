import type { ConnectorOptions } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, type AmazonAdsSeedChanges } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

// Each test is a way to spend more than the policy allows with several calls, each of which looks harmless.

type Dict = Record<string, unknown>;
type Entities = NonNullable<NonNullable<AmazonAdsSeedChanges["accounts"]>[number]["entities"]>;
type Call = (entity: string, action: string, params: Dict) => Promise<{ data: Dict }>;

const profileId = "2381940675312846";
const campaignId = "144373194309380061";
const monthly = "83124790561877";
const writer = { effects: ["read", "write"] } as const;
const caps = { max_daily_budget: { USD: 100 }, max_bid: { USD: 3 } };

function open(policy: ConnectorOptions["policy"], entities: Entities = {}) {
  const sandbox = amazonAdsSandbox({
    seed: { accounts: [{ profile: { profileId }, entities }] },
    rateLimits: false,
  });
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, store: memoryStore(), policy },
  );
  const call: Call = (entity, action, params) =>
    (ads.execute as unknown as Call)(entity, action, { profileId, ...params });
  const update = (change: Dict, id = campaignId) =>
    call("sponsored_product_campaigns", "update", { campaigns: [{ campaignId: id, ...change }] });
  const portfolio = (budget: Dict, portfolioId = monthly) =>
    call("portfolios", "update", { portfolios: [{ portfolioId, budget }] });
  return { call, update, portfolio };
}

const denied = { code: "policy_denied", message: expect.stringContaining("its effect is spend") };
const above = (text: string) => ({ code: "cap_exceeded", message: expect.stringContaining(text) });

describe("a pause does not hide a raise in the same item", () => {
  test.each([
    ["a budget", { budget: { budget: 5000 } }],
    ["a later end", { endDate: "2027-01-01" }],
    ["a placement", { dynamicBidding: { placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 900 }] } }], // prettier-ignore
    ["the way out of a portfolio with a cap", { portfolioId: null }],
  ])("%s", async (_, raise) => {
    const entities: Entities = { "sp/campaigns": [{ campaignId, endDate: "2026-12-31" }] };
    const { update } = open(writer, entities);
    await expect(update({ state: "PAUSED", ...raise })).rejects.toMatchObject(denied);
    await update({ state: "PAUSED" });
    await expect(update(raise)).rejects.toMatchObject(denied);
  });

  test("nor an earlier start", async () => {
    const { update } = open(writer, { "sp/campaigns": [{ campaignId, startDate: "2026-09-01" }] });
    await expect(update({ state: "PAUSED", startDate: "2026-03-12" })).rejects.toMatchObject(denied);
  });

  test("nor a raise of a bid or a default bid", async () => {
    const { call } = open(writer);
    const keywordId = "144373194309380070";
    const { data } = await call("sponsored_product_keywords", "list", { campaignIds: [campaignId] });
    const [{ keywordId: id = keywordId, adGroupId } = {}] = data as unknown as Dict[];
    await expect(
      call("sponsored_product_keywords", "update", {
        keywords: [{ keywordId: id, state: "PAUSED", bid: 900 }],
      }),
    ).rejects.toMatchObject(denied);
    await expect(
      call("sponsored_product_ad_groups", "update", {
        adGroups: [{ adGroupId, state: "PAUSED", defaultBid: 900 }],
      }),
    ).rejects.toMatchObject(denied);
  });

  test("leaving a portfolio with a cap counts for max_day_raise, also while the campaign is paused", async () => {
    const { update } = open({ caps: { ...caps, max_new_campaigns: 5, max_day_raise: { USD: 1 } } });
    await expect(update({ state: "PAUSED", portfolioId: null })).rejects.toMatchObject(
      above("day to 192 USD"),
    );
    await update({ state: "PAUSED" });
    await expect(update({ portfolioId: null })).rejects.toMatchObject(above("day to 192 USD"));
  });
});

describe("a new period of a portfolio's budget lets the portfolio spend the amount again", () => {
  const range = { policy: "DATE_RANGE", startDate: "2026-03-12", endDate: "2026-03-31" };

  test("a monthly budget cannot become a budget from today", async () => {
    const { portfolio } = open(writer);
    await expect(portfolio({ ...range, amount: 5000 })).rejects.toMatchObject(denied);
    await expect(portfolio({ ...range, amount: 1 })).rejects.toMatchObject(denied);
  });

  test("the whole amount counts for max_day_raise, at each change of the policy or the start", async () => {
    const both = { max_portfolio_budget: { USD: 5000 }, max_day_raise: { USD: 80 } };
    const { portfolio } = open({ caps: both });
    // The campaigns of the portfolio can spend more than 30 on one day.
    await portfolio({ ...range, amount: 30 });
    await portfolio({ ...range, startDate: "2026-03-13", amount: 30 });
    await expect(portfolio({ policy: "MONTHLY_RECURRING", amount: 30 })).rejects.toMatchObject(
      above("day to 90 USD"),
    );
  });

  test("a raised amount does not hide the new period", async () => {
    const { portfolio } = open({ caps: { max_portfolio_budget: { USD: 6000 }, max_day_raise: { USD: 50 } } });
    await expect(portfolio({ ...range, amount: 5001 })).rejects.toMatchObject({ code: "cap_exceeded" });
  });
});

describe("a campaign that has ended starts again", () => {
  const ended = Array.from({ length: 3 }, (_, index) => ({
    campaignId: String(600 + index),
    name: `Ended ${index}`,
    targetingType: "MANUAL",
    budget: { budget: 10, budgetType: "DAILY" },
    startDate: "2026-01-01",
    endDate: "2026-02-01",
  }));
  const entities: Entities = { "sp/campaigns": ended };
  const revive = (endDate: string | null) => ended.map((one) => ({ campaignId: one.campaignId, endDate }));

  test.each([null, "2026-03-12", "2027-01-01"])("with the end %s", async (endDate) => {
    const change = (campaigns: Dict[], policy: Dict) =>
      open({ caps: { ...caps, ...policy } }, entities).call("sponsored_product_campaigns", "update", { campaigns }); // prettier-ignore
    await expect(change(revive(endDate), { max_new_campaigns: 2 })).rejects.toMatchObject(above("to 3"));
    await expect(change(revive(endDate), { max_new_campaigns: 9, max_day_raise: { USD: 59 } })).rejects.toMatchObject(above("to 60 USD")); // prettier-ignore
    await expect(change(revive(endDate), {})).rejects.toMatchObject({ code: "policy_denied" });
    await change(revive(endDate), { max_new_campaigns: 3, max_day_raise: { USD: 60 } });
  });

  test("and a campaign that stays ended, or that has not ended, does not start", async () => {
    const { update } = open({ caps: { ...caps, max_new_campaigns: 0 } }, entities);
    await update({ endDate: "2026-03-11" }, "600");
    await expect(update({ endDate: "2026-03-12" }, "600")).rejects.toMatchObject(above("to 1"));
  });
});

describe("max_change_percent counts from the first value of the day", () => {
  const top = (percentage: number) => ({ dynamicBidding: { placementBidding: [{ placement: "PLACEMENT_TOP", percentage }] } }); // prettier-ignore
  const parents = { campaignId: "700", adGroupId: "701" };
  const entities: Entities = {
    "sp/campaigns": [
      { campaignId: "700", name: "Bids", state: "ENABLED", targetingType: "MANUAL", budget: { budget: 10, budgetType: "DAILY" }, dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [] }, startDate: "2026-01-01" }, // prettier-ignore
    ],
    "sp/adGroups": [{ ...parents, name: "Group", defaultBid: 0.8 }],
    "sp/keywords": [
      { ...parents, keywordId: "702", keywordText: "tent", matchType: "EXACT", bid: 1 },
      { ...parents, keywordId: "703", keywordText: "stove", matchType: "EXACT" },
    ],
  };
  const percent = { caps: { max_bid: { USD: 9 }, max_effective_bid: { USD: 99 }, max_change_percent: 50 } };
  const keyword = ({ call }: ReturnType<typeof open>, keywordId: string, bid: number) =>
    call("sponsored_product_keywords", "update", { keywords: [{ keywordId, bid }] });
  const group = ({ call }: ReturnType<typeof open>, defaultBid: number) =>
    call("sponsored_product_ad_groups", "update", { adGroups: [{ adGroupId: "701", defaultBid }] });
  const over = above("more than max_change_percent (50)");

  test("for the highest bid of a campaign, through several changes of a placement", async () => {
    const { update } = open(percent, entities);
    await update(top(40), "700");
    await expect(update(top(51), "700")).rejects.toMatchObject(over);
    await update(top(50), "700");
    await update(top(0), "700");
    await expect(update(top(51), "700")).rejects.toMatchObject(over);
  });

  test("for a highest bid that was lowered first", async () => {
    const { update } = open(percent, { ...entities, "sp/campaigns": [{ ...entities["sp/campaigns"]![0]!, ...top(100) }] } as Entities); // prettier-ignore
    await update(top(0), "700");
    await update(top(100), "700");
    await update(top(200), "700");
    await expect(update(top(201), "700")).rejects.toMatchObject(over);
  });

  test("for a bid and a placement together, in both orders", async () => {
    const bidFirst = open(percent, entities);
    await keyword(bidFirst, "702", 1.4);
    await expect(bidFirst.update(top(10), "700")).rejects.toMatchObject(over);
    await bidFirst.update(top(7), "700");
    const placementFirst = open(percent, entities);
    await placementFirst.update(top(40), "700");
    await expect(keyword(placementFirst, "702", 1.1)).rejects.toMatchObject(over);
    await keyword(placementFirst, "702", 1.07);
  });

  test("for a keyword whose first own bid replaces a default bid that was raised before", async () => {
    const one = open(percent, entities);
    await group(one, 1.2);
    await expect(keyword(one, "703", 1.21)).rejects.toMatchObject(over);
    await keyword(one, "703", 1.1);
    await expect(keyword(one, "703", 1.21)).rejects.toMatchObject(over);
    await keyword(one, "703", 1.2);
  });

  const paused = [
    ["the ad group", "sponsored_product_ad_groups", "adGroups", { adGroupId: "701" }],
    ["the keyword", "sponsored_product_keywords", "keywords", { keywordId: "702" }],
    ["the keyword without a bid", "sponsored_product_keywords", "keywords", { keywordId: "703" }],
  ] as const;
  test.each(paused)(
    "for bids that start after a change of the placement: %s",
    async (_, entity, items, id) => {
      const one = open({ caps: { ...percent.caps, max_daily_budget: { USD: 100 } } }, entities);
      const set = (state: string, more: readonly Dict[] = [id]) =>
        one.call(entity, "update", { [items]: more.map((record) => ({ ...record, state })) });
      // A placement without bids raises nothing, so both keywords are paused.
      await set("PAUSED", items === "keywords" ? [{ keywordId: "702" }, { keywordId: "703" }] : [id]);
      await one.update(top(60), "700");
      await expect(set("ENABLED")).rejects.toMatchObject(over);
      await one.update(top(50), "700");
      await set("ENABLED");
    },
  );

  test("for bids that start after a bid rule", async () => {
    const one = open({ caps: { ...percent.caps, max_daily_budget: { USD: 100 } } }, entities);
    const set = (state: string) =>
      one.call("sponsored_product_ad_groups", "update", { adGroups: [{ adGroupId: "701", state }] });
    await set("PAUSED");
    const rules = [{ name: "Rule", increasePercent: 60, startDate: "2026-03-12" }];
    const { data } = await one.call("bid_rules", "create", { rules });
    const ruleIds = [(data.succeeded as { id: string }[])[0]!.id];
    await one.call("bid_rules", "associate", { campaignId: "700", ruleIds });
    await expect(set("ENABLED")).rejects.toMatchObject(over);
  });

  test("for each keyword, also below the highest bid", async () => {
    const rule = (increasePercent: number) => ({ name: "Rule", increasePercent, startDate: "2026-03-12" });
    const raises: ((one: ReturnType<typeof open>, percentage: number) => Promise<unknown>)[] = [
      ({ update }, percentage) => update(top(percentage), "700"),
      async ({ call }, percentage) => {
        const { data } = await call("bid_rules", "create", { rules: [rule(percentage)] });
        const ruleIds = [(data.succeeded as { id: string }[])[0]!.id];
        await call("bid_rules", "associate", { campaignId: "700", ruleIds });
      },
      // The ad group starts with its keywords.
      async ({ call, update }, percentage) => {
        const set = (state: string) =>
          call("sponsored_product_ad_groups", "update", { adGroups: [{ adGroupId: "701", state }] });
        await set("PAUSED");
        await update(top(percentage), "700");
        await set("ENABLED");
      },
    ];
    for (const raise of raises) {
      const one = open({ caps: { ...percent.caps, max_daily_budget: { USD: 100 } } }, entities);
      // The keyword without a bid bids 0.8. The other keyword bids 1.
      await group(one, 0.96);
      await expect(raise(one, 26)).rejects.toMatchObject(over);
      const other = open({ caps: { ...percent.caps, max_daily_budget: { USD: 100 } } }, entities);
      await group(other, 0.96);
      await raise(other, 25);
    }
  });

  test("for a keyword whose first own bid is raised again", async () => {
    const one = open(percent, entities);
    await keyword(one, "703", 1.2);
    await expect(keyword(one, "703", 1.21)).rejects.toMatchObject(over);
  });
});

test("a raised bid rule counts as unlimited for every cap, because its campaigns are unknown", async () => {
  const raise = async (more: Dict) => {
    const { call } = open({ caps: { max_daily_budget: { USD: 100 }, max_bid: "unlimited", max_effective_bid: "unlimited", ...more } }); // prettier-ignore
    const { data } = await call("bid_rules", "create", { rules: [{ name: "Rule", increasePercent: 5, startDate: "2026-03-12" }] }); // prettier-ignore
    const ruleId = (data.succeeded as { id: string }[])[0]!.id;
    await call("bid_rules", "associate", { campaignId, ruleIds: [ruleId] });
    await call("bid_rules", "update", { rules: [{ ruleId, increasePercent: 100 }] });
  };
  await expect(raise({ max_bid: { USD: 2 } })).rejects.toMatchObject(above("more than max_bid (2 USD)"));
  await expect(raise({ max_effective_bid: { USD: 9 } })).rejects.toMatchObject(above("more than max_effective_bid (9 USD)")); // prettier-ignore
  await expect(raise({ max_change_percent: 10 })).rejects.toMatchObject(above("more than max_change_percent (10)")); // prettier-ignore
  await raise({});
});

test("a portfolio that is lowered and raised again on one day counts only above its first amount", async () => {
  const both = { max_portfolio_budget: { USD: 9000 }, max_day_raise: { USD: 10 } };
  const { portfolio } = open({ caps: both });
  await portfolio({ policy: "MONTHLY_RECURRING", amount: 20 });
  await portfolio({ policy: "MONTHLY_RECURRING", amount: 5000 });
  const small = open({ caps: both }, { portfolios: [{ portfolioId: monthly, budget: { policy: "MONTHLY_RECURRING", amount: 30 } }] }); // prettier-ignore
  await small.portfolio({ policy: "MONTHLY_RECURRING", amount: 20 });
  await small.portfolio({ policy: "MONTHLY_RECURRING", amount: 40 });
  await expect(small.portfolio({ policy: "MONTHLY_RECURRING", amount: 40.1 })).rejects.toMatchObject(above("day to 10.1 USD")); // prettier-ignore
});

test.each([
  ["starts a new period", { policy: "MONTHLY_RECURRING", amount: 5000 }],
  ["has ended and runs again", { policy: "DATE_RANGE", amount: 5000, startDate: "2026-01-01", endDate: "2026-03-01" }], // prettier-ignore
])("after a lowering, the amount of a portfolio that %s counts again", async (_, budget) => {
  const caps = { max_portfolio_budget: { USD: 9000 }, max_new_campaigns: 9, max_day_raise: { USD: 60 } };
  const { portfolio } = open({ caps }, { portfolios: [{ portfolioId: monthly, budget }] });
  await portfolio({ ...budget, amount: 20 });
  const again = { policy: "DATE_RANGE", startDate: "2026-03-12", endDate: "2026-03-31" };
  await portfolio({ ...again, amount: 20 });
  await expect(portfolio({ ...again, amount: 61 })).rejects.toMatchObject(above("day to 61 USD"));
  await portfolio({ ...again, amount: 40 });
  await expect(portfolio({ ...budget, policy: "MONTHLY_RECURRING", amount: 21 })).rejects.toMatchObject(above("day to 61 USD")); // prettier-ignore
});

test("the id of a rule of another product is refused with the product that was searched", async () => {
  const { call } = open(writer);
  const { data } = await call("budget_rules", "list", {});
  const ruleId = (data as unknown as Dict[])[0]!.ruleId;
  for (const [action, params] of [
    ["get", { ruleId }],
    ["campaigns", { ruleId }],
    ["update", { rules: [{ ruleId, state: "PAUSED" }] }],
  ] as const)
    await expect(call("budget_rules", action, { ...params, product: "sb" })).rejects.toMatchObject({
      code: "not_found",
      hint: expect.stringContaining('product is "sb" here'),
    });
});
