import type { Dict } from "../../../../core/ground/json.ts";
import type { SpendRaise } from "../../../../core/contract/judgement.ts";
import type { Percentages } from "../records/campaign-rules.ts";
import { canExceed, dailyCeiling, whyMore } from "../model/daily-ceiling.ts";
import type { BidsOfChanges } from "./highest-bids.ts";
import type { JudgedItem } from "../judge/judge-items.ts";
import { idOf } from "../ground/record-fields.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";

/** The most that the records in a call can spend, before or after the call. A dry run returns this object. */
export interface Exposure {
  /** The most that the campaigns of the records can spend together on one day, today or later. */
  daily_spend?: number;
  /** The highest bid after all adjustments. */
  highest_adjusted_bid?: number;
}

/** The exposure before and after a call. `rows`: that of each item, if there are several. */
interface ExposureChange {
  before: Exposure;
  after: Exposure;
  /** Why a day can cost more than the budgets. */
  why?: string;
  rows?: readonly Pick<ExposureChange, "before" | "after">[];
}

interface Amounts {
  raises: readonly SpendRaise[];
  bids: BidsOfChanges;
}

interface Rates {
  today: string;
  dayFactor: number;
  budgetRules: Percentages;
}

/** Returns the exposure before and after a call. `budgetRules`: the percentages that rules can add to budgets. */
export function exposureOf(
  entity: SpendingEntity,
  items: readonly JudgedItem[],
  amounts: Amounts,
  rates: Rates,
): ExposureChange {
  const whole = { ...exposureOfItems(entity, items, amounts, rates), ...whyOf(entity, items, rates) };
  if (items.length < 2) return whole;
  const ofItem = ({ index }: JudgedItem) => ({
    raises: amounts.raises.filter(({ item }) => item === index),
    bids: {
      before: amounts.bids.before.filter(({ item }) => item === index),
      after: amounts.bids.after.filter(({ item }) => item === index),
    },
  });
  return { ...whole, rows: items.map((item) => exposureOfItems(entity, [item], ofItem(item), rates)) };
}

function whyOf(
  { kind }: SpendingEntity,
  items: readonly JudgedItem[],
  { today, dayFactor, budgetRules }: Rates,
): Pick<ExposureChange, "why"> {
  const campaigns = kind === "campaign" ? items.flatMap(({ before, after }) => [before, after]) : [];
  const percent = Math.max(0, ...campaigns.map((one) => budgetRules.get(idOf(one?.campaignId) ?? "") ?? 0));
  const rates = { dayFactor, percent };
  return canExceed(campaigns, today, rates) ? { why: whyMore(rates) } : {};
}

function exposureOfItems(
  { kind }: SpendingEntity,
  items: readonly JudgedItem[],
  { raises, bids }: Amounts,
  { today, dayFactor, budgetRules }: Rates,
): Pick<ExposureChange, "before" | "after"> {
  const started = raises.filter(({ cap, perDay }) => cap === "max_day_raise" && perDay);
  const ceilings = (of: (item: JudgedItem) => Dict | undefined) =>
    sum(
      items.map((item) => {
        const campaign = of(item);
        const percent = budgetRules.get(idOf(item.before?.campaignId) ?? "") ?? 0;
        return campaign ? dailyCeiling(campaign, today, { dayFactor, percent }) : 0;
      }),
    );
  const sums =
    kind === "campaign"
      ? { before: ceilings(({ before }) => before), after: ceilings(({ after }) => after) }
      : started.length > 0
        ? { before: sum(started.map((raise) => raise.from ?? 0)), after: sum(started.map(({ to }) => to)) }
        : undefined;
  return {
    before: {
      ...(sums ? { daily_spend: rounded(sums.before) } : {}),
      ...(bids.before.length > 0 ? { highest_adjusted_bid: highest(bids.before) } : {}),
    },
    after: {
      ...(sums ? { daily_spend: rounded(sums.after) } : {}),
      ...(bids.after.length > 0 ? { highest_adjusted_bid: highest(bids.after) } : {}),
    },
  };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

const highest = (bids: BidsOfChanges["before"]) => rounded(Math.max(...bids.map(({ bid }) => bid)));

/** Removes the rounding error of floating-point arithmetic. */
export const rounded = (amount: number) =>
  amount === Infinity ? amount : Math.round(amount * 10_000) / 10_000;
