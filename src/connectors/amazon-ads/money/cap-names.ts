/** The caps (spending limits) whose amounts have a currency. */
export const moneyCaps = [
  "max_daily_budget",
  "max_bid",
  "max_portfolio_budget",
  "max_effective_bid",
  "max_day_raise",
] as const;

export const caps = [...moneyCaps, "max_new_campaigns"] as const;

export type Cap = (typeof caps)[number];
