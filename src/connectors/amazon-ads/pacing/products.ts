/** The advertising products whose spending is compared with budgets. */
export const products = ["SP", "SB", "SD"] as const;
export type Product = (typeof products)[number];

/** The operations that read the spending. */
export const spendingCalls = [
  "sp.campaigns.list",
  "sp.campaigns.budget_usage",
  "sb.campaigns.list",
  "sb.campaigns.budget_usage",
  "sd.campaigns.list",
  "sd.campaigns.budget_usage",
  "reports.create",
  "reports.get",
  "reports.file",
  "history.query",
  "profiles.find",
] as const;
