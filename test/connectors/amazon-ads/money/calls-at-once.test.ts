import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import { compare } from "./oracle/verdict.ts";

// Two calls at the same time. The first call is judged, and its request is still under way when the second call begins.

type Dict = Record<string, unknown>;
type Step = readonly [entity: string, action: string, params: Dict];

const profileId = "2381940675312846";
const campaignId = "501";
const parents = { campaignId, adGroupId: "502" };
const top = (percentage: number) => ({ placement: "PLACEMENT_TOP", percentage });
const schedule = {
  duration: { dateRangeTypeRuleDuration: { startDate: "20260301", endDate: "20260430" } },
  recurrence: {
    type: "WEEKLY",
    daysOfWeek: ["WEDNESDAY", "FRIDAY"],
    intraDaySchedule: [{ startTime: "08:00:00", endTime: "20:00:00" }],
  },
};

function open(policy: object) {
  const sandbox = amazonAdsSandbox({
    rateLimits: false,
    seed: {
      accounts: [
        {
          profile: { profileId },
          entities: {
            portfolios: [
              { portfolioId: "505", name: "May", budget: { policy: "MONTHLY_RECURRING", amount: 900 } },
            ],
            "sp/campaigns": [
              { campaignId, name: "Tents", state: "ENABLED", targetingType: "MANUAL", budget: { budget: 20, budgetType: "DAILY" }, dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [top(50)] }, startDate: "2026-04-01", endDate: "2026-05-01", portfolioId: "505" }, // prettier-ignore
            ],
            "sp/adGroups": [{ ...parents, name: "Group", defaultBid: 1 }],
            "sp/keywords": [
              { ...parents, keywordId: "503", keywordText: "tent", matchType: "EXACT", bid: 1 },
            ],
            "sp/productAds": [{ ...parents, adId: "504", sku: "FH-STOVE-1", asin: "B08YJ6X2GM" }],
            "sp/budgetRules": [
              { ruleId: "506", state: "ENABLED", campaignIds: [campaignId], ruleDetails: { name: "Rule", ruleType: "PERFORMANCE", ...schedule, budgetIncreaseBy: { type: "PERCENT", value: 20 }, performanceMeasureCondition: { metricName: "ROAS", comparisonOperator: "GREATER_THAN", threshold: 2 } } }, // prettier-ignore
            ] as never,
          },
        },
      ],
    },
  });
  // The gate holds the next write until it is opened.
  let gate: Promise<void> | undefined;
  let arrived = () => {};
  const held: typeof fetch = async (url, init) => {
    const wait = init?.method === "PUT" ? gate : undefined;
    if (wait) {
      gate = undefined;
      arrived();
      await wait;
    }
    return sandbox.fetch(url, init);
  };
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, fetch: held, policy },
  );
  const call = ([entity, action, params]: Step): Promise<unknown> =>
    (ads.execute as unknown as (...step: unknown[]) => Promise<unknown>)(entity, action, {
      profileId,
      ...params,
    });
  const hold = () => {
    let release = () => {};
    gate = new Promise((resolve) => (release = resolve));
    const isHeld = new Promise<void>((resolve) => (arrived = resolve));
    return { isHeld, release };
  };
  const records = () => sandbox.state().accounts.find((one) => one.profile.profileId === profileId)!.entities;
  return { call, hold, records };
}

/** Sends the call `second` while the request of the call `first` is under way. Returns the codes of the errors. */
async function atOnce({ call, hold }: ReturnType<typeof open>, first: Step, second: Step) {
  const codeOf = (result: Promise<unknown>) =>
    result.then(() => "sent", (error: { code: string }) => error.code); // prettier-ignore
  const { isHeld, release } = hold();
  const one = codeOf(call(first));
  await Promise.race([isHeld, one]);
  const other = codeOf(call(second));
  // If calls were not sent one after another, the second call would end here.
  for (let tick = 0; tick < 100; tick++) await new Promise((resolve) => setImmediate(resolve));
  release();
  return Promise.all([one, other]);
}

const campaign = (change: Dict): Step => ["sponsored_product_campaigns", "update", { campaigns: [{ campaignId, ...change }] }]; // prettier-ignore
const rule = (change: Dict): Step => ["budget_rules", "update", { product: "sp", rules: [{ ruleId: "506", ...change }] }]; // prettier-ignore
const keyword = (change: Dict): Step => ["sponsored_product_keywords", "update", { keywords: [{ keywordId: "503", ...change }] }]; // prettier-ignore

const enablings = [campaign({ state: "ENABLED" }), rule({ state: "ACTIVE" }), keyword({ state: "ENABLED" })];
const pauses = [
  campaign({ state: "PAUSED" }),
  campaign({ state: "PAUSED", budget: { budget: 5000 } }),
  campaign({ state: "PAUSED", startDate: "2026-03-20" }),
  campaign({ state: "PAUSED", portfolioId: null }),
  campaign({ state: "PAUSED", dynamicBidding: { placementBidding: [top(900)] } }),
  rule({ state: "PAUSED", increasePercent: 5000 }),
  keyword({ state: "PAUSED", bid: 900 }),
];
const pairs = enablings.flatMap((enabling) =>
  pauses
    .filter(([entity]) => entity === enabling[0])
    .flatMap((pause): [Step, Step][] => [
      [enabling, pause],
      [pause, enabling],
    ]),
);

test("two calls at once raise nothing without the right to spend", async () => {
  for (const [first, second] of pairs) {
    const one = open({ effects: ["read", "write"] });
    const before = one.records();
    await atOnce(one, first, second);
    const { raised } = compare(before, one.records(), "sp", campaignId);
    expect(raised, JSON.stringify([first, second])).toEqual([]);
  }
});

test("a higher bid and a higher placement at once stay within max_effective_bid", async () => {
  const one = open({ caps: { max_bid: { USD: 10 }, max_effective_bid: { USD: 4 } } });
  const bid = keyword({ bid: 2 });
  const placement = campaign({ dynamicBidding: { placementBidding: [top(300)] } });
  expect(await atOnce(one, bid, placement)).toEqual(["sent", "cap_exceeded"]);
  const other = open({ caps: { max_bid: { USD: 10 }, max_effective_bid: { USD: 4 } } });
  expect(await atOnce(other, placement, bid)).toEqual(["sent", "cap_exceeded"]);
});
