import type { ConnectorOptions, Policy } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, type AmazonAdsSeedChanges } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

// Each test is a way to spend more than the policy allows with budget rules, bid rules or dates in the future.

type Dict = Record<string, unknown>;
type Account = NonNullable<AmazonAdsSeedChanges["accounts"]>[number];
type Entities = NonNullable<Account["entities"]>;
type Call = (entity: string, action: string, params: Dict) => Promise<{ data: Dict; meta: Dict }>;
type Caps = Policy["caps"];

const profileId = "2381940675312846";
// Each campaign has a budget of 80 dollars, so it can spend 160 on one day. Today is Thursday, 2026-03-12.
const campaigns = { sp: "701", sb: "702", sd: "703" } as const;
const entityOf = { sp: "sponsored_product_campaigns", sb: "sponsored_brands_campaigns", sd: "sd_campaigns" } as const; // prettier-ignore
type Product = keyof typeof campaigns;
const products: Product[] = ["sp", "sb", "sd"];

const keywords = [
  { keywordId: "712", campaignId: "701", adGroupId: "711", keywordText: "tent", matchType: "EXACT", bid: 1 },
];
const campaignOf = (product: Product, more: Dict = {}): Dict => ({
  campaignId: campaigns[product],
  name: `Campaign ${product}`,
  startDate: "2026-01-01",
  ...(product === "sp"
    ? { targetingType: "MANUAL", budget: { budget: 80, budgetType: "DAILY" }, dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [] } } // prettier-ignore
    : { budget: 80, budgetType: product === "sb" ? "DAILY" : "daily", costType: "cpc", tactic: "T00020" }),
  ...more,
});

function open(
  caps: Caps,
  { changed = {}, account = {} }: { changed?: Dict; account?: Partial<Account> } = {},
) {
  const entities = {
    ...Object.fromEntries(products.map((one) => [`${one}/campaigns`, [campaignOf(one, changed)]])),
    "sp/adGroups": [{ adGroupId: "711", campaignId: "701", name: "Group", defaultBid: 1 }],
    "sp/keywords": keywords,
    "sp/productAds": [{ adId: "713", adGroupId: "711", campaignId: "701", sku: "FH-STOVE-1", asin: "B08YJ6X2GM" }], // prettier-ignore
    ...account.entities,
  } as Entities;
  const sandbox = amazonAdsSandbox({
    seed: { accounts: [{ profile: { profileId }, ...account, entities }] },
    rateLimits: false,
  });
  const connect = (policy: ConnectorOptions["policy"]) => {
    const ads = new AmazonAdsConnector(
      { auth: sandbox.credentials },
      { ...sandbox.options, store: memoryStore(), policy },
    );
    const call: Call = (entity, action, params) =>
      (ads.execute as unknown as Call)(entity, action, { profileId, ...params });
    const create = async (entity: string, rule: Dict, more: Dict = {}) => {
      const made = await call(entity, "create", { ...more, rules: [{ name: "Rule", startDate: "2026-03-12", ...rule }] }); // prettier-ignore
      return (made.data.succeeded as { id: string }[])[0]!.id;
    };
    const associate = (ruleId: string, product: Product = "sp", campaignId: string = campaigns[product]) =>
      call("budget_rules", "associate", { product, campaignId, ruleIds: [ruleId] });
    return {
      call,
      associate,
      /** Creates a budget rule, and associates it with the campaign of a product. */
      budgetRule: async (rule: Dict, product: Product = "sp") => {
        const ruleId = await create("budget_rules", rule, { product });
        await associate(ruleId, product);
        return ruleId;
      },
      bidRule: async (rule: Dict) => {
        const ruleId = await create("bid_rules", rule);
        await call("bid_rules", "associate", { campaignId: "701", ruleIds: [ruleId] });
        return ruleId;
      },
      update: (change: Dict, product: Product = "sp") =>
        call(entityOf[product], "update", { campaigns: [{ campaignId: campaigns[product], ...change }] }),
      budget: (amount: number, product: Product = "sp") =>
        call(entityOf[product], "update", { campaigns: [{ campaignId: campaigns[product], budget: product === "sp" ? { budget: amount } : amount }] }), // prettier-ignore
      bid: (bid: number) => call("sponsored_product_keywords", "update", { keywords: [{ keywordId: "712", bid }] }), // prettier-ignore
    };
  };
  return { ...connect({ caps }), connect, sandbox };
}

const free = { max_daily_budget: "unlimited", max_bid: "unlimited" } as const;
const dayRaise = (amount: number) => ({ ...free, max_day_raise: { USD: amount } });
const above = (text: string) => ({ code: "cap_exceeded", message: expect.stringContaining(text) });
const writer = { effects: ["read", "write"] } as const;
const denied = { code: "policy_denied", message: expect.stringContaining("its effect is spend") };

describe("a campaign that starts later still raises what the account can spend on a day", () => {
  const later = { changed: { startDate: "2026-09-01" } };

  test("when the campaign is created", async () => {
    const create = (most: number) =>
      open({ ...dayRaise(most), max_new_campaigns: 9 }).call("sponsored_product_campaigns", "create", {
        campaigns: [{ name: "Later", targetingType: "AUTO", state: "ENABLED", budget: { budget: 80 }, startDate: "2026-03-13" }], // prettier-ignore
      });
    await expect(create(159)).rejects.toMatchObject(above("day to 160 USD"));
    await create(160);
  });

  test.each(products)("when its budget is raised (%s)", async (product) => {
    const { budget } = open(dayRaise(20), later);
    await expect(budget(91, product)).rejects.toMatchObject(above("day to 22 USD"));
    await budget(90, product);
  });

  test("when it is enabled, and when it gets a budget rule", async () => {
    const paused = open(dayRaise(159), { changed: { startDate: "2026-09-01", state: "PAUSED" } });
    await expect(paused.update({ state: "ENABLED" })).rejects.toMatchObject(above("day to 160 USD"));
    const { budgetRule } = open(dayRaise(39), later);
    await expect(budgetRule({ increasePercent: 25 })).rejects.toMatchObject(above("day to 40 USD"));
  });

  test("when it starts earlier", async () => {
    const { update } = open(dayRaise(159), later);
    await expect(update({ startDate: "2026-08-31" })).rejects.toMatchObject(above("day to 160 USD"));
    await update({ startDate: "2026-09-02" });
  });

  test("but a campaign that has ended raises nothing", async () => {
    await open(dayRaise(0), { changed: { endDate: "2026-03-11" } }).budget(1000);
  });
});

describe("a budget rule counts for later raises of the budget", () => {
  const saturday = { increasePercent: 50, daysOfWeek: ["SATURDAY"] };

  test.each(products)("of each product, although the rule does not apply today (%s)", async (product) => {
    const { budgetRule, budget } = open(dayRaise(139), {});
    await budgetRule(saturday, product);
    // The rule adds 80 on one day. The raise of the budget by 20 adds 40, and 20 more on Saturdays.
    await expect(budget(100, product)).rejects.toMatchObject(above("day to 140 USD"));
    await budget(99, product);
  });

  test("and when the paused campaign is enabled", async () => {
    const one = open(
      { max_daily_budget: { USD: 119 }, max_bid: { USD: 9 }, max_new_campaigns: 1 },
      { changed: { state: "PAUSED" } },
    );
    await one.connect({ caps: free }).budgetRule(saturday);
    await expect(one.update({ state: "ENABLED" })).rejects.toMatchObject(above("would be 120 USD"));
    await expect(one.connect({ caps: { ...dayRaise(239), max_new_campaigns: 1 } }).update({ state: "ENABLED" })).rejects.toMatchObject(above("day to 240 USD")); // prettier-ignore
  });

  test("max_daily_budget limits the budget with its rules, in either order", async () => {
    const caps = { max_daily_budget: { USD: 100 } };
    const first = open(caps);
    await first.budgetRule({ increasePercent: 25 });
    await expect(first.budget(81)).rejects.toMatchObject({
      ...above("(the amount with the rules of campaign 701) would be 101.25 USD, from 100 USD"),
      hint: expect.stringContaining("at most 80 USD"),
    });
    const second = open(caps);
    await second.budget(81);
    await expect(second.budgetRule({ increasePercent: 25 })).rejects.toMatchObject(above("101.25 USD"));
  });

  test("rules that never apply on the same day are not added", async () => {
    const { budgetRule, budget, connect } = open(dayRaise(30));
    const setup = connect({ caps: free });
    await setup.budgetRule(saturday);
    await setup.budgetRule({ increasePercent: 50, daysOfWeek: ["SUNDAY"] });
    await setup.budgetRule({ increasePercent: 40, startDate: "2026-04-01", endDate: "2026-04-10", daysOfWeek: ["MONDAY"] }); // prettier-ignore
    await expect(budget(90.1)).rejects.toMatchObject(above("day to 30.3 USD"));
    await budget(90);
    // The rules of Saturday and of the first half of April are added, because they apply together.
    await setup.budgetRule({ increasePercent: 30, startDate: "2026-04-01", endDate: "2026-04-15" });
    await expect(budget(91)).rejects.toMatchObject({ code: "cap_exceeded" });
    await expect(budgetRule({ increasePercent: 1 })).rejects.toMatchObject({ code: "cap_exceeded" });
  });

  test("a rule that is paused, has ended or belongs to another campaign does not count", async () => {
    const one = open(dayRaise(20), {
      account: {
        entities: {
          "sp/budgetRules": [
            ["off", "PAUSED", "20260301", ["701"]],
            ["old", "ENABLED", "20260101", ["701"]],
            ["other", "ENABLED", "20260301", ["144373194309380061"]],
          ].map(([ruleId, state, startDate, campaignIds]) => ({
            ruleId,
            state,
            campaignIds,
            ruleDetails: {
              name: ruleId,
              ruleType: "SCHEDULE",
              budgetIncreaseBy: { type: "PERCENT", value: 100 },
              duration: { dateRangeTypeRuleDuration: { startDate, endDate: ruleId === "old" ? "20260311" : null } }, // prettier-ignore
              recurrence: { type: "DAILY" },
            },
          })),
        } as Entities,
      },
    });
    await one.budget(90);
    await expect(one.budget(90.1)).rejects.toMatchObject(above("day to 20.2 USD"));
  });

  test("rules that cannot be read refuse the raise, but not a lowering", async () => {
    const { budget, sandbox } = open(free);
    sandbox.fail({ kind: "refused", status: 403, body: {}, operation: "GET /sp/budgetRules" });
    await expect(budget(90)).rejects.toMatchObject({
      message: expect.stringContaining("The rules of the campaigns could not be read"),
      outcome: "not_started",
    });
    sandbox.fail({ kind: "refused", status: 403, body: {}, operation: "GET /sp/budgetRules" });
    await budget(70);
  });

  test("many campaigns need few requests for their rules", async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ ...campaignOf("sp"), campaignId: String(9000 + index), name: `Many ${index}` })); // prettier-ignore
    const { call, sandbox, connect } = open(dayRaise(4029), { account: { entities: { "sp/campaigns": [campaignOf("sp"), ...many] } as Entities } }); // prettier-ignore
    await connect({ caps: free }).budgetRule(saturday);
    const campaigns = [{ campaignId: "701" }, ...many].map(({ campaignId }) => ({ campaignId, budget: { budget: 90 } })); // prettier-ignore
    const reads = () => sandbox.calls().filter(({ operation }) => operation?.includes("udgetRules")).length;
    const before = reads();
    // 200 campaigns by 20, and the campaign with the rule by 30.
    await call("sponsored_product_campaigns", "update", { campaigns: campaigns.slice(1) });
    await expect(call("sponsored_product_campaigns", "update", { campaigns })).rejects.toMatchObject({ code: "cap_exceeded" }); // prettier-ignore
    expect(reads() - before).toBeLessThan(8);
  });
});

describe("the raise of a rule is separate from the current amount", () => {
  test("a rule that does not apply today does not change the first value of max_change_percent", async () => {
    const { budgetRule, budget, connect } = open({ ...dayRaise(100), max_change_percent: 10 });
    const setup = connect({ caps: free });
    await setup.budgetRule({ increasePercent: 20, startDate: "2026-05-01" });
    await expect(budgetRule({ increasePercent: 11 })).rejects.toMatchObject(above("from 80;"));
    await expect(budget(96)).rejects.toMatchObject(above("would be 96, from 80;"));
    await budget(88);
  });

  test("small rules do not add up to more than max_change_percent", async () => {
    const { budgetRule } = open({ ...free, max_change_percent: 10 });
    await budgetRule({ increasePercent: 6, startDate: "2026-03-13" });
    await expect(budgetRule({ increasePercent: 6, startDate: "2026-03-14" })).rejects.toMatchObject(
      above("would be 89.6, from 80;"),
    );
  });

  test("a rule and a budget together stay within max_change_percent, in either order", async () => {
    for (const ruleFirst of [true, false]) {
      const { budgetRule, budget } = open({ ...free, max_change_percent: 20 });
      if (ruleFirst) await budgetRule({ increasePercent: 15 });
      await budget(ruleFirst ? 83 : 92);
      if (ruleFirst) await expect(budget(92)).rejects.toMatchObject({ code: "cap_exceeded" });
      else await expect(budgetRule({ increasePercent: 15 })).rejects.toMatchObject({ code: "cap_exceeded" });
    }
    // Several rules count together with a budget of the same day.
    const several = open({ ...free, max_change_percent: 50 });
    await several.budget(100);
    await several.budgetRule({ increasePercent: 20 });
    await expect(several.budgetRule({ increasePercent: 1 })).rejects.toMatchObject(above("would be 121"));
    // A rule of an earlier day does not lower the amount that is allowed.
    const { budget, connect } = open({ ...free, max_change_percent: 20 });
    await connect({ caps: free }).budgetRule({ increasePercent: 100 });
    await budget(96);
    const other = open({ ...free, max_change_percent: 20 });
    await other.connect({ caps: free }).budgetRule({ increasePercent: 100 });
    await other.budgetRule({ increasePercent: 15 });
  });

  test("a rule and a budget both count, in either order, and the same rule again counts once", async () => {
    for (const ruleFirst of [true, false]) {
      const { budgetRule, budget, call } = open(dayRaise(90));
      if (!ruleFirst) await budget(100);
      const ruleId = await budgetRule({ increasePercent: 25 });
      if (ruleFirst) await budget(100);
      const params = { campaignId: "701", ruleIds: [ruleId] };
      await call("budget_rules", "disassociate", params);
      if (!ruleFirst) await call("budget_rules", "associate", params);
      await expect(budget(100.1)).rejects.toMatchObject({ code: "cap_exceeded" });
    }
  });
});

describe("a rule that the campaign already has", () => {
  test("can be associated again as a plain write, but not with another campaign", async () => {
    const { connect } = open(free);
    const setup = connect({ caps: { ...free, max_effective_bid: "unlimited" } });
    const [budgetRule, bidRule] = [await setup.budgetRule({ increasePercent: 25 }), await setup.bidRule({ increasePercent: 20 })]; // prettier-ignore
    const { call } = connect(writer);
    for (const [entity, ruleId] of [
      ["budget_rules", budgetRule],
      ["bid_rules", bidRule],
    ] as const) {
      // prettier-ignore
      const associate = (campaignId: string) => call(entity, "associate", { campaignId, ruleIds: [ruleId] });
      expect((await associate("701")).data.succeeded).toHaveLength(1);
      await expect(associate("144373194309380061")).rejects.toMatchObject(denied);
    }
  });
});

describe("a raise of a budget rule counts for all its campaigns", () => {
  /** Opens an account with a rule of 10 percent for this many campaigns, of which the last has a budget of 900. */
  const withCampaigns = async (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => String(9001 + index));
    const all = ids.map((campaignId) => campaignOf("sp", { campaignId, name: campaignId, budget: { budget: campaignId === ids.at(-1) ? 900 : 80, budgetType: "DAILY" } })); // prettier-ignore
    const { connect } = open({}, { account: { entities: { "sp/campaigns": all } as Entities } });
    const setup = connect({ caps: free });
    const { data } = await setup.call("budget_rules", "create", {
      rules: [{ name: "Rule", startDate: "2026-03-12", increasePercent: 10 }],
    });
    const ruleId = (data.succeeded as { id: string }[])[0]!.id;
    for (const campaignId of ids) await setup.associate(ruleId, "sp", campaignId);
    return (max_daily_budget: "unlimited" | { USD: number }) =>
      connect({ caps: { ...free, max_daily_budget } }).call("budget_rules", "update", {
        rules: [{ ruleId, increasePercent: 20 }],
      });
  };

  test("also for those on its second page", async () => {
    const raise = await withCampaigns(31);
    await expect(raise({ USD: 1079 })).rejects.toMatchObject(above("would be 1080 USD"));
    expect((await raise({ USD: 1080 })).data.succeeded).toHaveLength(1);
  });

  test("and is refused if it has more than 50", async () => {
    const raise = await withCampaigns(51);
    await expect(raise("unlimited")).rejects.toMatchObject({
      code: "invalid_params",
      outcome: "not_started",
    });
    expect((await (await withCampaigns(50))("unlimited")).data.succeeded).toHaveLength(1);
  });
});

describe("bid rules count for bids", () => {
  const rule = { increasePercent: 100 };

  test("of the whole profile count for each campaign if a call changes the bids of more than 20 campaigns", async () => {
    const ids = Array.from({ length: 21 }, (_, index) => String(9001 + index));
    const { call, bidRule } = open({ ...free, max_effective_bid: { USD: 4 } }, {
      account: {
        entities: {
          "sp/campaigns": [campaignOf("sp"), ...ids.map((campaignId) => ({ ...campaignOf("sp"), campaignId, name: campaignId }))],
          "sp/adGroups": ["701", ...ids].map((id) => ({ adGroupId: `1${id}`, campaignId: id, name: id, defaultBid: 1 })),
          "sp/keywords": ids.map((id) => ({ keywordId: `2${id}`, campaignId: id, adGroupId: `1${id}`, keywordText: "tent", matchType: "EXACT", bid: 1 })),
        } as Entities,
      },
    }); // prettier-ignore
    await bidRule(rule); // for campaign 701 alone
    const bids = (some: string[]) =>
      call("sponsored_product_keywords", "update", { keywords: some.map((id) => ({ keywordId: `2${id}`, bid: 3 })) }); // prettier-ignore
    await expect(bids(ids)).rejects.toMatchObject({ code: "cap_exceeded" });
    await bids(ids.slice(1));
  });

  test("max_effective_bid counts them when a bid is raised, and when the campaign starts", async () => {
    const { bid, bidRule } = open({ ...free, max_effective_bid: { USD: 4 } });
    await bidRule(rule);
    await expect(bid(2.01)).rejects.toMatchObject({ ...above("4.02 USD"), hint: expect.stringContaining("at most 2 USD") }); // prettier-ignore
    await bid(2);
    const paused = open(
      { ...free, max_effective_bid: { USD: 1.9 }, max_new_campaigns: 1 },
      { changed: { state: "PAUSED" } },
    );
    await paused.connect({ caps: { ...free, max_effective_bid: "unlimited" } }).bidRule(rule);
    await expect(paused.update({ state: "ENABLED" })).rejects.toMatchObject(above("would be 2 USD"));
  });

  test("they are added to the placements, and multiplied with the bid", async () => {
    const placement = { dynamicBidding: { placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 50 }] } }; // prettier-ignore
    const caps = { ...free, max_effective_bid: { USD: 2.49 } };
    const { update, bidRule } = open(caps);
    await bidRule(rule);
    await expect(update(placement)).rejects.toMatchObject(above("would be 2.5 USD, from 2 USD"));
    const other = open(caps);
    await other.update(placement);
    await expect(other.bidRule(rule)).rejects.toMatchObject(above("would be 2.5 USD, from 1.5 USD"));
  });

  test("max_bid alone limits the bid with its rules, in either order", async () => {
    const caps = { max_daily_budget: { USD: 100 }, max_bid: { USD: 2 } };
    const first = open(caps);
    await first.bidRule(rule);
    await expect(first.bidRule({ increasePercent: 1 })).rejects.toMatchObject(above("would be 2.01 USD"));
    await expect(first.bid(1.01)).rejects.toMatchObject({ ...above("2.02 USD"), hint: expect.stringContaining("at most 1 USD") }); // prettier-ignore
    const keyword = { campaignId: "701", adGroupId: "711", keywordText: "x", matchType: "EXACT", state: "ENABLED" }; // prettier-ignore
    const create = (bid: number) => first.call("sponsored_product_keywords", "create", { keywords: [{ ...keyword, bid }] }); // prettier-ignore
    await expect(create(1.5)).rejects.toMatchObject(above("would be 3 USD"));
    await create(1);
    const second = open(caps);
    await second.bid(1.5);
    await expect(second.bidRule({ increasePercent: 50 })).rejects.toMatchObject(above("would be 2.25 USD"));
    await second.bidRule({ increasePercent: 33 });
    const twice = open(caps);
    const made = await twice.call("bid_rules", "create", { rules: [{ name: "Rule", startDate: "2026-03-12", ...rule }] }); // prettier-ignore
    const { id } = (made.data.succeeded as { id: string }[])[0]!;
    await twice.call("bid_rules", "associate", { campaignId: "701", ruleIds: [id, id] });
  });

  test("a rule needs a cap for bids, and a raised rule needs a cap for effective bids", async () => {
    const { bidRule, connect } = open({ max_daily_budget: { USD: 100 } });
    await expect(bidRule(rule)).rejects.toMatchObject({ code: "policy_denied", message: expect.stringContaining("no cap max_bid") }); // prettier-ignore
    const capped = connect({ caps: { max_daily_budget: { USD: 100 }, max_bid: { USD: 9 } } });
    const ruleId = await capped.bidRule({ increasePercent: 10 });
    await expect(
      capped.call("bid_rules", "update", { rules: [{ ruleId, increasePercent: 11 }] }),
    ).rejects.toMatchObject({ code: "policy_denied", message: expect.stringContaining("max_effective_bid") });
  });

  test("rules at different hours are not added, and rules that meet after midnight are", async () => {
    const { bidRule } = open({ max_daily_budget: { USD: 100 }, max_bid: { USD: 2 } });
    await bidRule({ increasePercent: 80, startTime: "08:00", endTime: "12:00" });
    await bidRule({ increasePercent: 80, startTime: "12:00", endTime: "20:00" });
    await bidRule({ increasePercent: 80, startTime: "22:00", endTime: "06:00", daysOfWeek: ["SATURDAY"] });
    await expect(
      bidRule({ increasePercent: 80, startTime: "05:00", endTime: "07:00", daysOfWeek: ["SUNDAY"] }),
    ).rejects.toMatchObject(above("would be 2.6 USD"));
    await bidRule({ increasePercent: 80, startTime: "05:00", endTime: "07:00", daysOfWeek: ["MONDAY"] });
  });

  test("small rules do not add up to more than max_change_percent", async () => {
    const { bidRule, bid } = open({ ...free, max_change_percent: 30 });
    await bidRule({ increasePercent: 20 });
    await expect(bidRule({ increasePercent: 20 })).rejects.toMatchObject({ code: "cap_exceeded" });
    await expect(bid(1.09)).rejects.toMatchObject(above("would be 1.308, from 1.2"));
    await bid(1.08);
  });

  test.each(["max_bid", "max_effective_bid"])(
    "a rule stays within max_change_percent together with a bid or a placement (%s)",
    async (cap) => {
      const caps = { max_daily_budget: "unlimited", max_change_percent: 50, [cap]: "unlimited" } as const;
      const placement = (percentage: number) => ({ dynamicBidding: { placementBidding: [{ placement: "PLACEMENT_TOP", percentage }] } }); // prettier-ignore
      const refused = { code: "cap_exceeded", message: expect.stringContaining("max_change_percent (50)") };
      const first = open(caps);
      await first.bid(1.25);
      await expect(first.bidRule({ increasePercent: 21 })).rejects.toMatchObject(refused);
      await first.bidRule({ increasePercent: 20 });
      await expect(first.bid(1.26)).rejects.toMatchObject(refused);
      if (cap === "max_bid") return;
      const second = open(caps);
      await second.bidRule({ increasePercent: 20 });
      await expect(second.update(placement(31))).rejects.toMatchObject(refused);
      await second.update(placement(30));
      const third = open(caps);
      await third.update(placement(30));
      await expect(third.bidRule({ increasePercent: 21 })).rejects.toMatchObject(refused);
      await third.bidRule({ increasePercent: 20 });
      // A rule of an earlier day does not lower the bid that is allowed.
      const fourth = open(caps);
      await fourth.connect({ caps: { ...free, max_effective_bid: "unlimited" } }).bidRule({ increasePercent: 100 }); // prettier-ignore
      await fourth.bid(1.5);
    },
  );
});

test("a writer cannot widen a rule from an evening to nearly the whole day", async () => {
  const { connect } = open(free);
  const ruleId = await connect({ caps: { ...free, max_effective_bid: "unlimited" } }).bidRule({ increasePercent: 100, startTime: "18:00", endTime: "22:00" }); // prettier-ignore
  const change = (startTime: string, endTime: string) =>
    connect(writer).call("bid_rules", "update", { rules: [{ ruleId, startTime, endTime }] });
  await expect(change("20:00", "19:00")).rejects.toMatchObject(denied);
  await change("19:00", "21:00");
});

test("a dry run counts a budget 1.25 times if the profile has opted out of the higher daily spending", async () => {
  const { update, budgetRule, call } = open(free, {
    account: { isOptedOutForAverageDailyBudgetIncrease: true } as Partial<Account>,
  });
  const exposure = (before: number, after: number) => ({
    data: { exposure: { before: { daily_spend: before }, after: { daily_spend: after } } },
  });
  const dry = (amount: number) =>
    call(entityOf.sp, "update", { campaigns: [{ campaignId: "701", budget: { budget: amount } }], dry_run: true }); // prettier-ignore
  expect(await dry(100)).toMatchObject(exposure(100, 125));
  const ruleId = await budgetRule({ increasePercent: 20, startDate: "2026-05-01" });
  expect(await dry(60)).toMatchObject(exposure(120, 90));
  const change = { rules: [{ ruleId, increasePercent: 40 }], dry_run: true };
  expect(await call("budget_rules", "update", change)).toMatchObject(exposure(120, 140));
  await update({ state: "PAUSED" });
});

test("a portfolio that runs again counts its campaigns for max_new_campaigns", async () => {
  const portfolio = { portfolioId: "505", name: "Spring", state: "ENABLED", budget: { amount: 900, currencyCode: "USD", policy: "DATE_RANGE", startDate: "2026-01-01", endDate: "2026-03-11" } }; // prettier-ignore
  const change = (most: number, changed: Dict, budget: Dict) => {
    const caps = { ...free, max_portfolio_budget: "unlimited", max_new_campaigns: most } as const;
    const { call } = open(caps, { changed: { portfolioId: "505", ...changed }, account: { entities: { portfolios: [portfolio] } } as Partial<Account> }); // prettier-ignore
    return call("portfolios", "update", { portfolios: [{ portfolioId: "505", budget: { ...portfolio.budget, ...budget } }] }); // prettier-ignore
  };
  for (const budget of [{ endDate: "2026-04-30" }, { endDate: null }]) {
    await expect(change(2, {}, budget)).rejects.toMatchObject(above("day to 3; that is more than max_new_campaigns (2)")); // prettier-ignore
    await change(3, {}, budget);
  }
  await change(0, { state: "PAUSED" }, { endDate: "2026-04-30" });
  await change(0, { endDate: "2026-03-01" }, { endDate: "2026-04-30" });
  await change(0, {}, { endDate: "2026-03-11", amount: 950 });
});

test("an enabled bid rule that begins later stays enabled when it is renamed, and the undo of its pause enables it", async () => {
  const action = { actionType: "ADOPT", actionDetails: { actionOperator: "INCREMENT", value: 10, actionUnit: "PERCENT" } }; // prettier-ignore
  const recurrence = { type: "DAILY", duration: { startTime: "2026-09-01T00:00:00Z" } };
  const rule = { optimizationRuleId: "r1", ruleName: "Autumn", ruleCategory: "BID", ruleSubCategory: "SCHEDULE", state: "SCHEDULED", action, recurrence, campaignIds: [] }; // prettier-ignore
  const update = async (change: Dict) => {
    const entities = { "sp/optimizationRules": [rule] } as unknown as Entities;
    const { connect, sandbox } = open({}, { account: { entities } });
    const { meta } = await connect(writer).call("bid_rules", "update", { rules: [{ ruleId: "r1", ...change }] }); // prettier-ignore
    return { meta, sent: sandbox.calls().at(-1) };
  };
  expect((await update({ name: "Fall" })).sent).toMatchObject({
    body: { optimizationRules: [{ ruleName: "Fall", status: "ENABLED" }] },
  });
  expect((await update({ state: "PAUSED" })).meta.undo).toMatchObject({
    params: { rules: [{ ruleId: "r1", state: "ENABLED" }] },
  });
});
