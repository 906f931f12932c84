import type { SpendRaise } from "../../../../core/contract/judgement.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import { amountKey, ruleFactorKey } from "../ground/amount-keys.ts";
import { type BudgetRule, isActiveRule, widensCondition, widensRule } from "../model/budget-rule.ts";
import { averageFactor, canExceed, dailyCeiling, whyMore } from "../model/daily-ceiling.ts";
import { type Exposure, rounded } from "./exposure.ts";
import { highestPercent, highestRaised, percentToday, withoutEnded } from "../model/highest-percent.ts";
import { budgetOf } from "../ground/record-fields.ts";
import { sources } from "../ground/sources.ts";
import type { Product } from "../ground/spending-entity.ts";

/** A changed rule of a campaign. A rule that the call adds to the campaign has no `before`. */
export interface RuleChange {
  /** The index of the rule in the call. */
  item: number;
  campaignId: string;
  ruleId: string;
  before?: BudgetRule;
  after: BudgetRule;
}

/** A campaign whose rules a call changes. */
export interface CampaignRules {
  product: Product;
  campaignId: string;
  campaign: Dict;
  changes: readonly RuleChange[];
  /** The rules that the call does not change. */
  others: readonly BudgetRule[];
}

/** Returns how much changed rules raise a campaign's budget and daily spend. `today` has the format `2026-03-12`. */
export function priceRules(
  { product, campaignId, campaign, changes, others }: CampaignRules,
  today: string,
  dayFactor: number,
  path: (item: number) => string,
): SpendRaise[] {
  const active = (rules: readonly BudgetRule[]) => withoutEnded(rules.filter(isActiveRule), today);
  const budget = budgetOf(campaign) ?? Infinity;
  const raised = highestRaised(
    active([...others, ...changes.map(({ after }) => after)]),
    // If the new condition holds on more days, the old rule does not count, because it raised no budget on these days.
    active([...others, ...changes.flatMap(({ before, after }) => before && !widensCondition(after, before) ? [withPercent(before)] : [])]), // prettier-ignore
    today,
  );
  const inForce = percentToday(active([...others, ...changes.flatMap(({ before }) => before ?? [])]), today);
  const { item } = changes[0]!;
  const budgetPath = product === "sp" ? "budget.budget" : "budget";
  const budgetKey = amountKey(sources[product].campaign!.entity, campaignId, budgetPath);
  const raises: SpendRaise[] = [
    {
      path: path(item),
      item,
      cap: "max_daily_budget",
      of: `the budget of campaign ${campaignId} with its rules`,
      from: budget * (1 + inForce / 100),
      to: budget * (1 + raised / 100),
      factors: { [budgetKey]: budget, [ruleFactorKey(campaignId, "max_daily_budget")]: 1 + inForce / 100 },
    },
    {
      path: path(item),
      item,
      cap: "max_daily_budget",
      of: `the budget of campaign ${campaignId} with the changed rule`,
      from: budget,
      to: budget * (1 + Math.max(...changes.map(addedPercent)) / 100),
      // With this key, the policy compares `to` with the budget before the first change of the day.
      key: budgetKey,
    },
  ];
  const ceiling = dailyCeiling(campaign, today.replaceAll("-", ""), { dayFactor, percent: 0 });
  if (ceiling === 0) return raises;
  for (const change of changes) {
    const { ruleId, after, item: index } = change;
    raises.push({
      path: path(index),
      item: index,
      cap: "max_day_raise",
      orCaps: ["max_daily_budget"],
      of: `rule ${ruleId} for campaign ${campaignId}`,
      // The key of the campaign's ceiling (see `ceilingKey`) is only for raises of the budget itself.
      key: `campaign ${campaignId} rule ${ruleId}${dayFactor === averageFactor ? "" : ` ${dayFactor}`}`,
      from: (ceiling * percentBefore(change)) / 100,
      to: (ceiling * percentOf(after)) / 100,
      perDay: true,
    });
  }
  return raises;
}

/** Counts an unknown percentage before the call as 0, so that the raise is not underestimated. */
const withPercent = (rule: BudgetRule): BudgetRule => ({
  ...rule,
  increasePercent: rule.increasePercent ?? 0,
});

const percentOf = ({ increasePercent = Infinity }: BudgetRule): number => increasePercent;

/** Returns the percentage that the rule added before the call. Returns 0 if the rule now applies more often. */
const percentBefore = ({ before, after }: RuleChange): number =>
  before && !widensRule(after, before) ? (before.increasePercent ?? 0) : 0;

const addedPercent = (change: RuleChange): number => percentOf(change.after) - percentBefore(change);

/** Returns the most that campaigns can spend on one day before and after their rules change. */
export function exposureOfRules(
  campaigns: readonly CampaignRules[],
  today: string,
  dayFactor: number,
): { before: Exposure; after: Exposure; why?: string } {
  const day = today.replaceAll("-", "");
  const rates = { dayFactor, percent: 0 };
  const sum = (rulesOf: (one: CampaignRules) => readonly BudgetRule[]): Exposure => {
    const ceilings = campaigns.map((one) => {
      const percent = highestPercent(withoutEnded(rulesOf(one).filter(isActiveRule), today), today);
      return dailyCeiling(one.campaign, day, { dayFactor, percent });
    });
    return { daily_spend: rounded(ceilings.reduce((total, ceiling) => total + ceiling, 0)) };
  };
  return {
    before: sum(({ others, changes }) => [...others, ...changes.flatMap(({ before }) => before ?? [])]),
    after: sum(({ others, changes }) => [...others, ...changes.map(({ after }) => after)]),
    ...(canExceed(
      campaigns.map(({ campaign }) => campaign),
      day,
      rates,
    )
      ? { why: whyMore(rates) }
      : {}),
  };
}
