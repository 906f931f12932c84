import type { Policy } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import type { Entities } from "./campaign-picture.ts";

// Random sequences of writes under one cap. After each write, the state of the sandbox shows what the campaign could spend
// or bid. The formula shares no code with the connector.

type Fields = Record<string, unknown>;
type Call = readonly [entity: string, action: string, params: Fields];
type Random = <T>(...values: readonly T[]) => T;

const profileId = "2381940675312846";
const campaignId = "801";
const parents = { campaignId, adGroupId: "802" };
const today = "2026-03-12";

const seed: Partial<Record<keyof Entities, Fields[]>> = {
  "sp/campaigns": [
    { campaignId, name: "Tents", targetingType: "MANUAL", budget: { budget: 10, budgetType: "DAILY" }, dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [] }, startDate: "2026-01-01" }, // prettier-ignore
  ],
  "sp/adGroups": [{ ...parents, name: "Group", defaultBid: 0.8 }],
  "sp/productAds": [{ ...parents, adId: "803", sku: "FH-STOVE-1", asin: "B08YJ6X2GM" }],
  "sp/keywords": [
    { ...parents, keywordId: "804", keywordText: "tent", matchType: "EXACT", bid: 1 },
    { ...parents, keywordId: "805", keywordText: "stove", matchType: "EXACT" },
    { ...parents, keywordId: "806", keywordText: "pole", matchType: "EXACT", bid: 3, state: "PAUSED" },
  ],
};

/** Returns a function that chooses one of its values. The choices depend only on `from`. */
function randomOf(from: number): Random {
  let state = from;
  return (...values) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return values[((state ^ (state >>> 13)) >>> 0) % values.length]!;
  };
}

function randomCall(random: Random): Call {
  const state = random("ENABLED", "PAUSED");
  const bid = random(0.5, 1, 1.2, 1.5, 2, 3);
  const percentage = random(0, 10, 25, 50, 100, 300);
  const placement = random("PLACEMENT_TOP", "PLACEMENT_PRODUCT_PAGE", "SITE_AMAZON_BUSINESS");
  const campaign = (change: Fields): Call => ["sponsored_product_campaigns", "update", { campaigns: [{ campaignId, ...change }] }]; // prettier-ignore
  const adGroup = (change: Fields): Call => ["sponsored_product_ad_groups", "update", { adGroups: [{ adGroupId: "802", ...change }] }]; // prettier-ignore
  const keyword = (change: Fields): Call => ["sponsored_product_keywords", "update", { keywords: [{ keywordId: random("804", "805", "806"), ...change }] }]; // prettier-ignore
  return random<() => Call>(
    () => campaign({ state }),
    () => campaign({ budget: { budget: random(5, 11, 12, 15, 30) } }),
    () => campaign({ dynamicBidding: { placementBidding: [{ placement, percentage }] } }),
    () => campaign({ dynamicBidding: { placementBidding: [{ placement, percentage }] } }),
    () => campaign({ dynamicBidding: { strategy: random("LEGACY_FOR_SALES", "AUTO_FOR_SALES") } }),
    () => adGroup({ state }),
    () => adGroup({ state }),
    () => adGroup({ defaultBid: bid }),
    () => keyword({ state }),
    () => keyword({ bid }),
    () => [random("budget_rules", "bid_rules"), "rule", { increasePercent: random(10, 25, 50) }],
  )();
}

interface Picture {
  /** The most that the campaign can spend on one day, or 0 if it does not run. */
  ceiling: number;
  /** The bids after all adjustments, by the id of the keyword, as if every keyword were enabled. */
  bids: Map<string, { bid: number; effective: number; runs: boolean }>;
}

function pictureOf(all: Entities): Picture {
  const of = (collection: keyof Entities) => all[collection].filter((one) => one.campaignId === campaignId);
  const [campaign] = of("sp/campaigns") as { state: string; budget: { budget: number }; dynamicBidding: { strategy: string; placementBidding: { placement: string; percentage: number }[] } }[]; // prettier-ignore
  const [group] = of("sp/adGroups");
  const associated = ({ state, campaignIds }: Fields) => state === "ENABLED" && (campaignIds as string[]).includes(campaignId); // prettier-ignore
  const sum = (rules: readonly Fields[], percentOf: (rule: never) => unknown) =>
    rules.filter(associated).reduce((total, rule) => total + Number(percentOf(rule as never)), 0) / 100;
  const budgetRules = sum(all["sp/budgetRules"], (rule: { ruleDetails: { budgetIncreaseBy: Fields } }) => rule.ruleDetails.budgetIncreaseBy.value); // prettier-ignore
  const bidRules = sum(all["sp/optimizationRules"], (rule: { action: { actionDetails: Fields } }) => rule.action.actionDetails.value); // prettier-ignore
  const { strategy, placementBidding } = campaign!.dynamicBidding;
  const factorOf = (name: string) =>
    1 + Math.max(0, ...placementBidding.flatMap((one) => (one.placement === name ? one.percentage : []))) / 100; // prettier-ignore
  const factor =
    Math.max(factorOf("PLACEMENT_TOP"), factorOf("PLACEMENT_PRODUCT_PAGE")) *
    factorOf("SITE_AMAZON_BUSINESS") *
    (strategy === "AUTO_FOR_SALES" ? 2 : 1);
  const isRunning = campaign!.state === "ENABLED";
  const bids = of("sp/keywords").map(({ keywordId, state, bid = group!.defaultBid }) => {
    const runs = isRunning && group!.state === "ENABLED" && state === "ENABLED";
    const amounts = { bid: Number(bid) * (1 + bidRules), effective: Number(bid) * (factor + bidRules) };
    return [String(keywordId), { ...amounts, runs }] as const;
  });
  return { ceiling: isRunning ? campaign!.budget.budget * (1 + budgetRules) * 2 : 0, bids: new Map(bids) };
}

const unlimited = { max_daily_budget: "unlimited", max_bid: "unlimited", max_effective_bid: "unlimited", max_day_raise: "unlimited", max_new_campaigns: "unlimited" } as const; // prettier-ignore

/** Sends random calls. Returns the pictures before the first call and after each call that was sent. */
async function walk(cap: Policy["caps"], from: number): Promise<Picture[]> {
  const sandbox = amazonAdsSandbox({
    rateLimits: false,
    seed: { accounts: [{ profile: { profileId }, entities: structuredClone(seed) as never }] },
  });
  const policy = { caps: { ...unlimited, ...cap } };
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, store: memoryStore(), policy },
  );
  const send = (...[entity, action, params]: Call) =>
    (ads.execute as unknown as (...call: Call) => Promise<{ data: { succeeded: { id: string }[] } }>)(entity, action, { profileId, ...params }); // prettier-ignore
  const picture = () =>
    pictureOf(sandbox.state().accounts.find((one) => one.profile.profileId === profileId)!.entities);
  const pictures = [picture()];
  const random = randomOf(from);
  for (let count = 0; count < 14; count++) {
    const [entity, action, params] = randomCall(random);
    try {
      if (action === "rule") {
        const rules = [{ name: `Rule ${count}`, startDate: today, ...params }];
        const { data } = await send(entity, "create", { rules });
        await send(entity, "associate", { campaignId, ruleIds: [data.succeeded[0]!.id] });
      } else await send(entity, action, params);
      pictures.push(picture());
    } catch (error) {
      expect((error as { code: string }).code, String(error)).toBe("cap_exceeded");
    }
  }
  return pictures;
}

/** The rounding errors of decimal numbers. */
const tolerance = 1e-6;

const runningBids = ({ bids }: Picture) => [...bids].filter(([, { runs }]) => runs);

interface Case {
  name: string;
  caps: Policy["caps"];
  /** The sequences. Each of them breaks the cap if a part of the guard is removed. */
  sequences: readonly number[];
  holds: (now: Picture, first: Picture) => boolean;
}

const cases: Case[] = [
  {
    name: "max_bid",
    caps: { max_bid: { USD: 2 } },
    sequences: [9, 56],
    holds: (now) => runningBids(now).every(([, { bid }]) => bid <= 2 + tolerance),
  },
  {
    name: "max_effective_bid",
    caps: { max_effective_bid: { USD: 4 } },
    sequences: [19, 60],
    holds: (now) => runningBids(now).every(([, { effective }]) => effective <= 4 + tolerance),
  },
  {
    name: "max_daily_budget",
    caps: { max_daily_budget: { USD: 14 } },
    sequences: [14, 21],
    holds: ({ ceiling }) => ceiling <= 28 + tolerance,
  },
  {
    name: "max_day_raise",
    caps: { max_day_raise: { USD: 8 } },
    sequences: [14, 24],
    holds: (now, first) => now.ceiling <= first.ceiling + 8 + tolerance,
  },
  {
    name: "max_change_percent",
    caps: { max_change_percent: 50 },
    sequences: [44, 98, 198],
    holds: (now, first) =>
      now.ceiling <= first.ceiling * 1.5 + tolerance &&
      runningBids(now).every(([id, { bid, effective }]) => {
        const before = first.bids.get(id)!;
        return bid <= before.bid * 1.5 + tolerance && effective <= before.effective * 1.5 + tolerance;
      }),
  },
];

test.each(cases)("$name holds after each write of random sequences", async ({ caps, sequences, holds }) => {
  for (const from of sequences) {
    const [first, ...later] = await walk(caps, from);
    expect(later.length).toBeGreaterThan(2);
    for (const [index, now] of later.entries())
      expect(holds(now, first!), `sequence ${from}, write ${index + 1}`).toBe(true);
  }
});
