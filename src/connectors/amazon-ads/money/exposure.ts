import { isDict, type Dict } from "../../../core/ground/json.ts";

// Changes that let more be spent although no amount goes up: dates, budget policies and bid adjustments.

const isEarlier = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" && one < other;

/** The dates of a campaign that let it run longer. A start counts only if the campaign is running. */
export const datesThatRunLonger = (item: Dict, current: Dict, runningState = "ENABLED"): string[] => [
  ...(isEarlier(current.endDate, item.endDate) ? ["endDate"] : []),
  ...((item.state ?? current.state) === runningState && isEarlier(item.startDate, current.startDate)
    ? ["startDate"]
    : []),
];

/**
 * The fields of a portfolio's budget that let it spend more of the same amount. Amazon replaces the budget as a whole:
 * an end date that the call leaves out is removed.
 */
export function portfolioExposure(budget: unknown, currentBudget: unknown): string[] {
  if (!isDict(budget)) return [];
  const current = isDict(currentBudget) ? currentBudget : {};
  const endRemoved = typeof current.endDate === "string" && typeof budget.endDate !== "string";
  const capRemoved = budget.policy === "NO_CAP" && current.policy !== "NO_CAP";
  // A monthly budget is spent again every month.
  const repeated = budget.policy === "MONTHLY_RECURRING" && current.policy === "DATE_RANGE";
  return [
    ...(endRemoved || isEarlier(current.endDate, budget.endDate) ? ["budget.endDate"] : []),
    ...(capRemoved || repeated ? ["budget.policy"] : []),
  ];
}

/**
 * How far Amazon may raise a bid. It keeps the bid (1), doubles it, or follows a rule (2). With the others, such as
 * LEGACY_FOR_SALES, it only lowers the bid (0).
 */
const strategyRanks = new Map<unknown, number>([
  ["MANUAL", 1],
  ["AUTO_FOR_SALES", 2],
  ["RULE_BASED", 2],
]);
const rankOf = (strategy: unknown): number => strategyRanks.get(strategy) ?? 0;

/** True if the strategy or a placement percentage lets Amazon bid more than before. */
export function raisesBids(bidding: unknown, currentBidding: unknown): boolean {
  if (!isDict(bidding)) return false;
  const current = isDict(currentBidding) ? currentBidding : {};
  const strategy = bidding.strategy ?? undefined;
  const currentStrategy = current.strategy ?? "LEGACY_FOR_SALES";
  // Between two strategies of the same rank, either may bid more.
  if (strategy !== undefined && strategy !== currentStrategy && rankOf(strategy) >= rankOf(currentStrategy))
    return true;
  const currentPercentages = percentagesOf(current);
  return [...percentagesOf(bidding)].some(
    ([placement, percentage]) => percentage > (currentPercentages.get(placement) ?? 0),
  );
}

const percentagesOf = ({ placementBidding }: Dict): Map<unknown, number> =>
  new Map(
    (Array.isArray(placementBidding) ? placementBidding.filter(isDict) : []).map((one) => [
      one.placement,
      Number(one.percentage),
    ]),
  );
