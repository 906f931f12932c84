import type { ConnectorOptions } from "agent-connectors";
import { describe, expect, test } from "vitest";
import {
  campaign,
  campaignId,
  openAmazon,
  portfolio,
  updateCampaign,
  written,
} from "../spending-platform.ts";

type Dict = Record<string, unknown>;

const writer = { effects: ["read", "write"] } as const;
const caps = { max_daily_budget: { USD: 20 }, max_bid: { USD: 2 }, max_new_campaigns: 10 };
const unlimited = { ...caps, max_effective_bid: "unlimited" } as const;

describe("a change of a campaign", () => {
  test.each([
    ["lowering the budget", { budget: { budget: 5 } }],
    ["pausing", { state: "PAUSED" }],
    ["a name", { name: "Boots" }],
    ["an earlier end", { endDate: "2026-02-01" }],
    ["a later start", { startDate: "2026-02-25" }],
    ["the current strategy", { dynamicBidding: { strategy: "LEGACY_FOR_SALES" } }],
    [
      "a lower percentage",
      { dynamicBidding: { placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 10 }] } },
    ],
  ])("%s is a write and needs no caps", async (_, change) => {
    const one = openAmazon({ policy: writer });
    const { data } = await updateCampaign(one, change);
    expect(data.succeeded).toHaveLength(1);
  });

  test.each([
    ["raising the budget", { budget: { budget: 12 } }],
    ["a later end", { endDate: "2026-04-01" }],
    ["an earlier start", { startDate: "2026-02-10" }],
    ["an earlier start of a campaign that the call pauses", { startDate: "2026-02-10", state: "PAUSED" }],
    ...["MANUAL", "AUTO_FOR_SALES", "RULE_BASED"].map(
      (strategy) => [strategy, { dynamicBidding: { strategy } }] as [string, Dict],
    ),
    [
      "a higher percentage",
      { dynamicBidding: { placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 60 }] } },
    ],
  ])("%s raises spend: without caps it is refused, and the hint names the caps", async (_, change) => {
    const one = openAmazon({});
    await expect(updateCampaign(one, change)).rejects.toMatchObject({
      code: "policy_denied",
      hint: expect.stringContaining("caps: {"),
    });
    await expect(updateCampaign(openAmazon({ policy: writer }), change)).rejects.toMatchObject({
      code: "policy_denied",
    });
    expect(written(one)).toEqual([]);
    const allowed = openAmazon({ policy: { caps: unlimited } });
    expect((await updateCampaign(allowed, change)).data.succeeded).toHaveLength(1);
  });

  test.each([
    ["LEGACY_FOR_SALES", "MANUAL", true],
    ["MANUAL", "LEGACY_FOR_SALES", false],
    ["AUTO_FOR_SALES", "MANUAL", true],
    ["AUTO_FOR_SALES", "RULE_BASED", true],
    ["RULE_BASED", "AUTO_FOR_SALES", false],
    ["RULE_BASED", "LEGACY_FOR_SALES", false],
    [undefined, "LEGACY_FOR_SALES", false],
    [undefined, "RULE_BASED", true],
  ])("from %s to %s spends: %s", async (from, strategy, spends) => {
    const one = openAmazon({
      policy: writer,
      current: { ...campaign, dynamicBidding: { strategy: from } },
    });
    const call = updateCampaign(one, { dynamicBidding: { strategy } });
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
    ["an end that is left out", { amount: 10_000, policy: "DATE_RANGE", startDate }, true],
    ["a later end", { amount: 10_000, policy: "DATE_RANGE", startDate, endDate: "2026-06-30" }, true],
    ["a lower amount", { amount: 10_000, policy: "DATE_RANGE", startDate, endDate }, false],
  ])("a portfolio's budget: %s", async (_, budget, spends) => {
    const call = (policy: ConnectorOptions["policy"]) =>
      openAmazon({ policy }).ads.portfolios.update({ portfolios: [{ portfolioId: "9", budget }] } as never);
    if (spends) await expect(call(writer)).rejects.toMatchObject({ code: "policy_denied" });
    else await call(writer);
    await call({ caps: { max_portfolio_budget: "amount" in budget ? { USD: 12_000 } : "unlimited" } });
  });

  test("enabling spends the amounts that the campaign has", async () => {
    const paused = { ...campaign, state: "PAUSED", budget: { budget: 30, budgetType: "DAILY" } };
    const enable = (policy: ConnectorOptions["policy"]) =>
      updateCampaign(openAmazon({ policy, current: paused }), { state: "ENABLED" });
    await expect(enable({ caps: unlimited })).rejects.toMatchObject({
      code: "cap_exceeded",
      message: expect.stringContaining("campaigns[0].budget.budget would be 30"),
    });
    await enable({ caps: { ...unlimited, max_daily_budget: { USD: 30 } } });
  });

  test("bids have their own cap; pausing a negative keyword raises spend", async () => {
    const one = openAmazon({ policy: { caps } });
    await expect(
      one.ads.sponsored_product_keywords.update({ keywords: [{ keywordId: "7", bid: 2.5 }] }),
    ).rejects.toMatchObject({
      code: "cap_exceeded",
      path: "params.keywords[0].bid",
    });
    await one.ads.sponsored_product_keywords.update({ keywords: [{ keywordId: "7", bid: 1.5 }] });
    const off = { negativeKeywords: [{ keywordId: "8", state: "PAUSED" as const }] };
    await expect(openAmazon({}).ads.sponsored_product_negative_keywords.update(off)).rejects.toMatchObject({
      code: "policy_denied",
    });
  });

  test("setting the first bid of a keyword raises spend, and is refused without caps", async () => {
    const change = { keywords: [{ keywordId: "7", bid: 900 }] };
    const withoutBid = { keywordId: "7", state: "ENABLED" };
    const one = openAmazon({ keyword: withoutBid });
    await expect(one.ads.sponsored_product_keywords.update(change)).rejects.toMatchObject({
      code: "policy_denied",
    });
    await expect(
      openAmazon({ policy: { caps }, keyword: withoutBid }).ads.sponsored_product_keywords.update(change),
    ).rejects.toMatchObject({ code: "cap_exceeded", path: "params.keywords[0].bid" });
    expect(written(one)).toEqual([]);
  });

  test("if a record does not exist or is archived, nothing is sent", async () => {
    const one = openAmazon({ policy: { caps } });
    await expect(
      one.ads.sponsored_product_campaigns.update({ campaigns: [{ campaignId: "1", name: "x" }] }),
    ).rejects.toMatchObject({ code: "not_found", outcome: "not_started" });
    expect(written(one)).toEqual([]);
  });

  test("creating a paused campaign is a write, creating an enabled campaign spends, and a cap applies to both", async () => {
    const create = (policy: ConnectorOptions["policy"], more: Dict = {}, budget = 15) =>
      openAmazon({ policy }).ads.sponsored_product_campaigns.create({
        campaigns: [{ name: "New", targetingType: "AUTO", budget: { budget }, ...more }],
      } as never);
    expect((await create(writer)).data.succeeded[0]!.record).toMatchObject({ state: "PAUSED" });
    await expect(create(writer, { state: "ENABLED" })).rejects.toMatchObject({ code: "policy_denied" });
    await create({ caps }, { state: "ENABLED" });
    for (const state of ["ENABLED", "PAUSED"])
      await expect(create({ caps }, { state }, 25)).rejects.toMatchObject({ code: "cap_exceeded" });
  });

  test("archiving is destructive, whatever the caps are", async () => {
    const call = { campaignIds: [campaignId] };
    await expect(
      openAmazon({
        policy: { effects: ["read", "write", "spend"], caps },
      }).ads.sponsored_product_campaigns.archive(call),
    ).rejects.toMatchObject({
      code: "policy_denied",
    });
    await openAmazon({}).ads.sponsored_product_campaigns.archive(call);
  });
});

test("dynamicBidding is sent with its current fields, because Amazon replaces it as a whole", async () => {
  const one = openAmazon({ policy: { caps } });
  await updateCampaign(one, { dynamicBidding: { strategy: "MANUAL" } });
  expect((written(one).at(-1)!.json() as { campaigns: Dict[] }).campaigns[0]!.dynamicBidding).toEqual({
    ...campaign.dynamicBidding,
    strategy: "MANUAL",
  });
});

test("one record instead of a list, and numbers as text, are corrected", async () => {
  const one = openAmazon({ policy: writer });
  const { meta } = await one.ads.sponsored_product_campaigns
    .update({
      campaigns: { campaignId: 52978233888897, state: "paused", budget: { budget: "5" } },
    } as never)
    .catch((error: unknown) => ({ meta: error as Dict }));
  // The profile has no such campaign, so the read finds nothing. Its params were correct.
  expect(meta).toMatchObject({ code: "not_found" });
  expect(one.calls()[0]!.body).toContain('"52978233888897"');
});
