import type { ConnectorOptions } from "agent-connectors";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

type Dict = Record<string, unknown>;
type Execute = (entity: string, action: string, params: Dict) => Promise<{ data: Dict; meta: Dict }>;

const profileId = "2381940675312846";
const count = 100;
const campaigns = Array.from({ length: count }, (_, index) => ({
  campaignId: String(700_000 + index),
  name: `Campaign ${index}`,
  targetingType: "MANUAL",
  budget: { budget: 10, budgetType: "DAILY" },
  dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [] },
  startDate: "2026-01-01",
}));

function open(caps: object, more: Partial<ConnectorOptions> = {}, account: object = {}) {
  const sandbox = amazonAdsSandbox({
    seed: { accounts: [{ profile: { profileId }, entities: { "sp/campaigns": campaigns }, ...account }] },
    rateLimits: false,
  });
  const connect = () =>
    new AmazonAdsConnector(
      { auth: sandbox.credentials },
      { ...sandbox.options, store: memoryStore(), ...more, policy: { caps: caps as never } },
    );
  const ads = connect();
  const setBudgets = (budgets: Record<string, number>, connector = ads) =>
    (connector.execute as unknown as Execute)("sponsored_product_campaigns", "update", {
      profileId,
      campaigns: Object.entries(budgets).map(([campaignId, budget]) => ({ campaignId, budget: { budget } })),
    });
  const budgetOf = (campaignId: string) =>
    (
      sandbox
        .state()
        .accounts.find((one) => one.profile.profileId === profileId)!
        .entities["sp/campaigns"].find((one) => one.campaignId === campaignId)!.budget as { budget: number }
    ).budget;
  /** The sum of all raises. A campaign can spend twice its budget on one day. */
  const raised = () => campaigns.reduce((sum, { campaignId }) => sum + (budgetOf(campaignId) - 10) * 2, 0);
  return { sandbox, connect, setBudgets, budgetOf, raised };
}
const outcomesOf = async (calls: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => (one.status === "fulfilled" ? "ok" : (one.reason as { code: string }).code));
};
const [first, second, third] = campaigns.map(({ campaignId }) => campaignId) as [string, string, string];

describe("the sum of the raises of one day", () => {
  test("100 concurrent raises of two connectors never pass the cap", async () => {
    const one = open(
      { max_daily_budget: { USD: 100 }, max_day_raise: { USD: 61 } },
      { store: memoryStore() },
    );
    const other = one.connect();
    const outcomes = await outcomesOf(
      campaigns.map(({ campaignId }, index) =>
        one.setBudgets({ [campaignId]: 11 }, index % 2 === 0 ? undefined : other),
      ),
    );
    // Each raise by 1 counts 2.
    expect(outcomes.filter((code) => code === "ok")).toHaveLength(30);
    expect(outcomes.filter((code) => code === "cap_exceeded")).toHaveLength(70);
    expect(one.raised()).toBe(60);
  });

  test("a refusal names what the day has left, and a dry run reserves nothing", async () => {
    const { setBudgets } = open({ max_daily_budget: { USD: 100 }, max_day_raise: { USD: 30 } });
    await setBudgets({ [first]: 20 });
    await expect(setBudgets({ [second]: 16 })).rejects.toMatchObject({
      code: "cap_exceeded",
      message: expect.stringMatching(/campaigns\[0\]\.budget\.budget would bring the sum of this day to 32 USD; that is more than max_day_raise \(30 USD\)/), // prettier-ignore
      // 10 of the cap are left, which is a budget higher by 5.
      hint: expect.stringMatching(/^Propose at most 15 USD,/),
    });
    await setBudgets({ [second]: 15 });
    await expect(setBudgets({ [third]: 10.01 })).rejects.toMatchObject({ code: "cap_exceeded" });
  });

  test("a budget counts 1.25 times if the profile has opted out of the higher daily spending", async () => {
    const caps = { max_daily_budget: { USD: 100 }, max_day_raise: { USD: 12.5 } };
    const optedOut = { isOptedOutForAverageDailyBudgetIncrease: true };
    const { setBudgets } = open(caps, {}, optedOut);
    await expect(setBudgets({ [first]: 20.01 })).rejects.toMatchObject({
      message: expect.stringContaining("sum of this day to 12.5125 USD"),
      hint: expect.stringContaining("at most 20 USD"),
    });
    await setBudgets({ [first]: 20 });
    const other = open(caps, {}, { isOptedOutForAverageDailyBudgetIncrease: false });
    await expect(other.setBudgets({ [first]: 16.26 })).rejects.toMatchObject({ code: "cap_exceeded" });
    // After a lowering, a raise counts only as far as it is above the first value.
    const lowered = open(caps, {}, optedOut);
    await lowered.setBudgets({ [first]: 5 });
    await lowered.setBudgets({ [first]: 20 });
    await expect(lowered.setBudgets({ [second]: 10.01 })).rejects.toMatchObject({ code: "cap_exceeded" });
    // If the setting cannot be read, a budget counts twice.
    const unreadable = open(caps, {}, optedOut);
    unreadable.sandbox.fail({
      kind: "refused",
      status: 403,
      body: {},
      operation: "GET /accountBudgets/featureFlags",
    });
    await expect(unreadable.setBudgets({ [first]: 20 })).rejects.toMatchObject({ code: "cap_exceeded" });
    // Without a cap for the day, the setting is not read.
    const daily = open({ max_daily_budget: { USD: 100 } });
    await daily.setBudgets({ [first]: 20 });
    expect(daily.sandbox.calls().map(({ operation }) => operation)).not.toContain(
      "GET /accountBudgets/featureFlags",
    );
  });

  test("a portfolio counts only what its campaigns can spend on this day", async () => {
    const portfolioId = "55501";
    const inside = (campaignId: string, more: object = {}) => ({
      ...campaigns.find((one) => one.campaignId === campaignId)!,
      portfolioId,
      ...more,
    });
    const entities = {
      "sp/campaigns": [
        inside(first),
        inside(second, { state: "PAUSED" }),
        inside(third, { startDate: "2026-04-01" }),
      ],
      portfolios: [
        {
          portfolioId,
          name: "Small",
          budget: { amount: 15, currencyCode: "USD", policy: "MONTHLY_RECURRING" },
        },
      ],
    };
    const raise = (amount: number, most: number) => {
      const caps = { max_portfolio_budget: { USD: 9999 }, max_day_raise: { USD: most } };
      const ads = open(caps, {}, { entities }).connect();
      return ads.portfolios.update({
        profileId,
        portfolios: [{ portfolioId, budget: { amount, policy: "MONTHLY_RECURRING" } }],
      });
    };
    // The first campaign can run today, and the third one later. Together they can spend 40. The portfolio may have used
    // up its old budget.
    await expect(raise(9000, 39.99)).rejects.toMatchObject({
      message: expect.stringContaining("sum of this day to 40 USD"),
    });
    await raise(9000, 40);
    await expect(raise(17, 1.99)).rejects.toMatchObject({ code: "cap_exceeded" });
    await raise(17, 2);
  });

  test("several raises of a portfolio on one day count together, at most what its campaigns can spend", async () => {
    const entities = {
      "sp/campaigns": [{ ...campaigns.find((one) => one.campaignId === first)!, portfolioId: "904" }],
      portfolios: [{ portfolioId: "904", name: "Used up", budget: { amount: 300, policy: "MONTHLY_RECURRING" } }], // prettier-ignore
    };
    const raises = (most: number) => {
      const caps = { max_portfolio_budget: { USD: 9999 }, max_day_raise: { USD: most } };
      const ads = open(caps, {}, { entities }).connect();
      return (amount: number) =>
        ads.portfolios.update({ profileId, portfolios: [{ portfolioId: "904", budget: { amount, policy: "MONTHLY_RECURRING" } }] }); // prettier-ignore
    };
    // The campaign can spend 20 on one day.
    await expect(raises(19.99)(1000)).rejects.toMatchObject({
      message: expect.stringContaining("sum of this day to 20 USD"),
    });
    const raise = raises(20);
    for (const amount of [305, 1000, 100, 2000]) await raise(amount);
    await expect(raises(4.99)(305)).rejects.toMatchObject({ message: expect.stringContaining("to 5 USD") });
  });

  test.each([
    ["paused", { state: "PAUSED" }],
    ["lowered", { budget: { budget: 1 } }],
  ])("a portfolio counts a campaign that was %s today, because its undo counts nothing", async (_, lower) => {
    const entities = {
      "sp/campaigns": [{ ...campaigns.find((one) => one.campaignId === first)!, portfolioId: "904" }],
      portfolios: [{ portfolioId: "904", name: "Small", budget: { amount: 3, policy: "MONTHLY_RECURRING" } }],
    };
    const attempt = async (most: number) => {
      const caps = { max_portfolio_budget: { USD: 9999 }, max_daily_budget: { USD: 10 }, max_day_raise: { USD: most } }; // prettier-ignore
      const ads = open(caps, {}, { entities }).connect();
      const lowered = await ads.sponsored_product_campaigns.update({ profileId, campaigns: [{ campaignId: first, ...lower } as never] }); // prettier-ignore
      await ads.portfolios.update({ profileId, portfolios: [{ portfolioId: "904", budget: { amount: 1000, policy: "MONTHLY_RECURRING" } }] }); // prettier-ignore
      await ads.undo(lowered);
    };
    // The campaign can spend 20 on one day.
    await expect(attempt(19.99)).rejects.toMatchObject({
      code: "cap_exceeded",
      message: expect.stringContaining("sum of this day to 20 USD"),
    });
    await attempt(20);
  });

  test("a portfolio counts its campaigns with the percentages of their budget rules", async () => {
    const entities = {
      "sp/campaigns": [{ ...campaigns.find((one) => one.campaignId === first)!, portfolioId: "904" }],
      portfolios: [{ portfolioId: "904", name: "Small", budget: { amount: 3, policy: "MONTHLY_RECURRING" } }],
    };
    const attempt = async (most: number) => {
      const { connect } = open({ max_portfolio_budget: { USD: 9999 }, max_daily_budget: { USD: 100 }, max_day_raise: { USD: most } }, {}, { entities }); // prettier-ignore
      const ads = connect();
      const { data } = await ads.budget_rules.create({ profileId, product: "sp", rules: [{ name: "Spring", increasePercent: 50, startDate: "2026-03-12" }] }); // prettier-ignore
      const ruleId = data.succeeded[0]!.id!;
      await ads.budget_rules.associate({ profileId, product: "sp", campaignId: first, ruleIds: [ruleId] });
      await ads.portfolios.update({ profileId, portfolios: [{ portfolioId: "904", budget: { amount: 1000, policy: "MONTHLY_RECURRING" } }] }); // prettier-ignore
    };
    // The rule adds 10 to the 20 that the campaign can spend on one day, and the portfolio adds 30.
    await expect(attempt(39.99)).rejects.toMatchObject({
      message: expect.stringContaining("sum of this day to 40 USD"),
    });
    await attempt(40);
  });

  test("the first keyword of an enabled campaign counts what the campaign can then spend", async () => {
    const ids = { campaignId: first, adGroupId: "801" };
    const entities = {
      "sp/campaigns": [campaigns.find((one) => one.campaignId === first)!],
      "sp/adGroups": [{ ...ids, name: "Group", defaultBid: 1 }],
      "sp/productAds": [{ ...ids, adId: "802", sku: "TENT-1" }],
    };
    const start = (most: number) => {
      const ads = open({ max_effective_bid: { USD: 2 }, max_day_raise: { USD: most } }, {}, { entities }).connect(); // prettier-ignore
      const create = (keywordText: string) =>
        ads.sponsored_product_keywords.create({ profileId, keywords: [{ ...ids, keywordText, matchType: "EXACT", bid: 1, state: "ENABLED" }] }); // prettier-ignore
      return create;
    };
    await expect(start(19.99)("tent")).rejects.toMatchObject({
      message: expect.stringContaining("sum of this day to 20 USD"),
    });
    const create = start(20);
    // The second keyword adds nothing, because the campaign already spends.
    for (const text of ["tent", "big tent"]) await create(text);
  });

  test("a campaign whose budget was lowered today counts with the earlier budget when it spends more in another way", async () => {
    const ids = { campaignId: first, adGroupId: "801" };
    const entities = {
      "sp/campaigns": [{ ...campaigns.find((one) => one.campaignId === first)!, portfolioId: "904" }],
      "sp/adGroups": [{ ...ids, name: "Group", defaultBid: 1 }],
      "sp/productAds": [{ ...ids, adId: "802", sku: "TENT-1" }],
      portfolios: [{ portfolioId: "904", name: "Small", budget: { amount: 3, policy: "MONTHLY_RECURRING" } }],
    };
    const lowered = async (most: number) => {
      const caps = { max_daily_budget: { USD: 100 }, max_effective_bid: { USD: 2 }, max_day_raise: { USD: most } }; // prettier-ignore
      const ads = open(caps, {}, { entities }).connect();
      const set = (fields: object) =>
        ads.sponsored_product_campaigns.update({ profileId, campaigns: [{ campaignId: first, ...fields }] });
      await set({ budget: { budget: 1 } });
      const leave = () => set({ portfolioId: null });
      const serve = () =>
        ads.sponsored_product_keywords.create({ profileId, keywords: [{ ...ids, keywordText: "tent", matchType: "EXACT", bid: 1, state: "ENABLED" }] }); // prettier-ignore
      return { leave, serve, restore: () => set({ budget: { budget: 10 } }) };
    };
    for (const way of ["leave", "serve"] as const) {
      const refused = await lowered(19.99);
      await expect(refused[way]()).rejects.toMatchObject({ message: expect.stringContaining("sum of this day to 20 USD") }); // prettier-ignore
      const allowed = await lowered(20);
      await allowed[way]();
      await allowed.restore();
    }
  });

  test("the next day begins at midnight of the profile's time zone", async () => {
    const { setBudgets, sandbox } = open({ max_daily_budget: { USD: 100 }, max_day_raise: { USD: 20 } });
    await setBudgets({ [first]: 20 });
    await sandbox.clock.sleep(14 * 3_600_000);
    await expect(setBudgets({ [second]: 20 })).rejects.toMatchObject({ code: "cap_exceeded" });
    // It is 06:30 UTC. Los Angeles is seven hours behind.
    await sandbox.clock.sleep(31 * 60_000);
    await setBudgets({ [second]: 20 });
  });

  test("items that the platform refuses are released, and a call with an unknown outcome stays reserved", async () => {
    const { setBudgets, sandbox, budgetOf } = open({
      max_daily_budget: { USD: 100 },
      max_day_raise: { USD: 40 },
    });
    const operation = "PUT /sp/campaigns";
    sandbox.fail({ kind: "items", indexes: [0], operation });
    const { data } = await setBudgets({ [first]: 20, [second]: 15 });
    expect(data).toMatchObject({ failed: [{ index: 0 }], succeeded: [{ index: 1 }] });
    sandbox.fail({ kind: "items", operation });
    await expect(setBudgets({ [first]: 25 })).rejects.toMatchObject({ code: "upstream_rejected" });
    sandbox.fail({ kind: "unauthorized", operation });
    await expect(setBudgets({ [first]: 25 })).rejects.toMatchObject({ outcome: "not_started" });
    // 30 are left. The first raise by 20 may have happened, so only 10 are left after it.
    sandbox.fail({ kind: "reset_after", operation });
    await expect(setBudgets({ [first]: 20 })).rejects.toMatchObject({ outcome: "unknown" });
    await expect(setBudgets({ [third]: 15.5 })).rejects.toMatchObject({ code: "cap_exceeded" });
    await setBudgets({ [third]: 15 });
    // The same raise again adds nothing.
    await setBudgets({ [first]: 20 });
    expect([budgetOf(first), budgetOf(second), budgetOf(third)]).toEqual([20, 15, 15]);
  });

  test("a repeated call with the same idempotency key is not judged again", async () => {
    const { sandbox, connect } = open({ max_daily_budget: { USD: 100 }, max_day_raise: { USD: 20 } });
    const ads = connect();
    const create = (name: string, idempotencyKey: string) =>
      ads.sponsored_product_campaigns.create(
        {
          profileId,
          campaigns: [{ name, targetingType: "MANUAL", budget: { budget: 10 }, state: "ENABLED" }],
        },
        { idempotencyKey },
      );
    const [first, second] = await Promise.all([create("New", "k"), create("New", "k")]);
    expect(second).toEqual(first);
    expect(first.meta.undo).toMatchObject({ action: "archive" });
    expect(await create("New", "k")).toEqual(first);
    await expect(create("Other", "k2")).rejects.toMatchObject({ code: "cap_exceeded" });
    expect(sandbox.calls().filter(({ operation }) => operation === "POST /sp/campaigns")).toHaveLength(1);
  });

  test("a percentage is relative to the first value of the day", async () => {
    const { setBudgets } = open({ max_daily_budget: { USD: 1000 }, max_change_percent: 50 });
    await setBudgets({ [first]: 12 });
    await expect(setBudgets({ [first]: 18 })).rejects.toMatchObject({
      message: expect.stringContaining(
        "would be 18 USD, from 12 USD; that is more than max_change_percent (50)",
      ),
      hint: expect.stringContaining("at most 15 USD"),
    });
    // A lowering does not count, and neither does a raise back to the first value.
    await setBudgets({ [second]: 2 });
    await setBudgets({ [second]: 10 });
    await setBudgets({ [second]: 15 });
    await expect(setBudgets({ [second]: 15.01 })).rejects.toMatchObject({ code: "cap_exceeded" });
  });

  test("if the store fails, nothing is sent", async () => {
    const inner = memoryStore();
    const store: StoreDriver = {
      ...inner,
      write: (key, ...rest) =>
        key.startsWith("totals/") ? Promise.reject(new Error("no disk")) : inner.write(key, ...rest),
    };
    const { setBudgets, budgetOf } = open(
      { max_daily_budget: { USD: 100 }, max_day_raise: { USD: 9 } },
      { store },
    );
    await expect(setBudgets({ [first]: 11 })).rejects.toMatchObject({ code: "storage_unavailable", outcome: "not_started" }); // prettier-ignore
    expect(budgetOf(first)).toBe(10);
  }, 10_000);
});

test("a write that waits for a rate limit reads the records again before it is sent", async () => {
  const sandboxFetch: { send?: typeof fetch; onRefused?: typeof fetch } = {};
  const one = open(
    { max_daily_budget: { USD: 100 } },
    {
      fetch: async (...request) => {
        const response = await sandboxFetch.send!(...request);
        if (response.status === 429) await sandboxFetch.onRefused?.(...request);
        return response;
      },
    },
  );
  sandboxFetch.send = one.sandbox.fetch;
  const refuse = () =>
    one.sandbox.fail({ kind: "rate_limit", retryAfter: 5, operation: "PUT /sp/campaigns" });
  refuse();
  await one.setBudgets({ [second]: 20 });
  expect(one.budgetOf(second)).toBe(20);
  // While the raise from 10 to 20 waits, another process lowers the budget. The raise would now be from 5 to 20.
  sandboxFetch.onRefused = (url, init) =>
    one.sandbox.fetch(url, { ...init, body: String(init!.body).replace("20", "5") });
  refuse();
  await expect(one.setBudgets({ [first]: 20 })).rejects.toMatchObject({ code: "policy_denied", message: expect.stringContaining("Records changed while this call was waiting") }); // prettier-ignore
  expect(one.budgetOf(first)).toBe(5);
});
