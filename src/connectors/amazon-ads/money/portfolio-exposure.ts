import { type Dict, at, isDict } from "../../../core/ground/json.ts";
import { numberAt } from "./record-fields.ts";

/**
 * Returns whether a portfolio limits what its campaigns spend. A portfolio that could not be read counts as limited.
 */
export function isCapped(portfolio: Dict | undefined): boolean {
  if (!portfolio) return true;
  return isDict(portfolio.budget) && portfolio.budget.policy !== "NO_CAP";
}

/**
 * Returns whether a campaign of a portfolio can spend the unspent budget of the other campaigns. Amazon enables this
 * sharing for every portfolio that was created after 20 June 2025. Therefore sharing counts as enabled unless the field
 * `featureState` is `DISABLED`.
 * https://advertising.amazon.com/API/docs/en-us/guides/portfolios/sharing-leftover-budget
 */
export const sharesBudget = (portfolio: Dict | undefined): boolean =>
  at(portfolio, "budgetControls.campaignUnspentBudgetSharing.featureState") !== "DISABLED";

/** Returns the amount that a portfolio's budget allows. Without a cap, the amount is Infinity. */
export function portfolioAmount(portfolio: Dict): number {
  const { budget } = portfolio;
  if (!isDict(budget) || budget.policy === "NO_CAP") return Infinity;
  // Amazon does not document what a cap without an amount allows, so such a cap counts as unlimited.
  return numberAt(portfolio, "budget.amount") ?? Infinity;
}

/**
 * Returns whether a changed policy lets a portfolio spend the same amount again, or without a limit. Every change from
 * one kind of cap to another starts a new period, in which the amount that is already spent does not count.
 */
export function raisesPolicy(after: Dict, before: Dict): boolean {
  const policyOf = (portfolio: Dict) => at(portfolio, "budget.policy") ?? "NO_CAP";
  const [next, current] = [policyOf(after), policyOf(before)];
  if (next === current) return false;
  return current !== "NO_CAP";
}
