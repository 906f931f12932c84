import type { CodeOptions } from "agent-connectors";
import { describe, expect, test } from "vitest";
import { open, reply, type Sent } from "../bench.ts";

type Dict = Record<string, unknown>;
const campaignId = "144373194309380061";
const stands = {
  campaignId,
  name: "Shoes",
  state: "ENABLED",
  budget: { budget: 10, budgetType: "DAILY" },
  dynamicBidding: {
    strategy: "LEGACY_FOR_SALES",
    placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 50 }],
  },
  startDate: "2026-02-20",
  endDate: "2026-03-01",
};
const portfolio = {
  portfolioId: "9",
  name: "Spring",
  budget: { amount: 12_000, policy: "DATE_RANGE", startDate: "2026-02-01", endDate: "2026-05-31" },
};
const keyword = { keywordId: "7", bid: 1, state: "ENABLED" };
const negative = { keywordId: "8", state: "ENABLED" };

/** Reads answer what stands there; a write answers each of its items with what was sent, over what stands there. */
function platform(one: Sent, record: Dict = stands, answer?: object): object | undefined {
  const { url, method } = one;
  const answers: Record<string, Dict> = {
    "/sp/campaigns/list": { campaigns: [record] },
    "/sp/keywords/list": { keywords: [keyword] },
    "/sp/negativeKeywords/list": { negativeKeywords: [negative] },
    "/portfolios/list": { portfolios: [portfolio] },
  };
  if (answers[url.pathname]) return answers[url.pathname];
  if (!/^\/(sp\/|portfolios$)/.test(url.pathname) || (method !== "PUT" && method !== "POST"))
    return undefined;
  if (answer) return reply(answer, 207);
  const [[key, items]] = Object.entries(one.json() as Dict) as [[string, Dict[]]];
  if (!Array.isArray(items))
    return reply({ campaigns: { success: [{ index: 0, campaignId }], error: [] } }, 207);
  const success = items.map((item, index) => ({
    index,
    campaignId,
    keywordId: "7",
    portfolioId: "9",
    [key.replace(/s$/, "")]: { ...record, ...item },
  }));
  return reply({ [key]: { success, error: [] } }, 207);
}
const bench = (policy: CodeOptions["policy"], record?: Dict, answer?: object) =>
  open((one) => platform(one, record, answer), { policy });
const update = (ads: ReturnType<typeof open>["ads"], change: Dict) =>
  ads.sponsored_product_campaigns.update({ campaigns: [{ campaignId, ...change }] } as never);
const written = ({ sent }: ReturnType<typeof open>) =>
  sent.filter(({ method, url }) => method === "PUT" || url.pathname === "/sp/campaigns");

const reader = { effects: ["read", "write"] } as const;
const caps = { max_daily_budget: 20, max_bid: 2 };

describe("what a change does to what is spent", () => {
  test.each([
    ["lowering the budget", { budget: { budget: 5 } }],
    ["pausing", { state: "PAUSED" }],
    ["a name", { name: "Boots" }],
    ["an earlier end", { endDate: "2026-02-01" }],
    ["a later start", { startDate: "2026-02-25" }],
    ["an earlier start of what is paused", { startDate: "2026-02-10", state: "PAUSED" }],
    ["the strategy that stands", { dynamicBidding: { strategy: "LEGACY_FOR_SALES" } }],
    [
      "a lower percentage",
      { dynamicBidding: { placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 10 }] } },
    ],
  ])("%s is a write: it needs no caps", async (_, change) => {
    const one = bench(reader);
    const { data } = await update(one.ads, change);
    expect(data.succeeded).toHaveLength(1);
  });

  test.each([
    ["raising the budget", { budget: { budget: 12 } }],
    ["a later end", { endDate: "2026-04-01" }],
    ["an earlier start", { startDate: "2026-02-10" }],
    ...["MANUAL", "AUTO_FOR_SALES", "RULE_BASED"].map(
      (strategy) => [strategy, { dynamicBidding: { strategy } }] as [string, Dict],
    ),
    [
      "a higher percentage",
      { dynamicBidding: { placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 60 }] } },
    ],
  ])("%s spends: without caps it is refused, with what to set", async (_, change) => {
    const one = bench(undefined);
    await expect(update(one.ads, change)).rejects.toMatchObject({
      code: "policy_denied",
      hint: expect.stringContaining("caps: {"),
    });
    await expect(update(bench(reader).ads, change)).rejects.toMatchObject({ code: "policy_denied" });
    expect(written(one)).toEqual([]);
    expect((await update(bench({ caps }).ads, change)).data.succeeded).toHaveLength(1);
  });

  test.each([
    ["LEGACY_FOR_SALES", "MANUAL", true],
    ["MANUAL", "LEGACY_FOR_SALES", false],
    ["AUTO_FOR_SALES", "MANUAL", false],
    ["AUTO_FOR_SALES", "RULE_BASED", true],
    ["RULE_BASED", "AUTO_FOR_SALES", true],
    ["RULE_BASED", "LEGACY_FOR_SALES", false],
    [undefined, "LEGACY_FOR_SALES", false],
    [undefined, "RULE_BASED", true],
  ])("from %s to %s spends: %s", async (from, strategy, spends) => {
    const one = bench(reader, { ...stands, dynamicBidding: { strategy: from } });
    const call = update(one.ads, { dynamicBidding: { strategy } });
    if (spends) await expect(call).rejects.toMatchObject({ code: "policy_denied" });
    else expect((await call).data.succeeded).toHaveLength(1);
  });

  const { startDate, endDate } = portfolio.budget;
  test.each([
    ["the same amount every month", { amount: 12_000, policy: "MONTHLY_RECURRING" }, true],
    [
      "every month up to the same end",
      { amount: 12_000, policy: "MONTHLY_RECURRING", startDate, endDate },
      true,
    ],
    ["no cap", { policy: "NO_CAP", startDate, endDate }, true],
    ["an end that is not named", { amount: 10_000, policy: "DATE_RANGE", startDate }, true],
    ["a later end", { amount: 10_000, policy: "DATE_RANGE", startDate, endDate: "2026-06-30" }, true],
    ["a lower amount", { amount: 10_000, policy: "DATE_RANGE", startDate, endDate }, false],
  ])("a portfolio's budget: %s", async (_, budget, spends) => {
    const call = (policy: CodeOptions["policy"]) =>
      bench(policy).ads.portfolios.update({ portfolios: [{ portfolioId: "9", budget }] } as never);
    if (spends) await expect(call(reader)).rejects.toMatchObject({ code: "policy_denied" });
    else await call(reader);
    await call({ caps: { max_portfolio_budget: 12_000 } });
  });

  test("enabling spends whatever the campaign is set to", async () => {
    const paused = { ...stands, state: "PAUSED", budget: { budget: 30, budgetType: "DAILY" } };
    await expect(update(bench({ caps }, paused).ads, { state: "ENABLED" })).rejects.toMatchObject({
      code: "cap_exceeded",
      message: expect.stringContaining("campaigns[0].budget.budget would be 30"),
    });
    await update(bench({ caps: { max_daily_budget: 30 } }, paused).ads, { state: "ENABLED" });
  });

  test("bids have their own cap; taking a negative away spends", async () => {
    const one = bench({ caps });
    await expect(
      one.ads.sponsored_product_keywords.update({ keywords: [{ keywordId: "7", bid: 2.5 }] }),
    ).rejects.toMatchObject({
      code: "cap_exceeded",
      path: "params.keywords[0].bid",
    });
    await one.ads.sponsored_product_keywords.update({ keywords: [{ keywordId: "7", bid: 1.5 }] });
    const off = { negativeKeywords: [{ keywordId: "8", state: "PAUSED" as const }] };
    await expect(bench(undefined).ads.sponsored_product_negative_keywords.update(off)).rejects.toMatchObject({
      code: "policy_denied",
    });
  });

  test("one that is not there, or is archived, stops the whole: nothing is sent", async () => {
    const one = bench({ caps });
    await expect(
      one.ads.sponsored_product_campaigns.update({ campaigns: [{ campaignId: "1", name: "x" }] }),
    ).rejects.toMatchObject({ code: "not_found", outcome: "not_started" });
    expect(written(one)).toEqual([]);
  });

  test("created PAUSED is a write, created ENABLED spends; a cap that is set holds for both", async () => {
    const create = (policy: CodeOptions["policy"], more: Dict = {}, budget = 15) =>
      bench(policy).ads.sponsored_product_campaigns.create({
        campaigns: [{ name: "New", targetingType: "AUTO", budget: { budget }, ...more }],
      } as never);
    expect((await create(reader)).data.succeeded[0]!.record).toMatchObject({ state: "PAUSED" });
    await expect(create(reader, { state: "ENABLED" })).rejects.toMatchObject({ code: "policy_denied" });
    await create({ caps }, { state: "ENABLED" });
    for (const state of ["ENABLED", "PAUSED"])
      await expect(create({ caps }, { state }, 25)).rejects.toMatchObject({ code: "cap_exceeded" });
  });

  test("archiving is destructive, whatever the caps", async () => {
    const call = { campaignIds: [campaignId] };
    await expect(
      bench({ effects: ["read", "write", "spend"], caps }).ads.sponsored_product_campaigns.archive(call),
    ).rejects.toMatchObject({
      code: "policy_denied",
    });
    await bench(undefined).ads.sponsored_product_campaigns.archive(call);
  });
});

test("dynamicBidding is sent whole: Amazon replaces it", async () => {
  const one = bench({ caps });
  await update(one.ads, { dynamicBidding: { strategy: "MANUAL" } });
  expect((written(one).at(-1)!.json() as { campaigns: Dict[] }).campaigns[0]!.dynamicBidding).toEqual({
    ...stands.dynamicBidding,
    strategy: "MANUAL",
  });
});

test("what Amazon accepts and does not do is told as unchanged", async () => {
  const answer = {
    campaigns: { success: [{ index: 0, campaignId, campaign: { ...stands, state: "ENABLED" } }], error: [] },
  };
  const { data } = await update(bench(undefined, stands, answer).ads, { state: "PAUSED", name: "Shoes" });
  expect(data).toEqual({
    succeeded: [],
    failed: [],
    unchanged: [{ index: 0, id: campaignId, reason: "NOT_APPLIED", fields: ["state"] }],
  });
});

describe("an item that failed", () => {
  const error = (location: string) => ({
    campaigns: {
      success: [],
      error: [
        {
          index: 0,
          errors: [
            {
              errorType: "rangeError",
              errorValue: {
                rangeError: {
                  reason: "TOO_LOW",
                  message: "too low",
                  cause: { location, trigger: "5" },
                  lowerLimit: "1.0",
                  upperLimit: "1000000.0",
                },
              },
            },
          ],
        },
      ],
    },
  });
  test.each([
    "$.campaigns[0].budget.budget",
    "$['campaigns'][0]['budget']['budget']",
    "campaigns/0/budget/budget",
  ])("%s is the argument's name; all failed is an error with the limits", async (location) => {
    await expect(
      update(bench(undefined, stands, error(location)).ads, { budget: { budget: 5 } }),
    ).rejects.toMatchObject({
      code: "upstream_rejected",
      path: "params.campaigns[0].budget.budget",
      message: expect.stringContaining("TOO_LOW: too low, allowed 1.0 to 1000000.0"),
      platform: { status: 207, code: "TOO_LOW" },
    });
  });
  test.each([undefined, 5, "nonsense[", "$"])("a location of %j is the item", async (location) => {
    await expect(
      update(bench(undefined, stands, error(location as string)).ads, { name: "x" }),
    ).rejects.toMatchObject({
      path: "params.campaigns[0]",
    });
  });
});

test("a bid outside the marketplace's range is sent, with a warning", async () => {
  const one = bench({ caps: { max_bid: 5000 } });
  const { meta } = await one.ads.sponsored_product_keywords.update({
    keywords: [{ keywordId: "7", bid: 2000 }],
  });
  expect(meta.warnings).toEqual([
    "keywords[0].bid: 2000 is outside the range that Amazon publishes for US, 0.02 to 1000 USD.",
  ]);
});

test("one record in place of a list, and values as text, are put right", async () => {
  const one = bench(reader);
  const { meta } = await one.ads.sponsored_product_campaigns
    .update({
      campaigns: { campaignId: 52978233888897, state: "paused", budget: { budget: "5" } },
    } as never)
    .catch((error: unknown) => ({ meta: error as Dict }));
  // The id is another's: the read finds nothing, after everything was put right.
  expect(meta).toMatchObject({ code: "not_found" });
  expect(one.calls()[0]!.body).toContain('"52978233888897"');
});
