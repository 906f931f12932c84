import { type Dict, at, isDict } from "../../../../core/ground/json.ts";
import { idOf, numberAt } from "../ground/record-fields.ts";

/** Returns true also for a portfolio that could not be read. */
export function isCapped(portfolio: Dict | undefined): boolean {
  if (!portfolio) return true;
  return isDict(portfolio.budget) && portfolio.budget.policy !== "NO_CAP";
}

/**
 * Returns whether a campaign of a portfolio can spend the unspent budget of the other campaigns. Even then, a campaign
 * stays within twice its own daily budget, so a portfolio that does not mention this sharing raises no limit.
 * https://advertising.amazon.com/API/docs/en-us/guides/portfolios/sharing-leftover-budget
 */
export const sharesBudget = (portfolio: Dict | undefined): boolean =>
  !portfolio || at(portfolio, "budgetControls.campaignUnspentBudgetSharing.featureState") === "ENABLED";

/** Returns Infinity for a portfolio without a cap. */
export function portfolioAmount(portfolio: Dict): number {
  const { budget } = portfolio;
  if (!isDict(budget) || budget.policy === "NO_CAP") return Infinity;
  // Amazon does not document what a cap without an amount allows.
  return numberAt(portfolio, "budget.amount") ?? Infinity;
}

/**
 * Returns whether a changed policy lets a portfolio spend more. Another kind of cap starts a new period, in which
 * earlier spending does not count.
 */
export function raisesPolicy(after: Dict, before: Dict): boolean {
  const policyOf = (portfolio: Dict) => at(portfolio, "budget.policy") ?? "NO_CAP";
  const [next, current] = [policyOf(after), policyOf(before)];
  if (next === current) return false;
  return current !== "NO_CAP";
}

/** Returns the key of the amount that the campaigns of a portfolio can spend on one day. */
export const portfolioRaiseKey = (id: unknown): string => `portfolio ${idOf(id)} raise`;
