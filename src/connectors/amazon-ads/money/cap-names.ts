/** The names of the caps (spending limits) whose amounts are money. Such an amount has a currency. */
export const moneyCaps = [
  "max_daily_budget",
  "max_bid",
  "max_portfolio_budget",
  "max_effective_bid",
  "max_day_raise",
] as const;

/** The names of all caps that a policy can set. */
export const caps = [...moneyCaps, "max_new_campaigns"] as const;

export type Cap = (typeof caps)[number];
