import { docs, json, tokens, vendor, type AdsOperations } from "./operation.ts";

const profiles = {
  path: "/v2/profiles",
  accept: json,
  needsProfile: false,
  docs: docs("reference/2/profiles"),
} as const;
const portfolio = {
  contentType: vendor("spPortfolio.v3"),
  accept: vendor("spPortfolio.v3"),
  needsProfile: true,
  docs: docs("portfolios"),
} as const;
const batch = { key: "portfolios", record: "portfolio", ids: ["portfolioId"] };

export const profilesAndPortfolios: AdsOperations = {
  "profiles.list": { ...profiles, method: "GET" },
  "profiles.find": { ...profiles, method: "GET", fromList: true },
  "profiles.get": { ...profiles, method: "GET", path: "/v2/profiles/{id}" },
  "profiles.budget_settings": {
    method: "GET",
    path: "/accountBudgets/featureFlags",
    accept: vendor("accountBudgetFeatureFlags.v1"),
    needsProfile: true,
    docs: docs("guides/campaigns/average-daily-budget"),
  },
  "managerAccounts.list": {
    method: "GET",
    path: "/managerAccounts",
    accept: vendor("getmanageraccountsresponse.v1"),
    needsProfile: false,
    docs: docs("guides/account-management/authorization/manager-accounts"),
  },
  "portfolios.list": {
    ...portfolio,
    method: "POST",
    path: "/portfolios/list",
    // Amazon decides the size of a page.
    paging: { ...tokens(100, 1000), limit: undefined },
    arguments: {
      portfolioIds: "portfolioIdFilter.include",
      names: "nameFilter.include",
      nameMatch: "nameFilter.queryTermMatchType",
      states: "stateFilter.include",
      extended: "includeExtendedDataFields",
    },
  },
  "portfolios.create": { ...portfolio, method: "POST", path: "/portfolios", prefer: true, batch },
  "portfolios.update": { ...portfolio, method: "PUT", path: "/portfolios", prefer: true, batch },
  "portfolios.budget_usage": {
    method: "POST",
    path: "/portfolios/budget/usage",
    contentType: vendor("portfoliobudgetusage.v1"),
    accept: vendor("portfoliobudgetusage.v1"),
    needsProfile: true,
    docs: docs("guides/portfolios"),
  },
};
