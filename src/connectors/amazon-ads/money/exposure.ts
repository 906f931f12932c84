import { isDict, type Dict } from "../../../core/ground/json.ts";

// Some changes allow higher spending although no amount goes up: changes of dates, budget policies and bid adjustments.

const isEarlier = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" && one < other;

/** Returns the changed dates that let a campaign run longer. A new start counts only if the campaign is running. */
export const datesThatRunLonger = (item: Dict, current: Dict, runningState = "ENABLED"): string[] => [
  ...(isEarlier(current.endDate, item.endDate) ? ["endDate"] : []),
  ...((item.state ?? current.state) === runningState && isEarlier(item.startDate, current.startDate)
    ? ["startDate"]
    : []),
];

/**
 * Returns the changed fields of a portfolio's budget that allow higher spending with the same amount. Amazon replaces
 * the budget as a whole, so it removes an end date that the call leaves out.
 */
export function portfolioExposure(budget: unknown, currentBudget: unknown): string[] {
  if (!isDict(budget)) return [];
  const current = isDict(currentBudget) ? currentBudget : {};
  const endRemoved = typeof current.endDate === "string" && typeof budget.endDate !== "string";
  const capRemoved = budget.policy === "NO_CAP" && current.policy !== "NO_CAP";
  // A monthly budget starts again every month.
  const repeated = budget.policy === "MONTHLY_RECURRING" && current.policy === "DATE_RANGE";
  return [
    ...(endRemoved || isEarlier(current.endDate, budget.endDate) ? ["budget.endDate"] : []),
    ...(capRemoved || repeated ? ["budget.policy"] : []),
  ];
}

/**
 * Ranks the bidding strategies by how far Amazon may raise a bid. Rank 2: it may double the bid or follow a rule. Rank
 * 1: it keeps the bid. Rank 0, for all other strategies, such as LEGACY_FOR_SALES: it only lowers the bid.
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
  // If two different strategies have the same rank, either may bid more than the other.
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
