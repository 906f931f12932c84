import type { Raise } from "../../../core/contract/judgement.ts";
import { dailyCeiling, withBudgetRules } from "./daily-ceiling.ts";
import type { JudgedItem } from "./judge-items.ts";
import type { SpendingEntity } from "./spending-entity.ts";

/** The most that an account can spend before or after a call. A dry run returns this object. */
export interface Exposure {
  /** The most that the changed campaigns can spend today. */
  daily_spend?: number;
  /** The highest bid after all adjustments of placements and strategy. */
  highest_bid?: number;
}

/** Returns the exposure before and after a call. Leaves out values that the call does not change. */
export function exposureOf(
  { kind }: SpendingEntity,
  items: readonly JudgedItem[],
  raises: readonly Raise[],
  today: string,
): { before: Exposure; after: Exposure } {
  const bids = raises.filter(({ cap }) => cap === "max_effective_bid");
  const from = bids.flatMap((raise) => raise.from ?? []);
  const started = raises.filter(({ cap, perDay }) => cap === "max_day_raise" && perDay);
  const sums =
    kind === "campaign"
      ? {
          before: sum(items.map(({ before }) => (before ? dailyCeiling(withBudgetRules(before, before), today) : 0))), // prettier-ignore
          after: sum(items.map(({ before, after }) => dailyCeiling(before ? withBudgetRules(after, before) : after, today))), // prettier-ignore
        }
      : started.length > 0
        ? { before: sum(started.map((raise) => raise.from ?? 0)), after: sum(started.map(({ to }) => to)) }
        : undefined;
  return {
    before: {
      ...(sums ? { daily_spend: rounded(sums.before) } : {}),
      ...(from.length > 0 ? { highest_bid: highest(from) } : {}),
    },
    after: {
      ...(sums ? { daily_spend: rounded(sums.after) } : {}),
      ...(bids.length > 0 ? { highest_bid: highest(bids.map(({ to }) => to)) } : {}),
    },
  };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

const highest = (bids: readonly number[]) => rounded(Math.max(...bids));

/** Removes the rounding error of a calculation with decimal numbers. */
const rounded = (amount: number) => (amount === Infinity ? amount : Math.round(amount * 10_000) / 10_000);
