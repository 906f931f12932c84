import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, type AmazonAdsSeedChanges } from "agent-connectors/sandbox";
import type { ConnectorOptions } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { describe, expect, test } from "vitest";

// Each test tries a way to spend more than the policy allows. These ways worked before the guard judged the exposure of
// a call.

type Dict = Record<string, unknown>;
type Entities = NonNullable<NonNullable<AmazonAdsSeedChanges["accounts"]>[number]["entities"]>;
type Call = (entity: string, action: string, params: Dict) => Promise<{ data: Dict; meta: Dict }>;

const profileId = "2381940675312846";
const campaignId = "144373194309380061";
const adGroupId = "144373194309380062";
const keywordId = "172472135954996";
const caps = { max_daily_budget: { USD: 100 }, max_bid: { USD: 2 } };

function open(
  policy: ConnectorOptions["policy"] = {},
  entities: Entities = {},
  more: Partial<ConnectorOptions> = {},
) {
  const sandbox = amazonAdsSandbox({
    seed: { accounts: [{ profile: { profileId }, entities }] },
    rateLimits: false,
  });
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, store: memoryStore(), ...more, policy },
  );
  const call = ((entity, action, params) =>
    (ads.execute as unknown as Call)(entity, action, { profileId, ...params })) as Call;
  const writes = () =>
    sandbox
      .calls()
      .filter(({ operation }) => /^(PUT|POST \/sp\/\w+(\/delete)?$|DELETE)/.test(operation ?? ""));
  const records = (collection: keyof ReturnType<typeof sandbox.state>["accounts"][0]["entities"]) =>
    sandbox.state().accounts.find((one) => one.profile.profileId === profileId)!.entities[collection];
  return { call, writes, records, sandbox };
}

/** Policies that allow no raise, and policies whose caps are too low for the call. */
const writer = { effects: ["read", "write"] } as const;

async function refused(
  call: (one: ReturnType<typeof open>) => Promise<unknown>,
  policy: ConnectorOptions["policy"],
  { code = "cap_exceeded", text = /./, entities = {} }: { code?: string; text?: RegExp; entities?: Entities } = {}, // prettier-ignore
) {
  const one = open(policy, entities);
  await expect(call(one)).rejects.toMatchObject({ code, outcome: "not_started" });
  await expect(call(one)).rejects.toThrow(text);
  expect(one.writes()).toEqual([]);
}

const updateCampaign =
  (change: Dict, id = campaignId) =>
  ({ call }: ReturnType<typeof open>) =>
    call("sponsored_product_campaigns", "update", { campaigns: [{ campaignId: id, ...change }] });
const top = (percentage: number) => ({ placement: "PLACEMENT_TOP", percentage });

describe("ways around the caps", () => {
  test("archiving 1,000 negative keywords in one call needs the effects destructive and spend, and caps", async () => {
    const keywordIds = Array.from({ length: 1000 }, (_, index) => String(900_000 + index));
    const negatives = keywordIds.map((keywordId, index) => ({
      keywordId,
      campaignId,
      adGroupId,
      keywordText: `n${index}`,
      matchType: "NEGATIVE_EXACT",
      state: index === 0 ? ("PAUSED" as const) : ("ENABLED" as const),
    }));
    const entities = { "sp/negativeKeywords": negatives };
    const archive = ({ call }: ReturnType<typeof open>, ids = keywordIds) =>
      call("sponsored_product_negative_keywords", "archive", { keywordIds: ids });
    const archiveTwo = (one: ReturnType<typeof open>) => archive(one, keywordIds.slice(0, 2));
    await refused(archive, { effects: ["read", "write", "destructive"], caps }, { code: "policy_denied", text: /its effect is spend.* items 1-999\.$/, entities }); // prettier-ignore
    await refused(archiveTwo, { effects: ["read", "spend"], caps }, { code: "policy_denied", entities });
    await refused(archiveTwo, {}, { code: "policy_denied", text: /no cap max_daily_budget/, entities });
    await refused(
      archiveTwo,
      { caps: { max_daily_budget: { USD: 79 } } },
      { text: /the budget of campaign 144373194309380061\) would be 80 USD/, entities },
    );
    const allowed = open({ caps }, entities);
    await archive(allowed);
    expect(allowed.records("sp/negativeKeywords").filter(({ keywordText, state }) => String(keywordText).startsWith("n") && state === "ARCHIVED")).toHaveLength(1000); // prettier-ignore
    // A paused negative keyword stops no ads, so archiving it raises nothing.
    await archive(open({ effects: ["read", "destructive"] }, entities), [keywordIds[0]!]);
  });

  test("a placement of 900 percent needs the cap for effective bids", async () => {
    const raise = updateCampaign({ dynamicBidding: { placementBidding: [top(900)] } });
    await refused(raise, { caps }, { code: "policy_denied", text: /no cap max_effective_bid/ });
    // The highest bid in this campaign is 1.60, so it can become 16.
    await refused(
      raise,
      { caps: { ...caps, max_effective_bid: { USD: 15.99 } } },
      { text: /keyword \d+ at PLACEMENT_TOP\) would be 16 USD, from 2\.4 USD/ },
    );
    await raise(open({ caps: { ...caps, max_effective_bid: { USD: 16 } } }));
  });

  test("AUTO_FOR_SALES doubles the bids, and RULE_BASED has no limit", async () => {
    const raise = (strategy: string) => updateCampaign({ dynamicBidding: { strategy } });
    await refused(
      raise("AUTO_FOR_SALES"),
      { caps },
      { code: "policy_denied", text: /no cap max_effective_bid/ },
    );
    const most = { ...caps, max_effective_bid: { USD: 4.8 } };
    await refused(raise("AUTO_FOR_SALES"), { caps: { ...caps, max_effective_bid: { USD: 4.79 } } });
    await raise("AUTO_FOR_SALES")(open({ caps: most }));
    await refused(raise("RULE_BASED"), { caps: most }, { text: /would be unlimited/ });
    await raise("RULE_BASED")(open({ caps: { ...caps, max_effective_bid: "unlimited" } }));
  });

  test("if a placement is named twice, the higher percentage counts", async () => {
    for (const list of [
      [top(900), top(0)],
      [top(0), top(900)],
    ])
      await refused(updateCampaign({ dynamicBidding: { placementBidding: list } }), writer, {
        code: "policy_denied",
        text: /its effect is spend/,
      });
  });

  test("leaving a portfolio with a cap raises spending by the whole campaign", async () => {
    const move = updateCampaign({ portfolioId: "83124790562455" });
    await refused(move, writer, { code: "policy_denied", text: /its effect is spend/ });
    await refused(
      move,
      { caps: { max_daily_budget: { USD: 79 } } },
      { text: /portfolioId .* would be 96 USD/ },
    );
    await refused(
      move,
      { caps: { ...caps, max_day_raise: { USD: 191 } } },
      { text: /sum of this day to 192 USD/ },
    );
    await move(open({ caps: { ...caps, max_day_raise: { USD: 192 } } }));
  });

  const portfolioId = "83124790561203";
  const range = { policy: "DATE_RANGE", startDate: "2026-02-01", endDate: "2026-05-31" };
  const updatePortfolio =
    (budget: Dict) =>
    ({ call }: ReturnType<typeof open>) =>
      call("portfolios", "update", { portfolios: [{ portfolioId, budget }] });
  const portfolioCaps = { caps: { max_portfolio_budget: { USD: 12_000 } } };

  test("a portfolio without a cap is unlimited", async () => {
    await refused(updatePortfolio({ policy: "NO_CAP" }), portfolioCaps, { text: /would be unlimited, from 12000 USD/ }); // prettier-ignore
    await updatePortfolio({ policy: "NO_CAP" })(open({ caps: { max_portfolio_budget: "unlimited" } }));
  });

  test("a portfolio budget without an amount is unlimited", async () => {
    await refused(updatePortfolio(range), writer, { code: "policy_denied" });
    await refused(updatePortfolio(range), portfolioCaps, { text: /would be unlimited/ });
  });

  test("a portfolio budget in another currency is refused before anything is sent", async () => {
    await refused(
      updatePortfolio({ ...range, amount: 11_000, currencyCode: "GBP" }),
      { caps: { max_portfolio_budget: "unlimited" } },
      { code: "invalid_params", text: /"GBP", but profile 2381940675312846 pays in USD/ },
    );
    await updatePortfolio({ ...range, amount: 11_000, currencyCode: "USD" })(open(writer));
    const both = ({ call }: ReturnType<typeof open>) =>
      call("portfolios", "update", {
        portfolios: [
          { portfolioId, budget: { ...range, amount: 11_000, currencyCode: "USD" } },
          { portfolioId: "83124790562455", budget: { ...range, amount: 11_000, currencyCode: "GBP" } },
        ],
      });
    await refused(
      both,
      { caps: { max_portfolio_budget: "unlimited" } },
      { code: "invalid_params", text: /portfolios\[1\]\.budget\.currencyCode is "GBP"/ },
    );
  });

  test("a change of the goal of Sponsored Display bids can cost more, in both directions", async () => {
    const { records } = open();
    const groups = records("sd/adGroups").map(({ adGroupId: id }) => String(id));
    for (const [index, goal] of [
      [0, "conversions"],
      [1, "clicks"],
    ] as const) {
      const change = ({ call }: ReturnType<typeof open>, bidOptimization: string) =>
        call("sd_ad_groups", "update", { adGroups: [{ adGroupId: groups[index], bidOptimization }] });
      await refused((one) => change(one, goal), writer, {
        code: "policy_denied",
        text: /its effect is spend/,
      });
      await change(open(writer), index === 0 ? "clicks" : "reach");
    }
  });

  test("naming one placement keeps the others", async () => {
    const { call, records } = open({ caps: { ...caps, max_effective_bid: { USD: 10 } } });
    const other = { placement: "PLACEMENT_REST_OF_SEARCH", percentage: 20 };
    const change = { dynamicBidding: { placementBidding: [other] } };
    const result = await call("sponsored_product_campaigns", "update", { campaigns: [{ campaignId, ...change }] }); // prettier-ignore
    const bidding = () =>
      (records("sp/campaigns").find((one) => one.campaignId === campaignId)!.dynamicBidding as Dict)
        .placementBidding;
    expect(bidding()).toEqual([top(50), other]);
    const { entity, action, params } = result.meta.undo as { entity: string; action: string; params: Dict };
    await call(entity, action, params);
    expect(bidding()).toEqual([top(50), { ...other, percentage: 0 }]);
  });
});

describe("ways around the caps through children, defaults and many campaigns", () => {
  const paused = (bid?: number): Entities => ({
    "sp/campaigns": [
      { campaignId: "501", name: "Quiet", state: "PAUSED", targetingType: "MANUAL", budget: { budget: 50, budgetType: "DAILY" }, dynamicBidding: { strategy: "AUTO_FOR_SALES", placementBidding: [] }, startDate: "2026-01-01" }, // prettier-ignore
    ],
    "sp/adGroups": [{ adGroupId: "502", campaignId: "501", name: "Group", defaultBid: 7 }],
    "sp/keywords": [{ keywordId: "503", adGroupId: "502", campaignId: "501", keywordText: "x", matchType: "EXACT", ...(bid === undefined ? {} : { bid }) }], // prettier-ignore
  });

  test("enabling a campaign checks the bids of its keywords, and default bids for keywords without a bid", async () => {
    const enable = updateCampaign({ state: "ENABLED" }, "501");
    // The strategy of the campaign doubles the bids, so `max_bid` alone does not limit them.
    await refused(enable, { caps }, { code: "policy_denied", text: /no cap max_effective_bid/, entities: paused(2) }); // prettier-ignore
    const low = { ...caps, max_effective_bid: { USD: 20 }, max_new_campaigns: 1 };
    await refused(enable, { caps: low }, { text: /campaigns\[0\]\.state \(keyword 503\) would be 2\.5 USD/, entities: paused(2.5) }); // prettier-ignore
    await refused(enable, { caps: low }, { text: /keyword 503\) would be 7 USD/, entities: paused() });
    const effective = { ...caps, max_effective_bid: { USD: 3.99 }, max_new_campaigns: 1 };
    await refused(enable, { caps: effective }, { text: /keyword 503\) would be 4 USD/, entities: paused(2) });
    await enable(open({ caps: { ...effective, max_effective_bid: { USD: 4 } } }, paused(2)));
  });

  test("enabling an ad group or an ad checks the bids of its keywords", async () => {
    const running = paused(2.5);
    running["sp/campaigns"]![0]!.state = "ENABLED";
    running["sp/adGroups"]![0]!.state = "PAUSED";
    const enable = ({ call }: ReturnType<typeof open>) =>
      call("sponsored_product_ad_groups", "update", { adGroups: [{ adGroupId: "502", state: "ENABLED" }] });
    await refused(enable, { caps: { ...caps, max_bid: { USD: 7 }, max_effective_bid: { USD: 4 } } }, { text: /keyword 503\) would be 5 USD/, entities: running }); // prettier-ignore
    running["sp/adGroups"]![0]!.state = "ENABLED";
    running["sp/productAds"] = [{ adId: "504", adGroupId: "502", campaignId: "501", sku: "FH-STOVE-1", asin: "B08YJ6X2GM", state: "PAUSED" }]; // prettier-ignore
    await refused(
      ({ call }) => call("sponsored_product_product_ads", "update", { productAds: [{ adId: "504", state: "ENABLED" }] }), // prettier-ignore
      { caps },
      { text: /keyword 503\) would be 2\.5 USD/, entities: running },
    );
  });

  test("a new keyword without a bid bids the default bid of its ad group", async () => {
    const keyword = { campaignId: "501", adGroupId: "502", keywordText: "y", matchType: "EXACT", state: "ENABLED" }; // prettier-ignore
    const create = (more: Dict) => (one: ReturnType<typeof open>) =>
      one.call("sponsored_product_keywords", "create", { keywords: [{ ...keyword, ...more }] });
    await refused(create({}), { caps }, { text: /default bid of ad group 502\) would be 7 USD/, entities: paused() }); // prettier-ignore
    await create({ bid: 2 })(open({ caps }, paused()));
    await create({ state: "PAUSED" })(open({ caps }, paused()));
  });

  test("Sponsored Display can bid four times the bid", async () => {
    const { records } = open();
    const { targetId } = records("sd/targets")[0]!;
    const raise = ({ call }: ReturnType<typeof open>) =>
      call("sd_targets", "update", { targets: [{ targetId: String(targetId), bid: 1 }] });
    await refused(raise, { caps: { ...caps, max_effective_bid: { USD: 3.99 } } }, { text: /would be 4 USD/ });
    await raise(open({ caps: { ...caps, max_effective_bid: { USD: 4 } } }));
  });

  test("a day can cost twice the daily budget, with the raise of budget rules", async () => {
    const raise = updateCampaign({ budget: { budget: 90 } });
    const limited = (most: number) => ({ caps: { max_daily_budget: { USD: 200 }, max_day_raise: { USD: most } } }); // prettier-ignore
    // The budget rises by 10, the rule for Mother's Day adds 20 percent, and a day can cost twice the sum.
    await refused(raise, limited(23.99), { text: /sum of this day to 24 USD/ });
    await raise(open(limited(24)));
  });

  test("many campaigns at the cap need a cap for all of them together", async () => {
    const create = (count: number) => (one: ReturnType<typeof open>) =>
      one.call("sponsored_product_campaigns", "create", {
        campaigns: Array.from({ length: count }, (_, index) => ({
          name: `Many ${index}`,
          targetingType: "AUTO",
          budget: { budget: 100 },
          state: "ENABLED",
        })),
      });
    await refused(create(1000), { caps }, { code: "policy_denied", text: /no cap max_new_campaigns/ });
    const five = { ...caps, max_new_campaigns: 5 };
    await refused(create(7), { caps: five }, { text: /Items above the caps: 5-6\.$/ });
    await refused(create(3), { caps: { ...caps, max_day_raise: { USD: 450 } } }, { text: /campaigns\[2\]\.state \(the highest daily spend of the campaign\) would bring the sum of this day to 600 USD/ }); // prettier-ignore
    const one = open({ caps: five });
    await create(5)(one);
    await expect(create(1)(one)).rejects.toMatchObject({ code: "cap_exceeded" });
    // Without such a cap, the calls of a day could start any number of campaigns, one after another.
    await refused(create(1), { caps }, { code: "policy_denied", text: /no cap max_new_campaigns/ });
  });

  test("a cap in one currency does not apply to a profile in another currency", async () => {
    const one = open({ caps });
    const { data } = (await one.call("sponsored_product_campaigns", "list", { profileId: "CA" })) as unknown as { data: Dict[] }; // prettier-ignore
    const raise = ({ call }: ReturnType<typeof open>) =>
      call("sponsored_product_campaigns", "update", {
        profileId: "CA",
        campaigns: [{ campaignId: data[0]!.campaignId, budget: { budget: 41 } }],
      });
    await refused(raise, { caps }, { code: "policy_denied", text: /max_daily_budget is set in USD\. .*1764209358817305, which pays in CAD\.$/ }); // prettier-ignore
    await raise(open({ caps: { max_daily_budget: { USD: 1, CAD: 41 } } }));
    const profiles = { "1764209358817305": { max_daily_budget: 41 } };
    await raise(open({ caps: { max_daily_budget: { USD: 1 }, profiles } }));
    await refused(raise, { caps: { profiles: { "1764209358817305": { max_daily_budget: 40 } } } }, { text: /41 CAD, from 40 CAD.*max_daily_budget \(40 CAD\)/ }); // prettier-ignore
  });
});

test("a dry run shows the most that can be spent before and after, and the records as they will stand", async () => {
  const { call, writes } = open({ caps: { max_daily_budget: { USD: 200 }, max_effective_bid: { USD: 20 } } });
  const change = { budget: { budget: 90 }, dynamicBidding: { placementBidding: [top(100)] } };
  const { data } = await call("sponsored_product_campaigns", "update", { campaigns: [{ campaignId, ...change }], dry_run: true }); // prettier-ignore
  expect(data).toMatchObject({
    effect: "spend",
    exposure: {
      before: { daily_spend: 192, highest_adjusted_bid: 2.4 },
      after: { daily_spend: 216, highest_adjusted_bid: 3.2 },
      why: "Amazon can spend up to twice a daily budget on one day, and budget rules can raise the budget by 20 percent",
    },
    before: [{ name: "Tents - Exact", budget: { budget: 80 } }],
    after: [{ name: "Tents - Exact", budget: { budget: 90 }, dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [top(100)] } }], // prettier-ignore
  });
  expect(writes()).toEqual([]);
});

test("a dry run of a start shows no bid before the start", async () => {
  const { call } = open({ caps: { ...caps, max_effective_bid: { USD: 20 } } });
  await call("sponsored_product_ad_groups", "update", { adGroups: [{ adGroupId, state: "PAUSED" }] });
  const start = { adGroups: [{ adGroupId, state: "ENABLED" }], dry_run: true };
  const { data } = await call("sponsored_product_ad_groups", "update", start);
  const { before, after } = data.exposure as { before: Dict; after: Dict };
  expect(before).not.toHaveProperty("highest_adjusted_bid");
  expect(after).toHaveProperty("highest_adjusted_bid", 2.4);
});

describe("a dry run shows the highest bid before and after", () => {
  const exposureOf = async (entity: string, params: Dict) => {
    const { call } = open({});
    const { data } = await call(entity, "update", { ...params, dry_run: true });
    expect(data.effect).toBe("write");
    return data.exposure;
  };
  test("a bid is lowered", async () => {
    expect(await exposureOf("sponsored_product_keywords", { keywords: [{ keywordId, bid: 0.8 }] })).toEqual({
      before: { highest_adjusted_bid: 2.175 },
      after: { highest_adjusted_bid: 1.2 },
    });
  });
  test("a keyword is paused", async () => {
    expect(
      await exposureOf("sponsored_product_keywords", { keywords: [{ keywordId, state: "PAUSED" }] }),
    ).toEqual({ before: { highest_adjusted_bid: 2.175 }, after: {} });
  });
  test("an adjustment is lowered", async () => {
    const dynamicBidding = { placementBidding: [top(0)] };
    expect(
      await exposureOf("sponsored_product_campaigns", { campaigns: [{ campaignId, dynamicBidding }] }),
    ).toMatchObject({ before: { highest_adjusted_bid: 2.4 }, after: { highest_adjusted_bid: 1.6 } });
  });
  test("a default bid is lowered", async () => {
    const { before, after } = (await exposureOf("sponsored_product_ad_groups", {
      adGroups: [{ adGroupId, defaultBid: 0.5 }],
    })) as { before: Dict; after: Dict };
    expect(after.highest_adjusted_bid).toBe(0.75);
    expect(before.highest_adjusted_bid).toBeGreaterThan(0.75);
  });
});
