/** The caps that a policy can set on amounts, in the currency of the profile. */
export const caps = ["max_daily_budget", "max_bid", "max_portfolio_budget"] as const;

export type Cap = (typeof caps)[number];
