import type { Fields } from "../../../sandbox/amazon-ads/types.ts";
import type { Random } from "../random.ts";

// Random values of records of Amazon Ads, and random changes of such values.

export const money = (random: Random): number => random.pick([0.3, 0.5, 0.8, 1, 1.2, 2]);

/** Dates around today, the 12th of March 2026, of which no two are between two days that the oracle compares. */
const starts = ["2025-12-01", "2026-03-12", "2026-03-16", "2026-04-10"];
const ends = ["2026-03-01", "2026-03-31", "2026-04-20", "2026-06-01"];

export const dates = (random: Random): { start: string; end: string | undefined } => ({
  start: random.pick(starts),
  end: random.pick([undefined, undefined, ...ends]),
});

/** Returns a value near the current one, or a fixed one. */
export const near = (random: Random, current: unknown): number => {
  const amount = typeof current === "number" ? current : 1;
  const factor = random.pick([0.5, 0.8, 0.9, 0.99, 1, 1.01, 1.1, 2]);
  return Math.max(0.02, Math.round(amount * factor * 100) / 100);
};

export function portfolioBudget(random: Random): Fields {
  const amount = random.pick([10, 30, 100, 1000]);
  const policy = random.pick(["NO_CAP", "NO_CAP", "MONTHLY_RECURRING", "DATE_RANGE"]);
  const endDate = random.pick([undefined, ...ends]);
  if (policy === "NO_CAP") return { policy };
  if (policy === "MONTHLY_RECURRING")
    return { policy, amount, ...(endDate === undefined ? {} : { endDate }) };
  return {
    policy,
    amount,
    startDate: random.pick(["2026-03-01", "2026-02-01"]),
    endDate: endDate ?? ends[3],
  };
}

const strategies = ["LEGACY_FOR_SALES", "MANUAL", "AUTO_FOR_SALES", "RULE_BASED"];
const placements = {
  sp: ["PLACEMENT_TOP", "PLACEMENT_PRODUCT_PAGE", "PLACEMENT_REST_OF_SEARCH", "SITE_AMAZON_BUSINESS"],
  sb: ["TOP_OF_SEARCH", "DETAIL_PAGE", "HOME", "OTHER"],
};
const percentages = { sp: [0, 50, 100, 300], sb: [-50, 0, 50, 100, 300] };

const audience = (random: Random, percentage: number): Fields => ({
  shopperCohortType: "AUDIENCE_SEGMENT",
  percentage,
  audienceSegments: [{ audienceId: random.pick(["111", "222"]), audienceSegmentType: "SPONSORED_ADS_AMC" }],
});

const adjustments = (random: Random, product: "sp" | "sb", most: number): Fields[] =>
  placements[product]
    .filter(() => random.chance(0.4))
    .slice(0, most)
    .map((placement) => ({ placement, percentage: random.pick(percentages[product]) }));

/** Returns the bidding of a campaign. */
export function bidding(random: Random, product: "sp" | "sb"): Fields {
  const audiences = random.chance(0.4) ? [audience(random, random.pick([0, 50, 100, 300]))] : [];
  if (product === "sp")
    return {
      strategy: random.pick(strategies),
      placementBidding: adjustments(random, "sp", 4),
      ...(audiences.length > 0 ? { shopperCohortBidding: audiences } : {}),
    };
  const bidOptimization = random.chance(0.2);
  return {
    bidOptimization,
    ...(bidOptimization ? {} : { bidAdjustmentsByPlacement: adjustments(random, "sb", 3) }),
    shopperCohortBidAdjustments: audiences,
  };
}

/** Returns a change of a bidding, such as a trade of one adjustment for another. */
export function changedBidding(random: Random, product: "sp" | "sb", current: Fields): Fields {
  const [object, list] = product === "sp" ? ["dynamicBidding", "placementBidding"] as const : ["bidding", "bidAdjustmentsByPlacement"] as const; // prettier-ignore
  const standing = (current[object] ?? {}) as Record<string, Fields[]>;
  const own = standing[list] ?? [];
  const changes: (() => Fields)[] = [
    () => ({ [list]: own.map((one) => ({ ...one, percentage: 0 })) }),
    () => ({ [list]: own.map((one) => ({ ...one, percentage: random.pick(percentages[product]) })) }),
    // Another placement gets the percentage.
    () => ({ [list]: own.flatMap(({ placement, percentage }) => [{ placement, percentage: 0 }, { placement: random.pick(placements[product]), percentage }]) }), // prettier-ignore
    () => ({ [list]: adjustments(random, product, 3) }),
  ];
  const change = distinct(random.pick(changes)(), list);
  if (product === "sp")
    return random.chance(0.5)
      ? change
      : { strategy: random.pick(strategies), ...(random.chance(0.5) ? change : {}) };
  const audiences = (standing.shopperCohortBidAdjustments ?? []) as Fields[];
  const [first] = audiences;
  const others: (() => Fields)[] = [
    () => ({ shopperCohortBidAdjustments: [] }),
    () => ({
      shopperCohortBidAdjustments: audiences.map((one) => ({ ...one, percentage: near(random, 0) })),
    }),
    () => ({ shopperCohortBidAdjustments: [audience(random, Number(first?.percentage ?? 50))] }),
    () => ({ shopperCohortBidAdjustments: first ? [{ ...first, percentage: random.pick([0, 50, 100]) }] : [] }), // prettier-ignore
    () => ({ bidOptimization: random.chance(0.5) }),
  ];
  const other = random.pick(others)();
  if ("bidOptimization" in other) return other;
  const both = random.pick([change, other, { ...change, ...other }]);
  return list in both ? { bidOptimization: false, ...both } : both;
}

/** Keeps the last adjustment of each placement, and at most three adjustments. */
const distinct = (change: Fields, list: string): Fields => {
  const all = new Map((change[list] as Fields[]).map((one) => [one.placement, one]));
  return { [list]: [...all.values()].slice(0, 3) };
};

const weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"];
const windows = [{ startTime: "08:00", endTime: "20:00" }, { startTime: "22:00", endTime: "06:00" }, { startTime: "09:00", endTime: "18:00" }]; // prettier-ignore
const undashed = (date: string) => date.replaceAll("-", "");

export const someDays = (random: Random): string[] => {
  const days = weekdays.filter(() => random.chance(0.5));
  return days.length > 0 ? days : weekdays;
};
export const someWindow = (random: Random): { startTime: string; endTime: string } => random.pick(windows);

/** Returns the details of a budget rule, in the format of Amazon's records. */
export const budgetRule = (random: Random): Fields => ({
  name: "Spring",
  ruleType: "SCHEDULE",
  duration: { dateRangeTypeRuleDuration: { startDate: undashed(random.pick(["2026-03-01", "2026-03-16"])), endDate: undashed(random.pick(ends)) } }, // prettier-ignore
  recurrence: { type: "WEEKLY", daysOfWeek: someDays(random), intraDaySchedule: random.chance(0.5) ? [withSeconds(someWindow(random))] : null }, // prettier-ignore
  budgetIncreaseBy: { type: "PERCENT", value: random.pick([10, 20, 50]) },
  performanceMeasureCondition: random.chance(0.5)
    ? { metricName: "ROAS", comparisonOperator: "GREATER_THAN", threshold: random.pick([1, 2, 3]) }
    : null,
});

const withSeconds = ({ startTime, endTime }: { startTime: string; endTime: string }) => ({
  startTime: `${startTime}:00`,
  endTime: `${endTime}:00`,
});

/** Returns a schedule bid rule, in the format of Amazon's records. */
export const bidRule = (random: Random): Fields => ({
  ruleName: "Spring",
  ruleCategory: "BID",
  ruleSubCategory: "SCHEDULE",
  recurrence: {
    type: "WEEKLY",
    daysOfWeek: someDays(random),
    timesOfDay: [someWindow(random)],
    duration: { startTime: "2026-03-01T00:00:00Z", endTime: `${random.pick(ends)}T00:00:00Z` },
  },
  action: {
    actionType: "ADOPT",
    actionDetails: { actionOperator: "INCREMENT", value: random.pick([10, 20, 50]), actionUnit: "PERCENT" },
  },
});

export const anyDate = (random: Random): string => random.pick([...starts, ...ends]);
