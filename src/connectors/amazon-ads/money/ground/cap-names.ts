/** The caps (spending limits) whose amounts have a currency. */
export const moneyCaps = [
  "max_daily_budget",
  "max_bid",
  "max_portfolio_budget",
  "max_effective_bid",
  "max_day_raise",
] as const;

export const caps = [...moneyCaps, "max_new_campaigns"] as const;

/** The caps on the sum of all raises of a day. */
export const dayCaps = ["max_day_raise", "max_new_campaigns"] as const satisfies readonly Cap[];

export type Cap = (typeof caps)[number];
