import type { Judgement } from "agent-connectors/toolkit";
import { describe, expect, test } from "vitest";
import {
  bidFactors,
  highestFactor,
  raisesBids,
} from "../../../../src/connectors/amazon-ads/money/model/bid-factors.ts";
import { dailyCeiling } from "../../../../src/connectors/amazon-ads/money/model/daily-ceiling.ts";
import { updateGuard } from "../../../../src/connectors/amazon-ads/money/guards/guards.ts";
import { isCapped, portfolioAmount, sharesBudget } from "../../../../src/connectors/amazon-ads/money/model/portfolio-exposure.ts"; // prettier-ignore
import type { SpendingEntity } from "../../../../src/connectors/amazon-ads/money/ground/spending-entity.ts";
import { enforceCaps } from "../../../../src/core/policy/enforce-caps.ts";
import { totals } from "../../../../src/core/store/kinds.ts";
import { recordsOf } from "../../../../src/core/store/records.ts";
import { memoryStore } from "../../../../src/core/store/memory-store.ts";

// The guard counts a value that it cannot read as unlimited, or refuses the call.

type Dict = Record<string, unknown>;
const keywords: SpendingEntity = { entity: "sponsored_product_keywords", kind: "keyword", product: "sp", itemsParam: "keywords", idField: "keywordId", idsParam: "keywordIds" }; // prettier-ignore
const campaigns: SpendingEntity = { entity: "sponsored_product_campaigns", kind: "campaign", product: "sp", itemsParam: "campaigns", idField: "campaignId", idsParam: "campaignIds" }; // prettier-ignore

/** Judges an update. `lists` are the records that each list action returns. */
const judge = (entity: SpendingEntity, item: Dict, lists: Record<string, unknown>, meta: Dict = {}) =>
  updateGuard(entity)(
    { [entity.itemsParam]: [item] },
    async (name) => ({ data: lists[name] ?? [], meta }),
    0,
  );

const limitOf = ({ raises = [] }: Judgement, cap: string) => raises.find((one) => one.cap === cap)?.to;
const odd = (text: string) => JSON.parse(text) as Dict;

describe("records of Amazon with unexpected values", () => {
  const keyword = { keywordId: "1", campaignId: "2", adGroupId: "3", state: "ENABLED" };

  test("a current bid that is not a number makes every new bid a raise", async () => {
    for (const bid of ["0.1", Number.NaN, null, {}, undefined]) {
      const found = await judge(keywords, { keywordId: "1", bid: 0.5 }, { [keywords.entity]: [{ ...keyword, bid }] }); // prettier-ignore
      expect(found.effects).toEqual(["spend"]);
      expect(found.raises![0]).toMatchObject({ cap: "max_bid", to: 0.5 });
    }
  });

  test("without its campaign or ad group, a keyword has no limit", async () => {
    const paused = { ...keyword, state: "PAUSED" };
    const found = await judge(
      keywords,
      { keywordId: "1", state: "ENABLED" },
      { [keywords.entity]: [paused] },
    );
    expect([limitOf(found, "max_bid"), limitOf(found, "max_effective_bid")]).toEqual([Infinity, Infinity]);
  });

  test("a campaign without a readable budget has no limit", async () => {
    for (const budget of [undefined, null, "10", { budget: "10" }, { budget: Number.NaN }, {}]) {
      expect(dailyCeiling({ state: "ENABLED", budget }, "20260312", { dayFactor: 2, percent: 0 })).toBe(Infinity); // prettier-ignore
      const record = { campaignId: "2", state: "PAUSED", budget };
      const found = await judge(
        campaigns,
        { campaignId: "2", state: "ENABLED" },
        { [campaigns.entity]: [record] },
      );
      expect(found.effects).toEqual(["spend"]);
      expect(limitOf(found, "max_day_raise")).toBe(Infinity);
    }
  });

  test("percentages and strategies that cannot be read have no limit", () => {
    const factor = (dynamicBidding: unknown) => highestFactor(bidFactors({ dynamicBidding }, "sp"));
    for (const percentage of ["x", "", null, {}, Number.NaN])
      expect(factor({ placementBidding: [{ placement: "PLACEMENT_TOP", percentage }] })).toBe(Infinity);
    for (const strategy of ["__proto__", "constructor", "NEW"]) expect(factor({ strategy })).toBe(Infinity);
    expect(factor({ placementBidding: [{ placement: "PLACEMENT_TOP", percentage: "900" }] })).toBe(10);
    expect(factor({ placementBidding: odd('[{"placement": "__proto__", "percentage": 100}]') })).toBe(2);
    expect(factor({ shopperCohortBidding: [{ percentage: 100 }], placementBidding: [{ placement: "PLACEMENT_TOP", percentage: 50 }] })).toBe(3); // prettier-ignore
    for (const none of [undefined, null, "x", [], { placementBidding: "x" }]) expect(factor(none)).toBe(1);
  });

  test("a rule without a limit can still bid more with a higher placement", () => {
    const ruled = (percentage: number) =>
      bidFactors({ dynamicBidding: { strategy: "RULE_BASED", placementBidding: [{ placement: "PLACEMENT_TOP", percentage }] } }, "sp"); // prettier-ignore
    expect(raisesBids(ruled(51), ruled(50))).toBe(true);
    expect(raisesBids(ruled(50), ruled(50))).toBe(false);
    expect(raisesBids(ruled(49), ruled(50))).toBe(false);
  });

  test("a portfolio that cannot be read counts as a portfolio with a cap and a shared budget", () => {
    // A portfolio that does not mention the sharing has none.
    expect([isCapped(undefined), sharesBudget(undefined), sharesBudget({})]).toEqual([true, true, false]);
    for (const amount of [undefined, null, "5", Number.NaN])
      expect(portfolioAmount({ budget: { policy: "DATE_RANGE", amount } })).toBe(Infinity);
  });

  test("a list response without a list has no records, so nothing can be judged", async () => {
    for (const data of [null, "x", { campaignId: "2" }, [null, "x"]])
      await expect(
        judge(campaigns, { campaignId: "2", state: "ENABLED" }, { [campaigns.entity]: data }),
      ).rejects.toMatchObject({ code: "not_found", outcome: "not_started" });
  });
});

describe("a profile that cannot be read", () => {
  const record = { campaignId: "2", state: "ENABLED", budget: { budget: 10 } };
  const raise = { campaignId: "2", budget: { budget: 11 } };
  const enforce = async (caps: object, meta: Dict) =>
    enforceCaps(
      [{ caps: caps as never }],
      await judge(campaigns, raise, { [campaigns.entity]: [record] }, meta),
      {
        totals: recordsOf(memoryStore(), totals),
        clock: { now: () => 0 },
        connector: "amazon-ads",
        terms: {},
        what: "campaigns.update",
        dryRun: false,
        reservation: "r1",
      },
    );

  test("a cap with a currency does not apply to an unknown currency, but the cap Infinity does", async () => {
    const profiles = [undefined, null, "1", {}, { profileId: null }, { profileId: "1", currencyCode: 5 }];
    for (const profile of profiles) {
      await expect(enforce({ max_daily_budget: { USD: 100 } }, { profile })).rejects.toMatchObject({
        code: "policy_denied",
        message: expect.stringContaining("whose currency is unknown"),
      });
      await enforce({ max_daily_budget: "unlimited" }, { profile });
    }
    await enforce({ max_daily_budget: { USD: 100 } }, { profile: { profileId: "1", currencyCode: "USD" } });
  });

  test("a currency such as __proto__ has no cap", async () => {
    const profile = { profileId: "__proto__", currencyCode: "__proto__", timezone: "x" };
    await expect(
      enforce({ max_daily_budget: { USD: 100 }, profiles: {} }, { profile }),
    ).rejects.toMatchObject({
      code: "policy_denied",
    });
  });
});
