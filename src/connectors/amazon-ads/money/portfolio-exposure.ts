import { type Dict, at, isDict } from "../../../core/ground/json.ts";
import { idOf, numberAt } from "./record-fields.ts";

/** A portfolio that could not be read counts as capped. */
export function isCapped(portfolio: Dict | undefined): boolean {
  if (!portfolio) return true;
  return isDict(portfolio.budget) && portfolio.budget.policy !== "NO_CAP";
}

/**
 * Returns whether a campaign of a portfolio can spend the unspent budget of the other campaigns. Amazon enables this
 * sharing for every portfolio that was created after 20 June 2025, so sharing counts as enabled unless `featureState`
 * is `DISABLED`. https://advertising.amazon.com/API/docs/en-us/guides/portfolios/sharing-leftover-budget
 */
export const sharesBudget = (portfolio: Dict | undefined): boolean =>
  at(portfolio, "budgetControls.campaignUnspentBudgetSharing.featureState") !== "DISABLED";

/** Without a cap, the result is Infinity. */
export function portfolioAmount(portfolio: Dict): number {
  const { budget } = portfolio;
  if (!isDict(budget) || budget.policy === "NO_CAP") return Infinity;
  // Amazon does not document what a cap without an amount allows.
  return numberAt(portfolio, "budget.amount") ?? Infinity;
}

/**
 * Returns whether a changed policy lets a portfolio spend the same amount again, or without a limit. A change to
 * another kind of cap starts a new period, in which the amount that is already spent does not count.
 */
export function raisesPolicy(after: Dict, before: Dict): boolean {
  const policyOf = (portfolio: Dict) => at(portfolio, "budget.policy") ?? "NO_CAP";
  const [next, current] = [policyOf(after), policyOf(before)];
  if (next === current) return false;
  return current !== "NO_CAP";
}

/** Returns the key of the amount that a portfolio lets its campaigns spend on one day. */
export const portfolioRaiseKey = (id: unknown): string => `portfolio ${idOf(id)} raise`;
