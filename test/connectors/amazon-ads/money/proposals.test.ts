import type { Policy } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { memoryStore } from "../../../../src/core/store/memory-store.ts";

const profileId = "2381940675312846";
const ids = { campaignId: "801", adGroupId: "802" };

interface Situation {
  caps: Policy["caps"];
  /** The placement adjustment of the campaign, before and after an earlier call of the same day. */
  placement?: readonly [number, number];
  strategy?: string;
}

async function openAds({ caps, placement: [first, later] = [0, 0], strategy = "MANUAL" }: Situation) {
  const bidding = (percentage: number) => ({
    strategy,
    placementBidding: [{ placement: "PLACEMENT_TOP", percentage }],
  });
  const budget = { budget: 10, budgetType: "DAILY" };
  const keywords = [
    { keywordText: "tent", bid: 1.45 },
    { keywordText: "stove", bid: 0.5 },
  ];
  const entities = {
    "sp/campaigns": ["801", "803"].map((campaignId) => ({ campaignId, name: `C${campaignId}`, targetingType: "MANUAL", budget, dynamicBidding: bidding(first), startDate: "2026-01-01" })), // prettier-ignore
    "sp/adGroups": [{ ...ids, name: "Group", defaultBid: 0.8 }],
    "sp/productAds": [{ ...ids, adId: "809", sku: "FH-STOVE-1", asin: "B08YJ6X2GM" }],
    "sp/keywords": keywords.map((one, index) => ({
      ...ids,
      keywordId: `81${index}`,
      matchType: "EXACT",
      ...one,
    })),
  };
  const sandbox = amazonAdsSandbox({
    rateLimits: false,
    seed: { accounts: [{ profile: { profileId }, entities: entities as never }] },
  });
  const store = memoryStore();
  const open = (policy: Policy) =>
    new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, store, policy });
  const ads = open({ caps });
  if (first !== later)
    await open({
      caps: { max_effective_bid: "unlimited", max_change_percent: "unlimited" },
    }).sponsored_product_campaigns.update({
      profileId,
      campaigns: [{ campaignId: "801", dynamicBidding: bidding(later) as never }],
    });
  return ads;
}

type Ads = Awaited<ReturnType<typeof openAds>>;
const setBids = (ads: Ads, bids: readonly number[]) =>
  ads.sponsored_product_keywords.update({
    profileId,
    keywords: bids.map((bid, index) => ({ keywordId: `81${index}`, bid })),
  });
const setBudgets = (ads: Ads, budgets: readonly number[]) =>
  ads.sponsored_product_campaigns.update({
    profileId,
    campaigns: budgets.map((budget, index) => ({
      campaignId: ["801", "803"][index]!,
      budget: { budget, budgetType: "DAILY" },
    })),
  });

/** Returns the values with those that the error proposes. */
function proposed(
  values: readonly number[],
  error: { hint: string; path: string; issues?: { path: string }[] },
) {
  const paths = (error.issues ?? [{ path: error.path }]).map(({ path }) => path);
  const text = /at most (.*), or ask/.exec(error.hint)![1]!;
  const one = /^([\d.]+) USD$/.exec(text)?.[1];
  const listed = [...text.matchAll(/([\d.]+) USD for \w+\[(\d+)\]/g)];
  if (one === undefined) expect(listed.map(([, , index]) => index)).toEqual([...new Set(listed.map(([, , index]) => index))]); // prettier-ignore
  return values.map((value, index) => {
    const isNamed = paths.some((path) => path.includes(`[${index}]`));
    return Number((isNamed && one) || listed.find(([, , at]) => Number(at) === index)?.[1] || value);
  });
}

const cents = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((one) => one / 100);
const percent = fc.constantFrom(0, 17, 50, 100, 300);

async function holds(
  ads: Ads,
  send: (ads: Ads, values: readonly number[]) => Promise<unknown>,
  values: readonly number[],
): Promise<void> {
  const error = await send(ads, values).then(
    () => undefined,
    (one) => one,
  );
  if (!error) return;
  expect(error.code, String(error)).toBe("cap_exceeded");
  await send(ads, proposed(values, error));
}

test("a call with the proposed bids passes all caps", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        caps: fc.record({
          max_bid: cents(0.6, 4).map((USD) => ({ USD })),
          max_effective_bid: fc.oneof(
            cents(0.6, 9).map((USD) => ({ USD })),
            fc.constant("unlimited" as const),
          ),
          max_change_percent: fc.constantFrom(10, 33, 50, 400),
        }),
        placement: fc.tuple(percent, percent),
        strategy: fc.constantFrom("MANUAL", "AUTO_FOR_SALES"),
      }),
      fc.array(cents(0.3, 6), { minLength: 1, maxLength: 2 }),
      async (situation, bids) => holds(await openAds(situation), setBids, bids),
    ),
    { numRuns: 60, seed: 7 },
  );
});

test("a call with the proposed budgets passes all caps", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        max_daily_budget: cents(11, 60).map((USD) => ({ USD })),
        max_day_raise: cents(1, 60).map((USD) => ({ USD })),
        max_change_percent: fc.constantFrom(10, 50, 400),
      }),
      fc.array(cents(5, 60), { minLength: 1, maxLength: 2 }),
      async (caps, budgets) => holds(await openAds({ caps }), setBudgets, budgets),
    ),
    {
      numRuns: 60,
      seed: 7,
      // Two budgets that are each above what the day still allows.
      examples: [
        [{ max_daily_budget: { USD: 60 }, max_day_raise: { USD: 20 }, max_change_percent: 400 }, [45, 50]],
      ],
    },
  );
});

test("the error has one amount for each field, and names effective bids", async () => {
  const caps = { max_bid: { USD: 2 }, max_change_percent: 50 };
  await expect(setBids(await openAds({ caps, placement: [50, 50] }), [2.5])).rejects.toMatchObject({
    message:
      "sponsored_product_keywords.update: keywords[0].bid would be 2.5 USD, from 1.45 USD; that is more than max_bid (2 USD) and max_change_percent (50) allow.",
    hint: "Propose at most 2 USD, or ask the user. Only code can change the caps.",
  });
  await expect(setBids(await openAds({ caps, placement: [50, 100] }), [2.5])).rejects.toMatchObject({
    message: expect.stringContaining(
      "keywords[0].bid (the effective bid at PLACEMENT_TOP) would be 5 USD, from 2.9 USD; that is more than max_change_percent (50) allows",
    ),
    hint: expect.stringMatching(/^Propose at most 1\.63 USD, or/),
  });
});

test("if the effective bid is unlimited, the error proposes no bid", async () => {
  const ads = await openAds({ caps: { max_effective_bid: { USD: 9 } }, strategy: "RULE_BASED" });
  await expect(setBids(ads, [2.5])).rejects.toMatchObject({
    code: "cap_exceeded",
    hint: "The caps allow no higher value of keywords[0].bid. Ask the user. Only code can change the caps.",
  });
});
