import { isDict, type Dict } from "../../../core/ground/json.ts";

// A changed date, budget policy or bid adjustment can allow higher spending although no amount goes up. The functions
// in this file find such changes.

const isEarlier = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" && one < other;

/**
 * Returns the names of the changed dates that let a campaign run longer. An earlier start date counts only if the
 * campaign is running.
 */
export const datesThatRunLonger = (item: Dict, current: Dict, runningState = "ENABLED"): string[] => [
  ...(isEarlier(current.endDate, item.endDate) ? ["endDate"] : []),
  ...((item.state ?? current.state) === runningState && isEarlier(item.startDate, current.startDate)
    ? ["startDate"]
    : []),
];

/**
 * Returns the changed fields of a portfolio's budget that allow higher spending with the same amount. If the new budget
 * has no end date, Amazon removes the old end date, because an update replaces the whole budget.
 */
export function portfolioExposure(budget: unknown, currentBudget: unknown): string[] {
  if (!isDict(budget)) return [];
  const current = isDict(currentBudget) ? currentBudget : {};
  const endRemoved = typeof current.endDate === "string" && typeof budget.endDate !== "string";
  const capRemoved = budget.policy === "NO_CAP" && current.policy !== "NO_CAP";
  // A monthly budget can be spent again every month, so it allows higher spending than a budget for one date range.
  const repeated = budget.policy === "MONTHLY_RECURRING" && current.policy === "DATE_RANGE";
  return [
    ...(endRemoved || isEarlier(current.endDate, budget.endDate) ? ["budget.endDate"] : []),
    ...(capRemoved || repeated ? ["budget.policy"] : []),
  ];
}

/**
 * The rank of each bidding strategy. With a strategy of rank 2, Amazon can double the bid, or change the bid by a rule.
 * With rank 1, Amazon keeps the bid. All other strategies, such as LEGACY_FOR_SALES, have rank 0, and Amazon only
 * lowers the bid.
 */
const strategyRanks = new Map<unknown, number>([
  ["MANUAL", 1],
  ["AUTO_FOR_SALES", 2],
  ["RULE_BASED", 2],
]);
const rankOf = (strategy: unknown): number => strategyRanks.get(strategy) ?? 0;

/** Returns true if the new strategy or a new placement percentage lets Amazon bid more than the current settings do. */
export function raisesBids(bidding: unknown, currentBidding: unknown): boolean {
  if (!isDict(bidding)) return false;
  const current = isDict(currentBidding) ? currentBidding : {};
  const strategy = bidding.strategy ?? undefined;
  const currentStrategy = current.strategy ?? "LEGACY_FOR_SALES";
  // A change between two strategies of the same rank counts, because with each of the two strategies, Amazon can in
  // some cases bid more than with the other.
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
