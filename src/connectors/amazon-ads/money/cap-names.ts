/**
 * The names of the caps (spending limits) that a policy can set. The amount of a cap is in the currency of the profile.
 */
export const caps = ["max_daily_budget", "max_bid", "max_portfolio_budget"] as const;

export type Cap = (typeof caps)[number];
