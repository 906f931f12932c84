import { isDict, type Dict } from "../../../core/ground/json.ts";

const earlier = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" && one < other;

/** Moving the end lets it spend longer. */
export const laterEnd = (asked: unknown, stands: unknown): boolean => earlier(stands, asked);

/** The dates of a campaign that let it spend for longer; one that does not run spends at no date. */
export const runsLonger = (item: Dict, stands: Dict, on = "ENABLED"): string[] => [
  ...(laterEnd(item.endDate, stands.endDate) ? ["endDate"] : []),
  ...((item.state ?? stands.state) === on && earlier(item.startDate, stands.startDate) ? ["startDate"] : []),
];

/**
 * What lets a portfolio spend more at the same amount. Amazon replaces its budget as a whole: an end that is not named
 * is taken away.
 */
export function portfolioSpendsMore(asked: unknown, stands: unknown): string[] {
  if (!isDict(asked)) return [];
  const now = isDict(stands) ? stands : {};
  const endless = typeof now.endDate === "string" && typeof asked.endDate !== "string";
  // Without a cap there is no end to what the campaigns may spend; a month's amount is spent again every month.
  const policy =
    (asked.policy === "NO_CAP" && now.policy !== "NO_CAP") ||
    (asked.policy === "MONTHLY_RECURRING" && now.policy === "DATE_RANGE");
  return [
    ...(endless || laterEnd(asked.endDate, now.endDate) ? ["budget.endDate"] : []),
    ...(policy ? ["budget.policy"] : []),
  ];
}

/** How high a strategy may bid: it only lowers bids, keeps them as they are, may double them, sets them as a rule has it. */
const heights = new Map<unknown, number>([
  ["LEGACY_FOR_SALES", 0],
  ["MANUAL", 1],
  ["AUTO_FOR_SALES", 2],
  ["RULE_BASED", 2],
]);
const height = (strategy: unknown): number => heights.get(strategy) ?? 0;

/** Percentages multiply bids, and a strategy may bid higher than the one before. */
export function bidsMore(asked: unknown, stands: unknown): boolean {
  if (!isDict(asked)) return false;
  const before = isDict(stands) ? stands : {};
  const { strategy = null } = asked;
  const stood = before.strategy ?? "LEGACY_FOR_SALES";
  // Of two as high as each other, either may be the higher one.
  if (strategy !== null && strategy !== stood && height(strategy) >= height(stood)) return true;
  const percentages = (bidding: Dict) =>
    new Map(
      (Array.isArray(bidding.placementBidding) ? bidding.placementBidding.filter(isDict) : []).map((one) => [
        one.placement,
        Number(one.percentage),
      ]),
    );
  const now = percentages(before);
  return [...percentages(asked)].some(([placement, percentage]) => percentage > (now.get(placement) ?? 0));
}
